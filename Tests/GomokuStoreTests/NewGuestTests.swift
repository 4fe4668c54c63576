import GRDB
import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuStore

@Suite("Unsaved guests of the durable store")
struct NewGuestTests {
    private static func guest(_ number: Int, _ name: String = "Ann") -> StoredParticipant {
        StoredParticipant(
            participant: Participant(id: ParticipantID("p-\(number)"), name: name),
            tokenHash: [UInt8](repeating: UInt8(number % 256), count: 31) + [UInt8(number / 256)])
    }

    private static func rows(_ driver: Driver) throws -> [String] {
        try driver.durable.pool.read { db in
            try String.fetchAll(db, sql: "SELECT id || ' ' || name FROM participant ORDER BY id")
        }
    }

    private static func add(_ guest: StoredParticipant, _ driver: Driver) throws {
        let _: Void = try driver.ask { done in driver.store.add(guest) { done(()) } }
    }

    private static func append(
        _ rev: Int = 1, by: String, host: String = "p-1", to room: String = "tea",
        _ changes: [Delta.Change] = [],
        own: Bool = false, chain: Int = 0
    ) throws -> Append {
        let header = RoomHeader(
            name: try #require(RoomName(room)), kind: .gomoku, epoch: "k1", host: ParticipantID(host),
            created: 1)
        return Append(
            room: header, scope: own ? .own : .shared,
            delta: AcceptedDelta(
                rev: rev, by: ParticipantID(by), at: 2, id: "\(rev)", delta: Delta(changes: changes)),
            chain: chain)
    }

    @Test("A new guest has no row, but is found by token, id and profile")
    func found() throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(at: directory.path)
        let ann = Self.guest(1)
        try Self.add(ann, driver)
        #expect(try Self.rows(driver) == [])
        #expect(try driver.participant(ann.tokenHash) == ann.participant)
        #expect(try driver.people(["p-1", "p-2"]) == [ann.participant])
        #expect(try driver.person("p-1")?.participant == ann.participant)
        #expect(try driver.games("p-1") == [] && driver.games("p-2") == nil)
        #expect(try driver.participant(Self.guest(2).tokenHash) == nil)
    }

    @Test(
        "A guest is stored together with its first action or seat, and other guests are not",
        arguments: [
            "delta", "seat", "private", "host", "chat", "order", "claim", "session", "name", "close",
        ])
    func stored(_ what: String) throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(at: directory.path)
        let room = try #require(RoomName("tea"))
        if what != "host" {
            #expect(try driver.append(Self.append(by: "server", host: "server")) == nil)
        }
        for number in [1, 2] { try Self.add(Self.guest(number), driver) }
        let account = Account(
            participant: "p-1", name: "Ann",
            password: PasswordHash(salt: [], hash: [], rounds: 2, blockSize: 1, parallelism: 1),
            since: 1)
        switch what {
        case "delta": #expect(try driver.append(Self.append(2, by: "p-1")) == nil)
        case "seat":
            let seat = Delta.Change(GameKey.seat(.x).text, .string("p-1"))
            #expect(try driver.append(Self.append(2, by: "server", [seat])) == nil)
        case "private": #expect(try driver.append(Self.append(1, by: "p-1", own: true)) == nil)
        case "host": #expect(try driver.append(Self.append(by: "server", host: "p-1")) == nil)
        case "chat":
            #expect(
                try driver.say(
                    ChatMessage(by: Self.guest(1).participant, at: 1, id: "1", text: "hello"), in: room) == nil)
        case "order": #expect(try driver.storeOrder(["p-1"], in: room) == nil)
        case "claim": #expect(try driver.claim(account) == nil)
        case "session": #expect(try driver.addSession([7], of: "p-1") == nil)
        case "name": #expect(try driver.save(Self.guest(1)) == nil)
        default:
            try driver.restart()
            #expect(try Self.rows(driver) == ["p-1 Ann", "p-2 Ann"])
            return
        }
        #expect(try Self.rows(driver) == ["p-1 Ann"])
        #expect(try driver.durable.guests.all == [Self.guest(2)], "a stored guest is not stored again")
        try driver.restart()
        #expect(try driver.participant(Self.guest(1).tokenHash)?.id == "p-1")
    }

    @Test("A new name takes effect despite pending actions under the old name")
    func renamed() throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(at: directory.path)
        try Self.add(Self.guest(1), driver)
        var answers = 0
        driver.store.append(try Self.append(by: "p-1")) { _ in answers += 1 }
        driver.store.save(Self.guest(1, "Bea")) { _ in answers += 1 }
        driver.store.append(try Self.append(2, by: "p-1")) { _ in answers += 1 }
        while answers < 3 { try driver.step() }
        #expect(try driver.participant(Self.guest(1).tokenHash)?.name == "Bea")
        #expect(try Self.rows(driver) == ["p-1 Bea"])
    }

    @Test("If storing fails, the guest stays in memory and is stored with a later action")
    func failed() throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(at: directory.path)
        try Self.add(Self.guest(1), driver)
        try driver.durable.pool.write {
            try $0.execute(
                sql: "CREATE TRIGGER full BEFORE INSERT ON journal BEGIN SELECT RAISE(FAIL, 'full'); END")
        }
        #expect(try driver.append(Self.append(by: "p-1")) != nil)
        #expect(try Self.rows(driver) == [])
        #expect(try driver.participant(Self.guest(1).tokenHash)?.id == "p-1")
        try driver.durable.pool.write { try $0.execute(sql: "DROP TRIGGER full") }
        #expect(try driver.append(Self.append(by: "p-1", chain: 1)) == nil)
        #expect(try Self.rows(driver) == ["p-1 Ann"])
    }

    @Test("Beyond the limit the oldest unsaved guests are stored, and all are still found")
    func many() throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(at: directory.path)
        let count = UnsavedGuests.limit + 1
        for number in 0..<count { try Self.add(Self.guest(number), driver) }
        while try Self.rows(driver).count < UnsavedGuests.overflow { try driver.step() }
        #expect(try Self.rows(driver).count == UnsavedGuests.overflow)
        for number in [0, UnsavedGuests.overflow, count - 1] {
            #expect(
                try driver.participant(Self.guest(number).tokenHash)?.id == ParticipantID("p-\(number)"))
        }
    }

    @Test("An unclaimed name has no account, and a newly claimed one is found at once")
    func names() throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(at: directory.path)
        #expect(try driver.account("Ann") == nil)
        try Self.add(Self.guest(1), driver)
        let account = Account(
            participant: "p-1", name: "Ann",
            password: PasswordHash(salt: [], hash: [], rounds: 2, blockSize: 1, parallelism: 1),
            since: 1)
        #expect(try driver.claim(account) == nil)
        #expect(try driver.account("ann")?.participant == "p-1")
        try driver.restart()
        #expect(try driver.account("Ann")?.participant == "p-1" && driver.account("Bea") == nil)
    }
}
