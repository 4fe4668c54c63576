import Foundation
import GameState
import Redis
import Storage
import Synchronization
import TestSupport
import Testing

@testable import GomokuRedisStore

/// Servers that share a Redis.
@Suite("Servers that share a Redis")
struct RedisNodesTests {
    private static let now: @Sendable () -> Int = { 1_700_000_100_000 }

    /// An observer that records the calls it receives.
    private final class RecordingObserver: NodeObserver {
        var peers: [NodeID] = []
        var heard: [String] = []
        var gone: [NodeID] = []
        var lost: [RoomName] = []
        var rewound: [RoomName] = []
        var unheard = 0
        var missed = 0

        func received(_ bytes: [UInt8]) { heard.append(String(decoding: bytes, as: UTF8.self)) }
        func gone(_ node: NodeID) { gone.append(node) }
        func lost(_ room: RoomName) { lost.append(room) }
        func lostDeltas(_ room: RoomName) { rewound.append(room) }
        func missedHeartbeats(_ done: @escaping () -> Void) {
            unheard += 1
            done()
        }
        func mayHaveMissed() { missed += 1 }
        func beat() {}
        func endTurn() {}
    }

    /// A server. Several servers share one loop.
    private final class Node {
        let loop: PollingLoop
        let store: RedisStore
        let nodes: any NodeNetwork
        let observer = RecordingObserver()
        private let server: RedisServer

        init(
            _ server: RedisServer, _ database: Int, on loop: PollingLoop,
            durability: RedisStoreOpening.Durability = .full
        ) throws {
            self.server = server
            self.loop = loop
            let address = RedisAddress(.socket(path: server.socket), database: database)
            let opening = try RedisStoreOpening(
                address, durability: durability, process: ServerIdentity(), newID: "id \(database)",
                now: RedisNodesTests.now)
            store = try RedisStore(opening, on: loop, patience: .ofTests, now: RedisNodesTests.now) {
                Issue.record("the store gave up: \($0)")
            }
            nodes = try #require(store.nodes)
            nodes.begin(observer)
            // The subscription is active once the server receives its own message.
            _ = until { [self] in
                if observer.heard.isEmpty { nodes.broadcast(Array("here".utf8)) }
                return observer.heard.contains("here")
            }
            // Messages arrive in order, so no earlier one arrives after this one.
            nodes.broadcast(Array("last".utf8))
            let isReady = until { [self] in observer.heard.contains("last") }
            try #require(isReady, "the last message of the set-up")
            observer.heard = []
        }

        func until(_ isDone: () -> Bool) -> Bool { loop.run(withinMilliseconds: 30_000, until: isDone) }

        func ask<Answer>(_ question: (@escaping (Answer) -> Void) -> Void) throws -> Answer {
            var answer: Answer?
            question { answer = $0 }
            _ = until { answer != nil }
            return try #require(answer, "no answer in half a minute")
        }

        func place(_ room: RoomName) throws -> RoomAssignment { try ask { nodes.place(room, $0) }.get() }
        func letGo(of room: RoomName) throws {
            nodes.release(room)
            // Redis answers in order, so the room is released once this is answered.
            try redis("PING")
        }
        func append(_ append: Append) throws -> AppendFailure? { try ask { store.append(append, $0) } }

        @discardableResult
        func redis(_ words: String...) throws -> RedisReply {
            try ask { store.calls.client.call(RedisCommand(words.map { Array($0.utf8) }), $0) }.get()
        }
    }

    private static func two(_ durability: RedisStoreOpening.Durability = .full) throws -> (Node, Node) {
        let (server, database, loop) = (try RedisServer.shared(), RedisServer.freeDatabase(), PollingLoop())
        func node() throws -> Node { try Node(server, database, on: loop, durability: durability) }
        return (try node(), try node())
    }

    private static let room = RoomName("r")

    @Test("Every server is told when a room gets a new epoch")
    func rewound() throws {
        let (one, other) = try Self.two()
        let (room, append) = (try #require(Self.room), try Sample.append("r", 1))
        #expect(try one.append(append) == nil)
        one.nodes.rewind(room, epoch: append.room.epoch)
        #expect(other.until { other.observer.rewound == [room] })
        #expect(try one.append(Sample.append("r", 2)) == .moved)
    }

    // MARK: people

    /// Sends the same number of requests to two servers at the same time.
    private static func race<Answer>(
        _ one: Node, _ other: Node, _ count: Int, _ ask: (RedisStore, Int, @escaping (Answer) -> Void) -> Void
    ) -> [(one: Answer, other: Answer)] {
        var answers: [[Answer]] = [[], []]
        for number in 0..<count {
            for (index, node) in [one, other].enumerated() { ask(node.store, number) { answers[index].append($0) } }
        }
        #expect(one.until { answers.allSatisfy { $0.count == count } })
        return zip(answers[0], answers[1]).map { ($0, $1) }
    }

    private static func save(_ number: Int, _ node: Node) throws {
        let guest = Participant(id: ParticipantID("p-\(number)"), name: "Guest")
        let stored = StoredParticipant(participant: guest, tokenHash: [UInt8(number / 256), UInt8(number % 256)])
        let failure: StoreFailure? = try node.ask { node.store.save(stored, $0) }
        #expect(failure == nil)
    }

    @Test("If two servers claim a name at the same time, exactly one succeeds")
    func claims() throws {
        let (one, other) = try Self.two()
        for number in 0..<40 { try Self.save(number, one) }
        let password = PasswordHash(salt: [1], hash: [2], rounds: 16, blockSize: 8, parallelism: 1)
        let claims = Self.race(one, other, 20) { (store, number, done: @escaping (PeopleRefusal?) -> Void) in
            let id = ParticipantID("p-\(2 * number + (store === one.store ? 0 : 1))")
            let account = Account(participant: id, name: "Name \(number)", password: password, since: 77)
            store.change(.claim(account, device: nil), done)
        }
        for (number, pair) in claims.enumerated() {
            #expect([pair.one, pair.other].count { $0 == nil } == 1, "name \(number)")
            #expect([pair.one, pair.other].contains(.nameTaken), "name \(number)")
            let owner = "p-\(2 * number + (pair.one == nil ? 0 : 1))"
            let account: Result<Account?, StoreFailure> = try one.ask {
                one.store.account(name: NameKey("Name \(number)"), $0)
            }
            #expect(try account.get()?.participant.text == owner)
        }
    }

    @Test("Games of one player that end on two servers at the same time all count")
    func settling() throws {
        let (one, other) = try Self.two()
        for number in 0..<21 { try Self.save(number, one) }
        let failures = Self.race(one, other, 10) { (store, number, done: @escaping (PeopleRefusal?) -> Void) in
            let opponent = 2 * number + (store === one.store ? 1 : 2)
            store.ledger.settle(Sample.rated("k1", opponent, at: 5_000, x: "p-0", o: "p-\(opponent)"), done)
        }
        #expect(failures.allSatisfy { $0.one == nil && $0.other == nil })
        let rating: Result<Glicko2.Rating, StoreFailure> = try one.ask {
            one.store.rating(of: "p-0", rule: .standard, speed: .blitz, now: 5_000, $0)
        }
        #expect(try rating.get().games == 20)
        let person: Result<Person?, StoreFailure> = try one.ask { one.store.person(.id("p-0"), $0) }
        #expect(try person.get()?.won == 20)
    }

    @Test("Servers that open an empty database at the same time share one store id")
    func beginning() throws {
        let server = try RedisServer.shared()
        for _ in 1...8 {
            let database = RedisServer.freeDatabase()
            let ids = Mutex<Set<String>>([])
            let failures = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                let address = RedisAddress(.socket(path: server.socket), database: database)
                do {
                    let opening = try RedisStoreOpening(
                        address, durability: .full, process: ServerIdentity(), newID: "id \(number)", now: Self.now)
                    ids.withLock { _ = $0.insert(opening.id) }
                } catch {
                    failures.withLock { $0.append("server \(number): \(error)") }
                }
            }
            #expect(failures.withLock { $0 } == [])
            #expect(ids.withLock { $0.count } == 1)
        }
    }

    @Test("A room is served by the first server that asks for it, until that server releases it")
    func place() throws {
        let (one, two) = try Self.two()
        let room = try #require(Self.room)
        #expect(try one.place(room) == .here(lastAlive: nil))
        #expect(try two.place(room) == .there(one.nodes.id))
        #expect(try one.place(room) == .here(lastAlive: nil))
        // A server that does not serve the room cannot release it.
        two.nodes.release(room)
        #expect(try two.place(room) == .there(one.nodes.id))
        one.nodes.release(room)
        #expect(try one.ask { one.nodes.lost(of: [room], $0) } == [])
        #expect(try two.place(room) == .here(lastAlive: nil))
        #expect(try one.ask { one.nodes.lost(of: [room], $0) } == [room])
    }

    @Test("The rooms of a silent server are taken over, and it can no longer write to them")
    func taken() throws {
        let (one, two) = try Self.two()
        let room = try #require(Self.room)
        #expect(try one.place(room) == .here(lastAlive: nil))
        #expect(try one.append(Sample.append("r", 1)) == nil)
        try one.redis("DEL", "nd:\(one.nodes.id)")
        #expect(try two.place(room) == .here(lastAlive: Self.now()))
        guard case .unavailable = try one.append(Sample.append("r", 2)) else {
            Issue.record("a server that does not serve the room stored a delta")
            return
        }
        #expect(one.observer.lost == [room])
        #expect(try two.append(Sample.append("r", 2)) == nil)
        #expect(one.until { one.observer.unheard == 1 }, "the server finds out that it counted as gone")
        let header = RoomHeader(name: room, kind: .open, epoch: "k", host: ParticipantID("p"), created: 1)
        let line = ChatMessage(by: Participant(id: ParticipantID("p"), name: "P"), at: 1, id: "s", text: "no")
        #expect(try one.ask { one.store.storeChat(line, in: room, epoch: header.epoch, limit: 5, $0) } != nil)
    }

    @Test(
        "A room gets a new epoch if its server and Redis were gone together, unless nothing can be lost",
        arguments: [RedisStoreOpening.Durability.os, .full], ["the same run", "another run"])
    func goneTogether(_ durability: RedisStoreOpening.Durability, _ run: String) throws {
        let (one, two) = try Self.two(durability)
        let room = try #require(Self.room)
        #expect(try one.place(room) == .here(lastAlive: nil))
        #expect(try one.append(Sample.append("r", 1)) == nil)
        try one.redis("DEL", "nd:\(one.nodes.id)")
        if run == "another run" { try one.redis("HSET", "runs", "\(one.nodes.id)", run) }
        #expect(try two.place(room) == .here(lastAlive: Self.now()))
        let epoch = try two.ask { two.store.load(room, $0) }.get()?.header.epoch
        #expect((epoch == "k1") == (durability == .full || run == "the same run"), "\(epoch ?? "no room")")
    }

    @Test("A ban is shared until it ends, and beyond the limit the bans that end first are removed")
    func shutOut() throws {
        let (one, two) = try Self.two()
        let now = Self.now()
        func shut(_ key: String, _ until: Int?, limit: Int = 10) throws {
            let failure: StoreFailure? = try one.ask {
                one.store.shutOut(key, in: "banned", until: until, now: now, limit: limit, $0)
            }
            #expect(failure == nil)
        }
        func read() throws -> [String: [String: Int]] {
            try two.ask { two.store.shutOut(in: ["banned", "muted"], $0) }.get()
        }
        try shut("p-1", 100_000_000_000_000)
        try shut("10.0.0.1", now + 5)
        #expect(try read() == ["banned": ["p-1": 100_000_000_000_000, "10.0.0.1": now + 5], "muted": [:]])
        try shut("p-2", now + 1, limit: 2)
        #expect(try read()["banned"]?.keys.sorted() == ["10.0.0.1", "p-1"])
        try shut("p-1", nil)
        // An expired ban is removed with the next change.
        try shut("p-3", now)
        #expect(try read()["banned"] == ["10.0.0.1": now + 5])
    }

    @Test("Attempts on one server count on the others, and return with time or when given back")
    func tries() throws {
        let (one, two) = try Self.two()
        let slow = SharedTokenBucket(key: "login 10.0.0.1 Ann", burst: 3, interval: 3_600_000)
        let slower = SharedTokenBucket(key: "login 10.0.0.1", burst: 5, interval: 7_200_000)
        func spend(_ node: Node, _ purses: SharedTokenBucket...) throws -> Int {
            try node.ask { node.store.spend(purses, $0) }.get()
        }
        for node in [one, two, one] { #expect(try spend(node, slower, slow) == 0) }
        let wait = try spend(two, slower, slow)
        #expect((3_000_000...3_600_001).contains(wait), "\(wait)")
        // The refused attempt took nothing from the first bucket, so two tokens are left.
        #expect(try spend(one, slower) == 0)
        #expect(try spend(two, slower) == 0)
        #expect(try spend(two, slower) > 3_600_000)
        one.store.giveBack([slow])
        #expect(try spend(one, slow) == 0)
        #expect(try spend(two, slow) > 0)
        let left = try two.redis("PTTL", "{people}try:\(slow.key)").integer ?? 0
        #expect(left > 0 && left <= 3 * 3_600_000, "the key expires by itself")
        let quick = SharedTokenBucket(key: "quick", burst: 1, interval: 1)
        #expect(try spend(one, quick) == 0)
        #expect(two.until { (try? spend(two, quick)) == 0 }, "one attempt has been refilled")
        #expect(try spend(one) == 0)
    }

    @Test("An id that another server has stored is recognised when a room returns")
    func ids() throws {
        let (one, two) = try Self.two()
        let room = try #require(Self.room)
        #expect(try one.place(room) == .here(lastAlive: nil))
        #expect(try one.append(Sample.append("r", 1)) == nil)
        try one.letGo(of: room)
        #expect(try two.place(room) == .here(lastAlive: nil))
        #expect(try two.append(Sample.append("r", 2)) == nil)
        try two.letGo(of: room)
        #expect(try one.place(room) == .here(lastAlive: nil))
        // The same ID is sent with the next revision.
        let second = Sample.delta(2)
        let again = AcceptedDelta(rev: 3, by: second.by, at: second.at, id: second.id, delta: second.delta)
        let append = try Sample.append("r", 3)
        #expect(
            try one.append(Append(room: append.room, scope: .shared, delta: again, chain: 7)) == .duplicate(second)
        )
    }

    @Test("Messages between servers arrive in order, and a server that has stopped counts as gone")
    func messages() throws {
        let (one, two) = try Self.two()
        for number in 1...50 { one.nodes.send(Array("\(number)".utf8), to: two.nodes.id) }
        #expect(one.until { two.observer.heard.count == 50 })
        #expect(two.observer.heard == (1...50).map { "\($0)" })
        two.nodes.broadcast(Array("all".utf8))
        #expect(one.until { one.observer.heard.contains("all") })
        one.nodes.send(Array("lost".utf8), to: NodeID("nobody"))
        #expect(one.until { one.observer.gone == [NodeID("nobody")] })
        // The server stops, and the others learn of it at once.
        let _: Void = try two.ask { done in two.store.close { done(()) } }
        #expect(one.until { one.observer.gone.contains(two.nodes.id) })
        #expect(try one.redis("EXISTS", "nd:\(two.nodes.id)").integer == 0)
    }

    @Test("A server without a sign of life counts as gone for its peers")
    func silent() throws {
        let (one, two) = try Self.two()
        one.observer.peers = [two.nodes.id, NodeID("never")]
        #expect(one.until { one.observer.gone.contains(NodeID("never")) })
        #expect(!one.observer.gone.contains(two.nodes.id))
    }

    @Test("A server is told when it may have missed messages")
    func missed() throws {
        let server = try RedisServer()
        let node = try Node(server, 0, on: PollingLoop())
        #expect(node.observer.missed == 0)
        server.stop()
        try server.start()
        #expect(node.until { node.observer.missed == 1 })
        node.nodes.send(Array("again".utf8), to: node.nodes.id)
        #expect(node.until { node.observer.heard.contains("again") })
    }
}
