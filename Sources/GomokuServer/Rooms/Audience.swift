import GameState
import WebSockets
import Wire

/// Who gets what happens in a room, and who is said to be here.
///
/// Connections are admitted when their snapshot goes out; a participant is present from its first join to its last
/// leave.
struct Audience {
    /// From this many connections on, coming and going within a moment is told together.
    static let crowdSize = 8
    /// From this many connections on, it is told a few times a second.
    static let coalescingSize = 50
    /// Participants named in a snapshot.
    static let namedLimit = 500

    private var connections: [ClientConnection] = []
    private var places = SmallTable<ObjectIdentifier, Int>()
    private var present = SmallTable<ParticipantID, (participant: Participant, connections: Int)>()
    private var here = SmallTable<ObjectIdentifier, Bool>()
    private var joined: [ParticipantID: Participant] = [:]
    private var left: Set<ParticipantID> = []
    private var order: JoiningOrder
    /// What ``participantsText()`` has written, as long as it is true.
    private var written: [UInt8]?
    /// Where fewer are present, that is written anew each time.
    private static let writtenFrom = 8

    /// - Parameter order: who was here before, the first first.
    init(order: [ParticipantID] = []) { self.order = JoiningOrder(kept: order) }

    /// Connections that are told.
    var count: Int { connections.count }
    var isEmpty: Bool { here.isEmpty }
    /// Participants present.
    var presentCount: Int { present.count }
    /// Participants present, in the order in which they first came; at most ``namedLimit``.
    var participants: [Participant] { order.first(Self.namedLimit).compactMap { present[$0]?.participant } }

    /// Who has come into the room, the first first, if the store is not told of all of them; nil: it is.
    mutating func orderToKeep() -> [ParticipantID]? { order.isNew ? order.toKeep() : nil }

    /// Whether the connection has joined and not left.
    func hasJoined(_ connection: ClientConnection) -> Bool { here[ObjectIdentifier(connection)] != nil }
    func isPresent(_ participant: ParticipantID) -> Bool { present[participant] != nil }

    /// Whether coming and going waits to be told together.
    var hasNews: Bool { !joined.isEmpty || !left.isEmpty }

    // MARK: presence

    /// Its participant is here with one more connection, or has a new name.
    mutating func announce(_ connection: ClientConnection) {
        var participant = connection.participant
        participant.place = order.enter(participant.id)
        let isNew = here.updateValue(true, forKey: ObjectIdentifier(connection)) == nil
        let known = present[participant.id]
        present[participant.id] = (participant, (known?.connections ?? 0) + (isNew ? 1 : 0))
        if known?.participant != participant {
            write(participant, isNew: known == nil)
            joined[participant.id] = participant
            left.remove(participant.id)
        }
    }

    /// It gets nothing more, and its participant is gone with its last connection.
    mutating func remove(_ connection: ClientConnection) {
        withhold(connection)
        guard here.removeValue(forKey: ObjectIdentifier(connection)) != nil,
            let known = present[connection.participant.id]
        else { return }
        if known.connections > 1 {
            present[connection.participant.id] = (known.participant, known.connections - 1)
        } else {
            present[connection.participant.id] = nil
            written = nil
            order.leave(connection.participant.id)
            // Somebody who came and went between two tellings was never there.
            if joined.removeValue(forKey: connection.participant.id) == nil { left.insert(connection.participant.id) }
        }
    }

    /// What to tell of coming and going since the last call; nil when nothing is new.
    mutating func news(in room: RoomName) -> Notice? {
        guard hasNews else { return nil }
        defer {
            joined = [:]
            left = []
        }
        let newcomers = joined.values.sorted { ($0.place ?? .max) < ($1.place ?? .max) }
        return .participants(room: room, joined: newcomers, left: Array(left))
    }

    /// ``participants`` as the elements of a JSON list. In a large room that is most of a snapshot, and nearly the same
    /// for the next who comes.
    mutating func participantsText() -> [UInt8] {
        if let written { return written }
        var writer = JSONWriter()
        for participant in participants { writer.participant(participant) }
        if present.count >= Self.writtenFrom { written = writer.bytes }
        return writer.bytes
    }

    /// Who comes last stands last in the list; whatever else changes in it, it is written anew.
    private mutating func write(_ participant: Participant, isNew: Bool) {
        guard var text = written else { return }
        written = nil
        guard isNew, order.isLast(participant.id), present.count <= Self.namedLimit else { return }
        var writer = JSONWriter()
        writer.participant(participant)
        text.append(UInt8(ascii: ","))
        text.append(contentsOf: writer.bytes)
        written = text
    }

    // MARK: fan-out

    /// It is told nothing until it is admitted again: a snapshot is on its way, behind what is not stored yet.
    mutating func withhold(_ connection: ClientConnection) {
        guard let place = places.removeValue(forKey: ObjectIdentifier(connection)) else { return }
        let last = connections.removeLast()
        guard last !== connection else { return }
        connections[place] = last
        places[ObjectIdentifier(last)] = place
    }

    /// From now on it gets what happens.
    mutating func admit(_ connection: ClientConnection) {
        let key = ObjectIdentifier(connection)
        guard here[key] != nil, places[key] == nil else { return }
        places[key] = connections.count
        connections.append(connection)
    }

    func spread(_ frame: Frame) {
        for connection in connections where !connection.isBehind { connection.outlet.send(frame) }
    }

    func spread(_ frame: Frame, besides one: ClientConnection?) {
        for connection in connections where connection !== one && !connection.isBehind { connection.outlet.send(frame) }
    }

    func spread(_ frame: Frame, where mayHear: (ParticipantID) -> Bool) {
        for connection in connections where !connection.isBehind && mayHear(connection.participant.id) {
            connection.outlet.send(frame)
        }
    }

    /// Somebody who is here.
    func participant(_ id: ParticipantID) -> Participant? { present[id]?.participant }

    func spread(_ frame: Frame, onlyTo participant: ParticipantID) {
        for connection in connections where connection.participant.id == participant && !connection.isBehind {
            connection.outlet.send(frame)
        }
    }

    /// Asks how long a message is on its way to `participant`.
    func measureRoundTrip(to participant: ParticipantID) {
        for connection in connections where connection.participant.id == participant {
            connection.outlet.measureRoundTrip()
        }
    }

    /// How long a message takes to `participant` and back, over the quickest of its lines; nil where that is not known.
    func roundTrip(to participant: ParticipantID) -> Int? {
        connections.lazy.filter { $0.participant.id == participant }.compactMap(\.outlet.roundTripMilliseconds).min()
    }

    /// Everybody who is told.
    var everybody: [ClientConnection] { connections }
}
