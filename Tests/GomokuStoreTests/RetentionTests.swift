import GameState
import GomokuStore
import Storage
import TestSupport
import Testing

@Suite("Retention")
struct RetentionTests {
    private let directory = TemporaryDirectory()

    private func fill(_ driver: Driver) throws {
        for (index, room) in ["a", "b", "c", "d"].enumerated() {
            var header = try Sample.header(room)
            header = RoomHeader(
                name: header.name, kind: room == "d" ? .open : .gomoku, epoch: "k", host: header.creator, created: 0)
            for (rev, changes) in [
                [Delta.Change("game", "1")], [.init("result", "x")], [.init("result", room == "c" ? nil : "o")],
            ].enumerated() {
                let delta = Sample.delta(rev + 1, at: 100 * (index + 1) + rev, changes)
                #expect(try driver.append(Append(room: header, scope: .shared, delta: delta)) == nil)
            }
            #expect(
                try driver.append(Append(room: header, scope: .own, delta: Sample.delta(1, at: 100 * (index + 1) + 3)))
                    == nil)
        }
    }

    private func names(_ driver: Driver) throws -> Set<String> { Set(try driver.rooms().map(\.name.text)) }

    @Test(
        "Finished games are purged at one age, and other unchanged rooms at another", arguments: StoreKind.thatForget)
    func both(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        try fill(driver)
        #expect(try driver.purge(Retention()) == 0)
        #expect(try driver.purge(Retention(finishedBefore: 203)) == 1, "only a, because b was changed at 203")
        #expect(
            try driver.purge(Retention(finishedBefore: .max)) == 1,
            "only b, because c is still running and d is not a game")
        #expect(try names(driver) == ["c", "d"])
        #expect(try driver.purge(Retention(unchangedBefore: 400)) == 1)
        #expect(try names(driver) == ["d"])
    }

    @Test("A purge skips rooms in memory, and stops at its limit", arguments: StoreKind.thatForget)
    func limits(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        try fill(driver)
        let kept = Set(["a", "c"].compactMap { RoomName($0) })
        let all = Retention(finishedBefore: .max, unchangedBefore: .max)
        #expect(try driver.purge(all, keeping: kept, limit: 1) == 1)
        #expect(try driver.purge(all, keeping: kept, limit: 9) == 1)
        #expect(try names(driver) == ["a", "c"])
    }

    @Test("A purged room is gone entirely, and can be created again", arguments: StoreKind.thatForget)
    func anew(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        try fill(driver)
        #expect(try driver.purge(Retention(unchangedBefore: .max)) == 4)
        let room = try #require(RoomName("a"))
        #expect(try driver.load(room) == nil)
        #expect(
            try driver.append(Sample.append("a", 4, chain: 1)) == .moved, "no append continues the purged room")
        #expect(try driver.append(Sample.append("a", 1, chain: 2, epoch: "k2")) == nil)
        #expect(
            try driver.append(Sample.append("a", 2, chain: 3, epoch: "k")) == .moved,
            "the epoch of the purged room")
        let stored = try driver.load(room)
        #expect(stored?.shared.deltas.count == 1)
        #expect(stored?.own.isEmpty == true)
        #expect(stored?.header.epoch == "k2")
    }

    @Test("Deltas that share a commit with a purge are stored")
    func sameCommit() throws {
        let driver = try Driver(at: directory.path)
        try fill(driver)
        var appended = 0
        var purged: Int?
        for rev in 1...500 {
            driver.store.append(try Sample.append("new", rev, at: 1_000)) { if $0 == nil { appended += 1 } }
        }
        try driver.durable.purge(Retention(unchangedBefore: 900), keeping: [], limit: 9) { purged = try? $0.get() }
        for rev in 501...1_000 {
            driver.store.append(try Sample.append("new", rev, at: 1_000)) { if $0 == nil { appended += 1 } }
        }
        while appended < 1_000 { try driver.step() }
        #expect(purged == 4)
        #expect(try driver.rooms().map(\.rev) == [1_000])
        try driver.restart()
        #expect(try driver.load(#require(RoomName("new")))?.shared.deltas.last?.rev == 1_000)
    }
}
