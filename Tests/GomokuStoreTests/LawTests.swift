import GameState
import GomokuStore
import Storage
import TestSupport
import Testing

/// Behaviour that all stores have in common.
@Suite("Laws of every store")
struct LawTests {
    private let directory = TemporaryDirectory()

    private func name(_ text: String) throws -> RoomName { try #require(RoomName(text)) }

    @Test("A delta is stored only at the revision after the newest", arguments: StoreKind.allCases)
    func expectedRevision(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        #expect(try driver.append(Sample.append("r", 2, chain: 1)) == .moved)
        #expect(try driver.load(name("r")) == nil, "a room without deltas does not exist")
        #expect(try driver.append(Sample.append("r", 1, chain: 2)) == nil)
        #expect(try driver.append(Sample.append("r", 1, id: "other", chain: 3)) == .moved)
        #expect(try driver.append(Sample.append("r", 3, chain: 4)) == .moved)
        #expect(try driver.append(Sample.append("r", 2, chain: 5)) == nil)
        try driver.restart()
        #expect(try driver.append(Sample.append("r", 2, id: "other", chain: 6)) == .moved)
        #expect(try driver.append(Sample.append("r", 3, chain: 7)) == nil)
        #expect(try driver.load(name("r"))?.shared.deltas == [Sample.delta(1), Sample.delta(2), Sample.delta(3)])
    }

    @Test(
        "A room that the store has built equals one that is built from the stored room", arguments: StoreKind.allCases)
    func built(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        for rev in 1...9 {
            let delta = Sample.delta(rev, at: rev, [.init("k\(rev)", .string(String(repeating: "é", count: 9_999)))])
            #expect(try driver.append(Append(room: Sample.header("r"), scope: .shared, delta: delta)) == nil)
        }
        try driver.restart()
        let limits = RoomLimits(Limits())
        let stored = try #require(try driver.load(name("r")))
        let loaded = try #require(try driver.ask { driver.store.load(try! name("r"), sharing: limits, $0) }.get())
        #expect(loaded.room.state == (try Room(stored)).state)
        #expect(loaded.room.state.count == 9 && loaded.newest == 9 && loaded.created == stored.header.created)
        #expect(try driver.ask { driver.store.load(try! name("none"), sharing: limits, $0) }.get() == nil)
    }

    @Test("A repeated id of the same participant returns the stored delta", arguments: StoreKind.allCases)
    func duplicate(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        let first = Sample.delta(1, id: "x", [.init("a", "1")])
        #expect(try driver.append(Append(room: Sample.header("r"), scope: .shared, delta: first)) == nil)
        #expect(try driver.append(Sample.append("r", 2, id: "x", chain: 1)) == .duplicate(first))
        #expect(try driver.append(Sample.append("r", 9, id: "x", chain: 2)) == .duplicate(first))
        #expect(
            try driver.append(Sample.append("r", 2, by: "p-b", id: "x", chain: 3)) == nil,
            "ids of other participants are separate")
        #expect(
            try driver.append(Sample.append("r", 1, id: "x", own: true, chain: 4)) == nil,
            "ids in private state are separate")
        #expect(
            try driver.append(Sample.append("q", 1, id: "x", chain: 5)) == nil, "ids in other rooms are separate")
        try driver.restart()
        #expect(try driver.append(Sample.append("r", 3, id: "x", chain: 6)) == .duplicate(first))
    }

    @Test("Ids that differ in any character are different", arguments: StoreKind.allCases)
    func anyID(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        let ids = ["a", "a\u{0}", "a\u{0}b", "\u{0}", "\"", "\"a\"", "'", "\u{FFFD}", "a ", "A"]
        for (index, id) in ids.enumerated() {
            #expect(try driver.append(Sample.append("r", index + 1, id: id, chain: index)) == nil)
        }
        try driver.restart()
        #expect(try driver.load(name("r"))?.shared.deltas.map(\.id) == ids)
        for (index, id) in ids.enumerated() {
            #expect(
                try driver.append(Sample.append("r", 99, id: id, chain: 100 + index))
                    == .duplicate(Sample.delta(index + 1, id: id)))
        }
    }

    @Test(
        "After a refused append, later ones are refused until the room is loaded again", arguments: StoreKind.allCases)
    func lives(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        #expect(try driver.append(Sample.append("r", 1, chain: 1)) == nil)
        #expect(try driver.append(Sample.append("r", 5, chain: 1)) == .moved)
        #expect(try driver.append(Sample.append("r", 2, chain: 1)) == .moved, "although its revision fits")
        #expect(try driver.append(Sample.append("r", 2, chain: 2)) == nil)
    }

    @Test(
        "Random deltas survive restarts unchanged", arguments: StoreKind.allCases,
        TestSpeed.seeds(1, all: 3))
    func roundTrip(_ kind: StoreKind, _ seed: UInt64) throws {
        print("round trip of \(kind), seed \(seed)")
        var random = SeededRandom(seed: seed)
        var model = Model()
        let driver = try Driver(kind, at: directory.path)
        for step in 1...400 {
            let append = try model.random(&random, chain: step)
            let expected = model.apply(append)
            #expect(try driver.append(append) == expected)
            if random.chance(1) { try driver.restart() }
        }
        for name in model.rooms.keys { try model.compare(try driver.load(name), name) }
    }

    @Test("Pages of history have no gaps, and respect their range and limits", arguments: StoreKind.allCases)
    func history(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        for rev in 1...50 { #expect(try driver.append(Sample.append("r", rev)) == nil) }
        #expect(try driver.append(Sample.append("r", 1, own: true)) == nil)
        let room = try name("r")
        #expect(try driver.history(room, 1, 50).map(\.rev) == Array(1...50))
        #expect(try driver.history(room, 10, 19, limit: 4).map(\.rev) == [10, 11, 12, 13])
        // The first delta that reaches the limit of bytes is the last. At least one is returned.
        let size = try driver.history(room, 10, 10)[0].size
        #expect(try driver.history(room, 10, 19, bytes: 1).map(\.rev) == [10])
        #expect(try driver.history(room, 10, 19, bytes: size + 1).map(\.rev) == [10, 11])
        #expect(try driver.history(room, 45, 1_000).map(\.rev) == Array(45...50))
        #expect(try driver.history(room, -5, 2).map(\.rev) == [1, 2])
        #expect(try driver.history(room, 51, 60).isEmpty)
        #expect(try driver.history(room, 9, 3).isEmpty)
        #expect(try driver.history(name("none"), 1, 9).isEmpty)
    }

    @Test("Private state belongs to its owner and has revisions of its own", arguments: StoreKind.allCases)
    func own(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        #expect(
            try driver.append(Sample.append("r", 1, by: "p-a", own: true, [.init("mine", "a")])) == nil,
            "private state may come first")
        #expect(try driver.append(Sample.append("r", 1, by: "p-b", own: true, [.init("mine", "b")])) == nil)
        #expect(try driver.append(Sample.append("r", 1, by: "p-a", id: "s")) == nil)
        #expect(try driver.append(Sample.append("r", 2, by: "p-b", own: true, [.init("mine", nil)])) == nil)
        try driver.restart()
        let stored = try #require(try driver.load(name("r")))
        #expect(stored.shared.deltas.map(\.rev) == [1])
        let own = Dictionary(uniqueKeysWithValues: stored.own.map { ($0.participant.text, $0.part.deltas) })
        #expect(own["p-a"] == [Sample.delta(1, by: "p-a", [.init("mine", "a")])])
        #expect(own["p-b"]?.map(\.rev) == [1, 2])
        #expect(own.count == 2)
    }

    @Test("Participants are found by token and by id", arguments: StoreKind.allCases)
    func participants(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        let hash = { (byte: UInt8) in [UInt8](repeating: byte, count: 32) }
        var ann = Participant(id: ParticipantID("p-1"), name: "Ann \"\u{0}\" Ⓐ", isBot: false)
        let bot = Participant(id: ParticipantID("p-2"), name: "\"bot", isBot: true)
        #expect(try driver.save(StoredParticipant(participant: ann, tokenHash: hash(1))) == nil)
        #expect(try driver.save(StoredParticipant(participant: bot, tokenHash: hash(2))) == nil)
        #expect(try driver.participant(hash(1)) == ann)
        ann.name = "Anna"
        #expect(try driver.save(StoredParticipant(participant: ann, tokenHash: hash(1))) == nil)
        try driver.restart()
        #expect(try driver.participant(hash(1)) == ann)
        #expect(try driver.participant(hash(2)) == bot)
        #expect(try driver.participant(hash(3)) == nil)
        #expect(try driver.people([ParticipantID("p-2"), ParticipantID("p-9"), ParticipantID("p-1")]) == [bot, ann])
    }

    @Test("Rooms are listed newest first, in pages", arguments: StoreKind.allCases)
    func rooms(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        for (index, room) in ["a", "b", "c"].enumerated() {
            #expect(try driver.append(Sample.append(room, 1, at: 100 + index)) == nil)
        }
        #expect(try driver.append(Sample.append("a", 2, at: 200)) == nil)
        try driver.restart()
        let all = try driver.rooms()
        #expect(all.map(\.name.text) == ["a", "c", "b"])
        #expect(all.map(\.rev) == [2, 1, 1])
        #expect(all.map(\.changed) == [200, 102, 101])
        #expect(try driver.rooms(limit: 2).count == 2)
        #expect(try driver.rooms(before: 102).map(\.name.text) == ["b"])
    }

    @Test(
        "Rooms without a lock are public exactly while they are listed, also after a restart",
        arguments: StoreKind.allCases)
    func listed(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        let lock = try #require(RoomLock(digest: [UInt8](repeating: 7, count: 32)))
        let locked = try #require(RoomName("b")).locked(by: lock)
        func append(_ name: RoomName, _ rev: Int, _ listed: JSON??) throws {
            var delta = Delta(changes: [.init("n", JSON(rev))])
            if let listed { delta["listed"] = .some(listed) }
            let header = RoomHeader(
                name: name, kind: .open, epoch: "k-\(name.key)", host: ParticipantID("p-0"), created: 1)
            let accepted = AcceptedDelta(rev: rev, by: ParticipantID("p-0"), at: 100 + rev, id: "\(rev)", delta: delta)
            #expect(try driver.append(Append(room: header, scope: .shared, delta: accepted)) == nil)
        }
        func listed() throws -> [String] { try driver.rooms(listedOnly: true).map(\.name.key).sorted() }
        let names = try ["a", "b", "c"].map { try #require(RoomName($0)) }
        for (name, word) in zip(names, ["yes", "yes", "no"]) { try append(name, 1, .some(.string(word))) }
        try append(locked, 1, .some(.string("yes")))
        #expect(try listed() == ["a", "b"] && driver.rooms().count == 4)
        try append(names[0], 2, nil)
        try append(names[1], 2, .some(nil))
        try append(names[2], 2, .some(.string("yes")))
        #expect(try listed() == ["a", "c"])
        try driver.restart()
        #expect(try listed() == ["a", "c"])
        try append(names[0], 3, nil)
        #expect(try listed() == ["a", "c"])
        // The lock distinguishes two rooms of the same name.
        #expect(try driver.load(locked)?.header.name == locked && driver.load(locked)?.shared.deltas.count == 1)
        #expect(try driver.load(names[1])?.header.name == names[1] && driver.load(names[1])?.shared.deltas.count == 2)
        let other = try #require(RoomLock(digest: [UInt8](repeating: 8, count: 32)))
        #expect(try driver.load(names[1].locked(by: other)) == nil)
    }
}

extension StoreFailure: Equatable {
    public static func == (left: StoreFailure, right: StoreFailure) -> Bool { left.description == right.description }
}

extension StoredRoom: Equatable {
    /// Compares headers only, which is enough to check for nil.
    public static func == (left: StoredRoom, right: StoredRoom) -> Bool { left.header == right.header }
}
