import GameState
import Redis
import Storage
import TestSupport
import Testing

@testable import GomokuRedisStore

@Suite("Unsaved guests of the store in Redis")
struct RedisGuestTests {
    private static func guest(_ number: Int, _ name: String = "Ann") -> StoredParticipant {
        StoredParticipant(
            participant: Participant(id: ParticipantID("p-\(number)"), name: name),
            tokenHash: [UInt8](repeating: UInt8(number % 256), count: 31) + [UInt8(number / 256)])
    }

    /// Returns the stored participants and their names.
    private static func people(_ driver: Driver) throws -> [String] {
        let reader = try RedisReader(driver.address())
        defer { reader.close() }
        var people: [String] = []
        try reader.scan(["SCAN", "MATCH", "{people}p:*"]) { (found) throws(RedisStoreFailure) in
            for key in found.compactMap(\.string) {
                let name = try reader.sound(RedisCommand("HGET", key, "name")).string ?? "nobody"
                people.append("\(key.dropFirst("{people}p:".count)) \(name)")
            }
        }
        return people.sorted()
    }

    private static func add(_ guest: StoredParticipant, _ driver: Driver) throws {
        let _: Void = try driver.ask { done in driver.store.add(guest) { done(()) } }
    }

    private static func guests(_ driver: Driver) throws -> any SharedGuests {
        try #require(driver.store.sharedGuests)
    }

    private static func owner(
        _ guest: StoredParticipant, isSigned: Bool = true, _ driver: Driver
    ) throws -> TokenOwner {
        let guests = try guests(driver)
        return try driver.ask {
            guests.owner(tokenHash: guest.tokenHash, signed: isSigned ? guest.participant.id : nil, $0)
        }.get()
    }

    private static func append(
        _ rev: Int = 1, by: String, host: String = "p-1", _ changes: [Delta.Change] = [], own: Bool = false
    ) throws -> Append {
        let header = RoomHeader(
            name: try #require(RoomName("tea")), kind: .gomoku, epoch: "k1", host: ParticipantID(host), created: 1)
        return Append(
            room: header, scope: own ? .own : .shared,
            delta: AcceptedDelta(
                rev: rev, by: ParticipantID(by), at: 2, id: "\(rev)", delta: Delta(changes: changes)))
    }

    @Test("A new guest is not stored, but is found by id and by a signed token")
    func found() throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(.redis, at: directory.path)
        try Self.add(Self.guest(1), driver)
        _ = try driver.save(Self.guest(1, "Bea"))
        #expect(try Self.people(driver) == [])
        #expect(try driver.people(["p-1", "p-2"]).map(\.name) == ["Bea"])
        #expect(try driver.person("p-1")?.participant.name == "Bea")
        #expect(try driver.games("p-1") == [] && driver.games("p-2") == nil)
        #expect(try Self.owner(Self.guest(1), driver) == .guest("p-1", name: "Bea"))
        #expect(try Self.owner(Self.guest(1), isSigned: false, driver) == .nobody)
        // The guest is known to another server, or was known to this one before a crash.
        #expect(try Self.owner(Self.guest(2), driver) == .guest("p-2", name: nil))
    }

    @Test(
        "A guest is stored before its first action or seat, but not for a place in a joining order",
        arguments: ["delta", "seat", "private", "host", "chat", "order", "claim", "session", "name"])
    func stored(_ what: String) throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(.redis, at: directory.path)
        let room = try #require(RoomName("tea"))
        if what != "host" {
            #expect(try driver.append(Self.append(by: "server", host: "server")) == nil)
        }
        for number in [1, 2] { try Self.add(Self.guest(number), driver) }
        let account = Account(
            participant: "p-1", name: "Ann",
            password: PasswordHash(salt: [], hash: [], rounds: 2, blockSize: 1, parallelism: 1), since: 1)
        switch what {
        case "delta": #expect(try driver.append(Self.append(2, by: "p-1")) == nil)
        case "seat":
            let seat = Delta.Change(GameKey.seat(.x).text, .string("p-1"))
            #expect(try driver.append(Self.append(2, by: "server", [seat])) == nil)
        case "private": #expect(try driver.append(Self.append(1, by: "p-1", own: true)) == nil)
        case "host": #expect(try driver.append(Self.append(by: "server", host: "p-1")) == nil)
        case "chat":
            let line = ChatMessage(by: Self.guest(1).participant, at: 1, id: "1", text: "hello")
            #expect(try driver.say(line, in: room) == nil)
        case "order":
            #expect(try driver.storeOrder(["p-1"], in: room) == nil)
            #expect(try Self.people(driver) == [])
            return
        case "claim": #expect(try driver.claim(account) == nil)
        case "session": #expect(try driver.addSession([7], of: "p-1") == nil)
        default:
            let failure: PeopleRefusal? = try driver.ask { driver.store.change(.giveName("p-1", to: "Ann"), $0) }
            #expect(failure == nil)
        }
        #expect(try Self.people(driver) == ["p-1 Ann"])
        let guests = try Self.guests(driver)
        #expect(guests.unsaved("p-1") == nil && guests.unsaved("p-2") != nil, "a stored guest is not stored again")
        try driver.restart()
        #expect(try driver.participant(Self.guest(1).tokenHash)?.id == "p-1")
    }

    @Test("A new name takes effect despite pending actions under the old name")
    func renamed() throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(.redis, at: directory.path)
        try Self.add(Self.guest(1), driver)
        let (first, second) = (try Self.append(by: "p-1"), try Self.append(2, by: "p-1"))
        let _: Void = try driver.ask { done in
            var answers = 0
            func answered() {
                answers += 1
                if answers == 3 { done(()) }
            }
            driver.store.append(first) { _ in answered() }
            driver.store.save(Self.guest(1, "Bea")) { _ in answered() }
            driver.store.append(second) { _ in answered() }
        }
        #expect(try driver.participant(Self.guest(1).tokenHash)?.name == "Bea")
        #expect(try Self.people(driver) == ["p-1 Bea"])
    }

    @Test("An unsaved guest stays in memory while it is held, as do the most recent ones")
    func remembered() throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(.redis, at: directory.path)
        let guests = try Self.guests(driver)
        try Self.add(Self.guest(0), driver)
        try Self.add(Self.guest(1), driver)
        var held = [try #require(guests.hold("p-1"))]
        for number in 2..<UnsavedGuests.recentLimit + 2 { try Self.add(Self.guest(number), driver) }
        #expect(guests.unsaved("p-0") == nil && guests.unsaved("p-2") != nil && guests.unsaved("p-1") != nil)
        #expect(held.count == 1)
        held = []
        #expect(guests.unsaved("p-1") == nil)
        // A guest of another server stays in memory only while it is held.
        var other: AnyObject? = guests.hold(Self.guest(9_000))
        #expect(other != nil && guests.unsaved("p-9000") != nil)
        other = nil
        #expect(other == nil && guests.unsaved("p-9000") == nil)
    }

    @Test("A signed token is invalid after its owner has signed out or was deleted")
    func nobodys() throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(.redis, at: directory.path)
        let ann = Self.guest(1)
        try Self.add(ann, driver)
        let account = Account(
            participant: "p-1", name: "Ann",
            password: PasswordHash(salt: [], hash: [], rounds: 2, blockSize: 1, parallelism: 1), since: 1)
        #expect(try driver.claim(account) == nil)
        #expect(try Self.owner(ann, driver) == .participant(Participant(id: "p-1", name: "Ann", isClaimed: true)))
        let ended: PeopleRefusal? = try driver.ask { driver.store.change(.endSessions(.all, of: "p-1"), $0) }
        #expect(ended == nil)
        #expect(try Self.owner(ann, driver) == .nobody, "signed out")
        let forgotten: PeopleRefusal? = try driver.ask { driver.store.change(.deleteAccount("p-1", at: 0), $0) }
        #expect(forgotten == nil)
        #expect(try Self.owner(ann, driver) == .nobody, "deleted")
        #expect(try Self.people(driver) == [])
    }
}
