import GameState
import GomokuStore
import Redis
import Storage
import TestSupport
import Testing

@testable import GomokuRedisStore

/// Exporting a store and importing it into another one preserves everything.
@Suite("Export and import")
struct ExportTests {
    private let directory = TemporaryDirectory()
    private let other = TemporaryDirectory()

    private func person(_ id: String, _ name: String, token: UInt8) -> StoredParticipant {
        StoredParticipant(participant: Participant(id: ParticipantID(id), name: name), tokenHash: [token, 0, 0xFF])
    }

    /// Returns a store with something of each kind in it.
    private func filled(_ kind: StoreKind) throws -> Driver {
        let driver = try Driver(kind, at: directory.path)
        try driver.fill()
        for (number, name) in ["Ann", "Bob", "Eve", "odd \u{0} \" name", "Gus"].enumerated() {
            #expect(try driver.save(person("p-\(number)", name, token: UInt8(number))) == nil)
        }
        for (id, name) in [("p-0", "Ann"), ("p-2", "Eve"), ("p-4", "Gus")] {
            let password = PasswordHash(salt: [1, 0xFE], hash: [2, 3], rounds: 16, blockSize: 8, parallelism: 1)
            let account = Account(participant: ParticipantID(id), name: name, password: password, since: 77)
            #expect(try driver.claim(account) == nil)
        }
        #expect(try driver.addSession([9, 0xC0], of: "p-0", at: 5) == nil)
        #expect(try driver.rename("p-2", to: "Zoe") == nil)
        // Delete the account as of 2096, so that its names are still reserved whenever this test
        // runs.
        #expect(try driver.forget("p-4", at: 4_000_000_000_000) == nil)
        for number in 1...7 {
            // The sixth and seventh game of one day do not change ratings.
            let game = Sample.rated(
                "k1", number, at: 1_700_000_000_000 + number, x: "p-0", o: "p-2", in: "rated", isListed: number == 3)
            #expect(try driver.append(Sample.append("rated", number, finished: game)) == nil)
        }
        let robot = Sample.rated(
            "k9", 1, at: 1_700_000_000_050, x: "robot:3", o: "p-1", result: "draw", in: "rated", moves: 2)
        #expect(try driver.append(Sample.append("rated", 8, finished: robot)) == nil)
        let rated = try #require(RoomName("rated"))
        for number in 1...2 {
            let line = ChatMessage(
                by: Participant(id: ParticipantID("p-3"), name: "odd \u{0} \" name"), at: number, id: "c\(number)",
                text: "\"quoted\" \u{0}\n", isForSpectators: number == 2)
            #expect(try driver.say(line, in: rated) == nil)
        }
        #expect(try driver.storeOrder([ParticipantID("p-2"), ParticipantID("p-0")], in: rated) == nil)
        #expect(try driver.append(Sample.append("listed", 1, [.init(GameTerms.Field.listed.rawValue, "yes")])) == nil)
        #expect(try driver.append(Sample.append("mine", 1, by: "p-1", own: true)) == nil)
        // A store in Redis settles games after the deltas that end them. Each request gives it time
        // to continue.
        for _ in 0..<100 where (try? driver.records()) == nil { _ = try driver.game(robot.id) }
        return driver
    }

    @Test(
        "A name that has an owner again is not reserved, and keeps its owner after an import",
        arguments: StoreKind.thatForget)
    func ownedAgain(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        for (number, name) in ["Ann", "Bob"].enumerated() {
            #expect(try driver.save(person("p-\(number)", name, token: UInt8(number))) == nil)
            let password = PasswordHash(salt: [1], hash: [2], rounds: 16, blockSize: 8, parallelism: 1)
            let account = Account(
                participant: ParticipantID("p-\(number)"), name: name, password: password, since: 77)
            #expect(try driver.claim(account) == nil)
        }
        #expect(try driver.forget("p-0", at: 4_000_000_000_000) == nil)
        let isReserved = { (record: StoreRecord) in if case .reserved = record { true } else { false } }
        #expect(try driver.records().filter(isReserved).count == 1)
        #expect(try driver.giveName("p-1", to: "Ann") == nil)
        let records = try driver.records()
        #expect(!records.contains(where: isReserved))
        let other = try Driver(.redis, at: self.other.path, importing: records)
        #expect(try other.account("Ann")?.participant == "p-1")
        let reader = try RedisReader(other.address())
        defer { reader.close() }
        #expect(
            try reader.sound(RedisCommand("PTTL", "{people}n:\(NameKey("Ann"))")).integer == -1,
            "the name never expires")
    }

    /// Returns the store's answers to typical requests.
    private func answers(_ driver: Driver) throws -> [String] {
        var answers: [String] = []
        for id in ["p-0", "p-1", "p-2", "robot:3"] {
            answers.append("\(String(describing: try driver.person(id)))")
            answers.append("\(String(describing: try driver.games(id)))")
        }
        answers.append("\(try driver.leaders())")
        answers.append("\(String(describing: try driver.recentGames()))")
        answers.append("\(try driver.rooms(listedOnly: true))")
        answers.append("\(try driver.rooms().sorted { $0.name.text < $1.name.text })")
        for token in [[0, 0, 0xFF], [1, 0, 0xFF], [9, 0xC0]] as [[UInt8]] {
            answers.append("\(String(describing: try driver.participant(token)))")
        }
        answers.append("\(String(describing: try driver.account("eve")))")
        answers.append("\(try driver.sessions("p-0").sorted { $0.tokenHash.count < $1.tokenHash.count })")
        for name in ["rated", "listed", "mine", "game0"] {
            let room = try driver.load(try #require(RoomName(name)))
            let header = try #require(room).header
            answers.append(
                "\(header.kind) \(header.creator) \(header.created) \(room?.chat ?? []) \(room?.order ?? [])")
        }
        return answers
    }

    @Test(
        "An export imported into either kind of store gives the same store",
        arguments: TestSpeed.cases(
            [(StoreKind.filing, StoreKind.redis), (.redis, .full)],
            all: [StoreKind.full, .filing, .redis].flatMap { kind in [(kind, .full), (kind, .redis)] }))
    func same(_ kind: StoreKind, _ next: StoreKind) throws {
        let driver = try filled(kind)
        let records = try driver.records()
        let lines = records.map { StoreRecord(text: $0.text) }
        #expect(lines == records, "each record is parsed from its line unchanged")
        let owners = records.filter { if case .delta(_, owner: .some) = $0 { true } else { false } }
        #expect(owners.count > 1 && records.count > 400)

        let moved = try Driver(next, at: other.path, importing: records)
        #expect(try moved.records().dropFirst() == records.dropFirst())
        let faults = try moved.faults()
        #expect(faults == [])
        #expect(try answers(moved) == answers(driver))

        // The store continues with a new epoch. It accepts only the next revision, and no ID twice.
        let rated = try #require(RoomName("rated"))
        let epoch = try #require(try moved.load(rated)).header.epoch
        #expect(epoch != "k1")
        #expect(
            try moved.append(Sample.append("rated", 9, chain: 4)) == .moved,
            "the append has the epoch of the other store")
        #expect(try moved.append(Sample.append("rated", 8, id: "new", epoch: epoch)) == .moved)
        let again = try Sample.append("rated", 9, id: "i3", chain: 1, epoch: epoch)
        #expect(try moved.append(again) == .duplicate(Sample.delta(3)))
        #expect(try moved.append(Sample.append("rated", 9, chain: 2, epoch: epoch)) == nil)
        let eighth = Sample.rated("k1", 8, at: 1_700_000_000_009, x: "p-2", o: "p-0", in: "rated")
        #expect(try moved.append(Sample.append("rated", 10, chain: 3, epoch: epoch, finished: eighth)) == nil)
        #expect(try moved.game(eighth.id)?.players.x?.after == nil, "five games of this day have counted already")
        #expect(try moved.faults() == [])
    }

    @Test("An import carries over more people than may wait for answers at once")
    func crowd() throws {
        var records: [StoreRecord] = [.store(alive: nil)]
        for number in 10_000..<22_000 {
            let token = [UInt8(number & 0xFF), UInt8(number >> 8)]
            let id = ParticipantID("p-\(number)")
            records.append(.person(PersonRecord(id: id, name: "Guest", isBot: false, tokenHash: token)))
        }
        let driver = try Driver(.redis, at: directory.path, importing: records)
        #expect(try driver.records().dropFirst() == records.dropFirst())
    }

    @Test(
        "An import never overwrites a store, and a failed import leaves nothing behind",
        arguments: [StoreKind.full, .redis])
    func refused(_ kind: StoreKind) throws {
        struct Broken: Error {}
        let driver = try filled(kind)
        let records = try driver.records()
        let code: (any Error) -> String = { error in
            (error as? StoreOpenError)?.code ?? (error as? RedisStoreFailure)?.code ?? "\(error)"
        }
        func put(_ records: [StoreRecord], thenFails: Bool = false) throws {
            func all(_ take: (StoreRecord) throws -> Void) throws {
                try records.forEach(take)
                if thenFails { throw Broken() }
            }
            if kind == .redis {
                try RedisImport.put(into: driver.address(), id: "x", now: 1, all)
            } else {
                try StoreImport.put(into: other.path, now: 1, all)
            }
        }
        if kind == .redis {
            #expect { try put(records) } throws: { code($0) == "exists" }
        } else {
            for bad in [Array(records.reversed()), Array(records[0...1] + records[3...]), records + records] {
                #expect { try put(bad) } throws: { code($0) == "other" }
            }
            #expect { try put(records, thenFails: true) } throws: { code($0) == "other" }
            try put(records)
            #expect { try put(records) } throws: { code($0) == "exists" }
        }
        #expect(try driver.faults() == [])
    }
}
