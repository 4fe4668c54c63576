import GameState
import Redis
import Storage

/// The creation of a store in an empty Redis from another store's records. The last step marks the
/// database as a store, so every server refuses an incomplete import.
public enum RedisImport {
    /// Creates the store.
    ///
    /// - Parameters:
    ///   - id: a unique ID for the data.
    ///   - records: calls its argument with each record, in the order of ``StoreRecord``; may
    ///     throw.
    public static func put(
        into address: RedisAddress, id: String, now: Int,
        _ records: (_ take: (StoreRecord) throws -> Void) throws -> Void
    ) throws(RedisStoreFailure) {
        let reader = try RedisReader(address)
        defer { reader.close() }
        guard try reader.sound(RedisCommand("DBSIZE")).integer == 0 else { throw .exists(reader.place) }
        do {
            var writer = RecordWriter(reader, now: now)
            try records { try writer.apply($0) }
            try writer.finish()
        } catch let failure as RedisStoreFailure {
            throw failure
        } catch { throw .other("\(error)") }
        _ = try reader.sound(
            RedisCommand([
                bytes("HSET"), RedisKeys.meta, bytes("id"), bytes(id), bytes("format"), bytes(RedisKeys.format),
                // Begin a new generation, because clients of the other store may have been shown
                // changes that were made after the export.
                bytes("generation"), bytes(Generation(random: .random(in: .min ... .max)).text),
            ]))
    }
}

/// A writer that turns records into keys and sends many commands at a time.
private struct RecordWriter {
    /// The bytes of commands to send at a time.
    private static let batchBytes = 1 << 20
    /// The number of commands to send at a time, which is below the limit of unanswered commands.
    private static let batchCommands = 1_000
    private static let commandBytes = 1 << 18

    private let reader: RedisReader
    private let now: Int
    private var order = StoreRecordOrder()
    private var commands: [RedisCommand] = []
    private var bytesWaiting = 0
    private var room: OpenRoom?

    /// The room to which the current records belong.
    private struct OpenRoom {
        let keys: RedisKeys.Room
        var facts: RoomFacts
        var fields: [[UInt8]]
        var owner: ParticipantID?
        /// The deltas of the current ledger that have not been sent yet.
        var deltas: [[UInt8]] = []
        var deltaBytes = 0
    }

    init(_ reader: RedisReader, now: Int) {
        self.reader = reader
        self.now = now
    }

    mutating func apply(_ record: StoreRecord) throws {
        try order.apply(record)
        switch record {
        case .store(let alive): if let alive { try send(bytes("SET"), RedisKeys.alive, bytes(alive)) }
        case .room(let header, let people):
            try closeRoom()
            var fields = [
                bytes("epoch"), bytes(header.epoch), bytes("kind"), bytes(header.kind.rawValue), bytes("host"),
                bytes(header.creator.text), bytes("created"), bytes(header.created),
            ]
            if !people.isEmpty { fields += [bytes("order"), bytes(people.map(\.text).joined(separator: " "))] }
            room = OpenRoom(keys: RedisKeys.Room(header.name), facts: RoomFacts(header), fields: fields)
        case .delta(let delta, let owner): try add(delta, owner)
        case .chat(let line):
            if let room { try send(bytes("RPUSH"), room.keys.chat, RedisTexts.text(line)) }
        case .person(let person):
            try closeRoom()
            for command in RedisPerson.commands(from: nil, to: RedisPerson(person)) { try send(command) }
        case .reserved(let name, let until):
            try closeRoom()
            for command in RedisPeople.reserve(name, until: until) { try send(command) }
        case .game(let game):
            try closeRoom()
            try add(game)
        }
    }

    mutating func finish() throws {
        try closeRoom()
        try flush()
    }

    private mutating func send(_ words: [UInt8]...) throws { try send(words) }

    private mutating func send(_ words: [[UInt8]]) throws {
        commands.append(RedisCommand(words))
        bytesWaiting += words.reduce(0) { $0 + $1.count }
        if bytesWaiting >= Self.batchBytes || commands.count >= Self.batchCommands { try flush() }
    }

    private mutating func flush() throws {
        guard !commands.isEmpty else { return }
        let replies = try reader.replies(commands)
        if let error = replies.lazy.compactMap(\.error).first { throw RedisStoreFailure.other(error) }
        commands = []
        bytesWaiting = 0
    }

    // MARK: rooms

    private mutating func add(_ delta: AcceptedDelta, _ owner: ParticipantID?) throws {
        guard var room else { return }
        if room.owner != owner {
            try sendDeltas(of: &room)
            room.owner = owner
            if let owner { room.fields += [bytes("own:\(owner.text)"), bytes("1")] }
        }
        let text = RedisTexts.text(delta)
        room.deltas.append(text)
        room.deltaBytes += text.count
        room.facts.apply(delta, owner: owner)
        if room.deltaBytes >= Self.commandBytes { try sendDeltas(of: &room) }
        self.room = room
    }

    private mutating func sendDeltas(of room: inout OpenRoom) throws {
        guard !room.deltas.isEmpty else { return }
        let log = room.owner.map { room.keys.ownLog + bytes($0.text) } ?? room.keys.log
        try send([bytes("RPUSH"), log] + room.deltas)
        room.deltas = []
        room.deltaBytes = 0
    }

    private mutating func closeRoom() throws {
        guard var room else { return }
        self.room = nil
        try sendDeltas(of: &room)
        let changed = bytes(room.facts.changed)
        for (isSo, field, set) in [
            (room.facts.isListed, "listed", room.keys.listed), (room.facts.isFinished, "finished", room.keys.finished),
        ] where isSo {
            room.fields += [bytes(field), bytes("1")]
            try send(bytes("ZADD"), set, changed, room.keys.name)
        }
        try send([bytes("HSET"), room.keys.header] + room.fields)
        try send(bytes("ZADD"), room.keys.rooms, changed, room.keys.name)
    }

    // MARK: games

    private mutating func add(_ stored: StoredGame) throws {
        // Older games no longer limit the rating of games between the same players.
        let isOld = stored.game.ended <= now - RatingRule.milliseconds
        for command in GameText.commands(recording: stored, isOld: isOld) { try send(command) }
    }
}
