import Foundation
import GameState
import Redis
import Storage
import TestSupport
import Testing

@testable import GomokuRedisStore

/// Behaviour that is specific to the store in Redis.
@Suite("The store in Redis")
struct RedisStoreTests {
    private static let now: @Sendable () -> Int = { 1_700_000_100_000 }

    /// A store on a loop of its own, with the failure for which it gave up.
    private final class Node {
        let loop = PollingLoop()
        let store: RedisStore
        /// A reference that keeps the Redis running.
        private let server: RedisServer
        private(set) var failure: RedisStoreFailure?

        init(
            _ server: RedisServer, database: Int = 0, durability: RedisStoreOpening.Durability = .full
        ) throws {
            self.server = server
            let opening = try RedisStoreTests.open(server, database: database, durability: durability)
            var told: (RedisStoreFailure) -> Void = { _ in }
            store = try RedisStore(
                opening, on: loop, patience: .ofTests, now: RedisStoreTests.now, gaveUp: { told($0) })
            told = { [weak self] in self?.failure = $0 }
        }

        func ask<Answer>(_ question: (@escaping (Answer) -> Void) -> Void) throws -> Answer {
            var answer: Answer?
            question { answer = $0 }
            _ = loop.run(withinMilliseconds: 30_000) { answer != nil }
            return try #require(answer, "no answer in half a minute")
        }

        func append(_ append: Append) throws -> AppendFailure? { try ask { store.append(append, $0) } }
        func ask(_ words: String...) throws -> RedisReply {
            try ask { store.calls.client.call(RedisCommand(words.map { Array($0.utf8) }), $0) }.get()
        }
    }

    private static func open(
        _ server: RedisServer, database: Int = 0, as process: ServerIdentity = ServerIdentity(),
        durability: RedisStoreOpening.Durability = .full, waiting: Int = 300
    ) throws -> RedisStoreOpening {
        try RedisStoreOpening(
            RedisAddress(.socket(path: server.socket), database: database), durability: durability, process: process,
            newID: "id \(database)", now: now, waitMilliseconds: waiting)
    }

    private static func asked(_ server: RedisServer, _ database: Int, _ words: String...) throws -> RedisReply {
        let reader = try RedisReader(RedisAddress(.socket(path: server.socket), database: database))
        defer { reader.close() }
        return try reader.sound(RedisCommand(words.map { Array($0.utf8) }))
    }

    private static func identity(_ text: String) throws -> ServerIdentity { try #require(ServerIdentity(text)) }

    // MARK: checks at opening

    @Test(
        "A starting server retries only after temporary errors",
        arguments: [
            (.other("LOADING Redis is loading the dataset in memory"), true),
            (.other("OOM command not allowed when used memory > 'maxmemory'."), true),
            (.other("MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist"), true),
            (.other("NOREPLICAS Not enough good replicas to write."), true),
            (.other("READONLY You can't write against a read only replica."), false),
            (.other("MASTERDOWN Link with MASTER is down"), false),
            (.other("NOAUTH Authentication required."), false), (.other(""), false),
            (.unreachable("h:1", "nobody answers"), false), (.emptied("h:1"), false),
        ] as [(RedisStoreFailure, Bool)])
    func temporary(_ failure: RedisStoreFailure, _ isTemporary: Bool) {
        #expect(failure.isTemporary == isTemporary)
    }

    @Test("A Redis with weaker settings than requested is refused, naming the setting")
    func weaker() throws {
        let server = try RedisServer(["--appendfsync", "everysec"])
        #expect(throws: RedisStoreFailure.weaker(setting: "appendfsync", value: "everysec", needed: "always")) {
            try Self.open(server)
        }
        _ = try Self.open(server, durability: .os)
        let node = try Node(server, durability: .os)
        _ = try node.ask("CONFIG", "SET", "appendfsync", "no")
        #expect(throws: RedisStoreFailure.weaker(setting: "appendfsync", value: "no", needed: "everysec")) {
            try Self.open(server, durability: .os)
        }
        _ = try node.ask("CONFIG", "SET", "appendfsync", "always")
        _ = try node.ask("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
        #expect(throws: RedisStoreFailure.forgetful(policy: "allkeys-lru")) { try Self.open(server) }
        _ = try node.ask("CONFIG", "SET", "maxmemory-policy", "noeviction")
        _ = try node.ask("CONFIG", "SET", "appendonly", "no")
        #expect(throws: RedisStoreFailure.weaker(setting: "appendonly", value: "no", needed: "yes")) {
            try Self.open(server, durability: .os)
        }
    }

    @Test("A database of another program or of a newer format is refused")
    func foreign() throws {
        let server = try RedisServer.shared()
        let database = RedisServer.freeDatabase()
        let node = try Node(server, database: database)
        _ = try node.ask("HSET", "meta", "format", "3")
        #expect(throws: RedisStoreFailure.newer(format: "3", known: 2)) { try Self.open(server, database: database) }
        _ = try node.ask("DEL", "meta")
        #expect(throws: RedisStoreFailure.foreign("redis+unix:\(server.socket)?db=\(database)")) {
            try Self.open(server, database: database)
        }
    }

    @Test("A probe refuses a database that opening would refuse, and changes nothing")
    func probe() throws {
        let server = try RedisServer.shared()
        let database = RedisServer.freeDatabase()
        let address = RedisAddress(.socket(path: server.socket), database: database)
        let place = "redis+unix:\(server.socket)?db=\(database)"
        func probe(expects: Bool = false) throws -> [String] {
            try RedisStoreOpening.probe(address, durability: .full, expects: expects)
        }
        #expect(try probe() == [])
        #expect(throws: RedisStoreFailure.emptied(place)) { try probe(expects: true) }
        #expect(try Self.asked(server, database, "DBSIZE").integer == 0)
        _ = try Self.asked(server, database, "SET", "other", "1")
        #expect(throws: RedisStoreFailure.foreign(place)) { try probe() }
        _ = try Self.asked(server, database, "HSET", "meta", "format", "3")
        #expect(throws: RedisStoreFailure.newer(format: "3", known: 2)) { try probe() }
        _ = try Self.asked(server, database, "HSET", "meta", "format", "2")
        #expect(try probe(expects: true) == [])
    }

    @Test("A missing Redis is reported with its address")
    func none() throws {
        let address = RedisAddress(.socket(path: "/nowhere/redis.sock"))
        let error = #expect(throws: RedisStoreFailure.self) {
            try RedisStoreOpening(address, durability: .full, process: ServerIdentity(), newID: "", now: Self.now)
        }
        #expect(error?.code == "unreachable")
        #expect(error?.description.contains("redis+unix:/nowhere/redis.sock") == true)
    }

    // MARK: servers of format 1

    @Test("A running server of format 1 keeps other servers out")
    func second() throws {
        let server = try RedisServer.shared()
        let database = RedisServer.freeDatabase()
        let first = "elsewhere other-machine 1 1"
        _ = try Self.asked(server, database, "HSET", "meta", "format", "1", "id", "before")
        _ = try Self.asked(server, database, "SET", "lease", first)
        let place = "redis+unix:\(server.socket)?db=\(database)"
        #expect(throws: RedisStoreFailure.inUse(place, by: first)) { try Self.open(server, database: database) }
        #expect(try Self.asked(server, database, "HGET", "meta", "format").string == "1")
    }

    @Test("A dead server of format 1 on this machine is replaced at once, and then kept out")
    func gone() throws {
        let server = try RedisServer.shared()
        let own = ServerIdentity()
        // The first process ID is too high to exist. The second is this process's own, with an
        // earlier start time.
        for dead in ["\(own.host) \(own.space) 99999999 1", "\(own.host) \(own.space) \(own.process) 1"] {
            let database = RedisServer.freeDatabase()
            _ = try Self.asked(server, database, "HSET", "meta", "format", "1", "id", "before")
            _ = try Self.asked(server, database, "SET", "lease", dead)
            #expect(try Self.open(server, database: database).id == "before")
            #expect(try Self.asked(server, database, "HGET", "meta", "format").string == "2")
            #expect(try Self.asked(server, database, "GET", "lease").bytes == RedisKeys.allServers)
        }
    }

    @Test("The time at which a server ended is known to the next one")
    func lastAlive() throws {
        let server = try RedisServer.shared()
        let database = RedisServer.freeDatabase()
        let node = try Node(server, database: database)
        let _: Void = try node.ask { done in node.store.close { done(()) } }
        #expect(try Self.open(server, database: database).lastAlive == Self.now())
    }

    private static func shard(_ room: String) throws -> String {
        let key = String(decoding: RedisKeys.Room(try #require(RoomName(room))).log, as: UTF8.self)
        return String(key.dropFirst(2).prefix(2))
    }

    // MARK: appending

    @Test("Deltas appended to a room in one turn of the loop are sent together, in order")
    func together() throws {
        let node = try Node(RedisServer.shared(), database: RedisServer.freeDatabase())
        #expect(try node.append(Sample.append("r", 1)) == nil)
        let before = node.store.calls.client.answers
        var order: [Int] = []
        for rev in 2...101 {
            node.store.append(try Sample.append("r", rev)) { failure in
                #expect(failure == nil)
                order.append(rev)
            }
        }
        _ = node.loop.run(withinMilliseconds: 30_000) { order.count == 100 }
        #expect(order == Array(2...101))
        #expect(node.store.calls.client.answers - before == 2, "two calls, with 64 and 36 deltas")
        let room = try #require(RoomName("r"))
        #expect(try node.ask { node.store.load(room, $0) }.get()?.shared.deltas.map(\.rev) == Array(1...101))
    }

    @Test("Every delta is stored exactly once, however often Redis is killed", arguments: [1, 2] as [UInt64])
    func killed(_ seed: UInt64) throws {
        print("kills, seed \(seed)")
        var random = SeededRandom(seed: seed)
        let server = try RedisServer()
        let node = try Node(server)
        let rooms = try (0..<4).map { try #require(RoomName("room\($0)")) }
        var acknowledged = Array(repeating: 0, count: rooms.count)
        var sent = acknowledged
        for _ in 0..<4 {
            // When Redis dies, some appends are stored, some are in flight, and some have not been
            // sent.
            for step in 1...Int.random(in: 20...60, using: &random) {
                let room = Int.random(in: 0..<rooms.count, using: &random)
                sent[room] += 1
                let rev = sent[room]
                node.store.append(try Sample.append(rooms[room].text, rev)) { failure in
                    #expect(failure == nil)
                    #expect(acknowledged[room] == rev - 1, "acknowledged in order")
                    acknowledged[room] = rev
                }
                if step % Int.random(in: 2...9, using: &random) == 0 {
                    let goal = acknowledged.reduce(0, +) + Int.random(in: 0...3, using: &random)
                    _ = node.loop.run(withinMilliseconds: 30_000) {
                        acknowledged.reduce(0, +) >= min(goal, sent.reduce(0, +))
                    }
                }
            }
            server.stop()
            try server.start()
        }
        _ = node.loop.run(withinMilliseconds: 30_000) { acknowledged == sent }
        #expect(acknowledged == sent)
        for (index, room) in rooms.enumerated() where sent[index] > 0 {
            let stored = try node.ask { node.store.history(room, from: 1, to: .max, limit: .max, bytes: .max, $0) }
            #expect(try stored.get() == (1...sent[index]).map { Sample.delta($0) })
        }
        #expect(node.failure == nil)
    }

    @Test(
        "An append whose answer was lost counts as stored, and another's same bytes as a duplicate")
    func lostAnswer() throws {
        let server = try RedisServer.shared()
        let database = RedisServer.freeDatabase()
        let node = try Node(server, database: database)
        #expect(try node.append(Sample.append("r", 1)) == nil)
        let log = String(decoding: RedisKeys.Room(try #require(RoomName("r"))).log, as: UTF8.self)
        let id = try #require(node.ask("CLIENT", "ID").integer)
        var failure: AppendFailure??
        node.store.append(try Sample.append("r", 2)) { failure = $0 }
        // Cut the connection before the call, and store the delta as if the call had been carried
        // out.
        _ = try Self.asked(server, database, "CLIENT", "KILL", "ID", String(id))
        let text = String(decoding: RedisTexts.text(Sample.delta(2)), as: UTF8.self)
        _ = try Self.asked(server, database, "RPUSH", log, text)
        _ = node.loop.run(withinMilliseconds: 30_000) { failure != nil }
        #expect(failure == .some(nil))
        #expect(try node.ask("LLEN", log).integer == 2)
        let third = String(decoding: RedisTexts.text(Sample.delta(3)), as: UTF8.self)
        _ = try Self.asked(server, database, "RPUSH", log, third)
        #expect(try node.append(Sample.append("r", 3)) == .duplicate(Sample.delta(3)))
    }

    private static func log(_ node: Node, _ room: String) throws -> [RedisReply] {
        let reply = try node.ask("LRANGE", "{s\(shard(room))}r:\(room)", "0", "-1")
        return try #require(reply.array)
    }
    private static func epoch(_ node: Node) throws -> String? {
        try node.ask("HGET", "{s\(Self.shard("r"))}h:r", "epoch").string
    }
    private static func metric(_ node: Node, _ name: String) -> Int? {
        node.store.metrics.first { $0.name == name }?.value
    }

    @Test("Deltas that Redis has acknowledged and lost are written back by their server")
    func lost() throws {
        let node = try Node(RedisServer.shared(), database: RedisServer.freeDatabase())
        for rev in 1...3 { #expect(try node.append(Sample.append("r", rev)) == nil) }
        let (before, epoch) = (try Self.log(node, "r"), try Self.epoch(node))
        _ = try node.ask("LTRIM", "{s\(try Self.shard("r"))}r:r", "0", "0")
        #expect(try node.append(Sample.append("r", 4)) == nil)
        let after = try Self.log(node, "r")
        #expect(after.count == 4 && Array(after.prefix(3)) == before)
        #expect(try Self.epoch(node) == epoch && node.failure == nil)
        #expect(Self.metric(node, "gomoku_redis_healed_total") == 2)
        // Delete the whole room.
        _ = try node.ask("DEL", "{s\(try Self.shard("r"))}r:r", "{s\(try Self.shard("r"))}h:r")
        #expect(try node.append(Sample.append("r", 5)) == nil)
        #expect(try Array(Self.log(node, "r").prefix(4)) == after)
        #expect(try Self.epoch(node) == epoch)
    }

    @Test("After a lost connection every room is checked, and missing deltas are written back")
    func healed() throws {
        // Use a separate Redis, because all connections to it are cut.
        let node = try Node(RedisServer())
        for room in ["r", "q"] {
            for rev in 1...3 { #expect(try node.append(Sample.append(room, rev)) == nil) }
        }
        let before = try Self.log(node, "r")
        _ = try node.ask("LTRIM", "{s\(try Self.shard("r"))}r:r", "0", "1")
        node.store.calls.client.call(RedisCommand("CLIENT", "KILL", "SKIPME", "no")) { _ in }
        _ = node.loop.run(withinMilliseconds: 30_000) { Self.metric(node, "gomoku_redis_healed_total") == 1 }
        #expect(try Self.log(node, "r") == before)
        #expect(try node.append(Sample.append("r", 4)) == nil)
        #expect(try node.append(Sample.append("q", 4)) == nil)
        #expect(Self.metric(node, "gomoku_redis_rewinds_total") == 0)
    }

    @Test("If lost deltas are not in memory, or others replaced them, the room gets a new epoch")
    func rewound() throws {
        for isOther in [false, true] {
            let node = try Node(RedisServer())
            for rev in 1...3 { #expect(try node.append(Sample.append("r", rev)) == nil) }
            let epoch = try Self.epoch(node)
            let log = "{s\(try Self.shard("r"))}r:r"
            if isOther {
                _ = try node.ask("LSET", log, "2", String(decoding: RedisTexts.text(Sample.delta(9)), as: UTF8.self))
                node.store.calls.client.call(RedisCommand("CLIENT", "KILL", "SKIPME", "no")) { _ in }
                _ = node.loop.run(withinMilliseconds: 30_000) {
                    Self.metric(node, "gomoku_redis_rewinds_total") == 1
                }
            } else {
                // Acknowledged deltas are kept only for some heartbeats.
                for _ in 1...5 { #expect(try node.ask { node.store.heartbeat($0) } == nil) }
                _ = try node.ask("LTRIM", log, "0", "1")
                #expect(try node.append(Sample.append("r", 4)) == .moved)
            }
            #expect(Self.metric(node, "gomoku_redis_rewinds_total") == 1)
            #expect(Self.metric(node, "gomoku_redis_healed_total") == 0)
            let next = try Self.epoch(node)
            #expect(epoch != nil && next != nil && next != epoch && node.failure == nil)
            // The store refuses an append from a server that knows only the room's former epoch.
            #expect(try node.append(Sample.append("r", isOther ? 4 : 3)) == .moved)
        }
    }

    @Test("A Redis that comes back empty ends the server")
    func empty() throws {
        let server = try RedisServer()
        let node = try Node(server)
        #expect(try node.append(Sample.append("r", 1)) == nil)
        server.stop()
        try FileManager.default.removeItem(atPath: server.directory + "/appendonlydir")
        try server.start()
        node.store.append(try Sample.append("q", 1)) { _ in }
        _ = node.loop.run(withinMilliseconds: 30_000) { node.failure != nil }
        #expect(node.failure == .otherData)
    }

    @Test("A Redis without memory refuses writes and reports it, and recovers with more memory")
    func full() throws {
        let node = try Node(RedisServer())
        #expect(try node.append(Sample.append("r", 1, chain: 1)) == nil)
        _ = try node.ask("CONFIG", "SET", "maxmemory", "1")
        guard case .unavailable(let sentence) = try node.append(Sample.append("r", 2, chain: 1)) else {
            Issue.record("a delta was stored without memory")
            return
        }
        #expect(sentence.contains("no memory"))
        #expect(node.store.health == .failing(since: Self.now(), sentence))
        _ = try node.ask("CONFIG", "SET", "maxmemory", "0")
        #expect(try node.append(Sample.append("r", 2, chain: 2)) == nil)
        #expect(node.store.health == .ok)
    }

    // MARK: games

    @Test("A game left in the outbox of a killed server is recorded by the next one exactly once")
    func leftBehind() throws {
        let server = try RedisServer.shared()
        let database = RedisServer.freeDatabase()
        let node = try Node(server, database: database)
        for (index, name) in ["Ann", "Bob"].enumerated() {
            let person = Participant(id: ParticipantID("p-\(index)"), name: name)
            let stored = StoredParticipant(participant: person, tokenHash: [UInt8(index)])
            #expect(try node.ask { node.store.save(stored, $0) } == nil)
        }
        let game = Sample.rated("k1", 1, at: 5_000, x: "p-0", o: "p-1")
        // Leave the game in the outbox, like the function that stores the delta.
        let text = String(decoding: GameText.text(StoredGame(unsettled: game)), as: UTF8.self)
        let outbox = String(decoding: RedisKeys.Room(game.room).outbox, as: UTF8.self)
        _ = try node.ask("HSET", outbox, "\(game.id)", text)
        for _ in 1...2 {
            let next = try Node(server, database: database)
            _ = next.loop.run(withinMilliseconds: 30_000) { (try? next.ask("HLEN", outbox).integer) == 0 }
            let stored = try next.ask { next.store.game(game.id, $0) }.get()
            #expect(stored?.players.x == .init(id: ParticipantID("p-0"), name: "Ann", rating: 1_500, after: 1_662))
            let person = try next.ask { next.store.person(.id(ParticipantID("p-0")), $0) }.get()
            #expect(person?.ratings.map(\.rating.games) == [1] && person?.won == 1)
            // Leave it there again, as if that server had been killed before it removed the entry.
            _ = try next.ask("HSET", outbox, "\(game.id)", text)
        }
    }
}
