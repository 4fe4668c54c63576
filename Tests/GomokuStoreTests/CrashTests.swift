import Foundation
import GRDB
import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuStore

/// The files that a server leaves behind at any moment of a crash, opened by another server.
@Suite("Crashes")
struct CrashTests {
    private let directory = TemporaryDirectory()
    private let copies = TemporaryDirectory()

    private func copy(_ number: Int, cutting cut: Int = 0) throws -> String {
        let path = "\(copies.path)/\(number)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for file in ["gomoku.sqlite", "gomoku.sqlite-wal"]
        where FileManager.default.fileExists(atPath: "\(directory.path)/\(file)") {
            var content = try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/\(file)"))
            // The file's end may be zeros that were written ahead.
            if file.hasSuffix("-wal"), cut > 0 {
                content = content.prefix(content.lastIndex { $0 != 0 } ?? 0).dropLast(cut)
            }
            try content.write(to: URL(fileURLWithPath: "\(path)/\(file)"))
        }
        // The copy represents the store itself after a crash. With the store's own mark, it does
        // not count as a copy.
        try FileManager.default.createSymbolicLink(
            atPath: "\(path)/original", withDestinationPath: "\(directory.path)/original")
        return path
    }

    @Test(
        "After a crash at any time, the files contain every acknowledged delta", arguments: [StoreKind.full, .filing],
        TestSpeed.cases([11], all: [11, 12] as [UInt64]))
    func files(_ kind: StoreKind, _ seed: UInt64) throws {
        print("crash of \(kind), seed \(seed)")
        var random = SeededRandom(seed: seed)
        var model = Model()
        let driver = try Driver(kind, at: directory.path)
        for step in 1...300 {
            let append = try model.random(&random, chain: step)
            let expected = model.apply(append)
            #expect(try driver.append(append) == expected)
            guard random.chance(kind == .filing ? 10 : 3) else { continue }
            let path = try copy(step)
            #expect(try Check(path).faults.map(\.description) == [])
            let copy = try Driver(kind, at: path)
            for name in model.rooms.keys { try model.compare(try copy.load(name), name) }
            // The copy accepts further deltas, and is sound afterwards.
            let next = try model.random(&random, chain: step)
            var there = model
            let outcome = there.apply(next)
            #expect(try copy.append(next) == outcome)
            try copy.restart()
            #expect(try Check(path).faults.map(\.description) == [])
            for name in there.rooms.keys { try there.compare(try copy.load(name), name) }
        }
    }

    @Test(
        "A flipped bit in stored data never yields a wrong delta",
        arguments: TestSpeed.cases([31], all: [31, 32, 33] as [UInt64]))
    func flippedBits(_ seed: UInt64) throws {
        print("flipped bits, seed \(seed)")
        var random = SeededRandom(seed: seed)
        var deltas: [AcceptedDelta] = []
        // Pad the deltas, so that some pages of the journal are only in the database file.
        let padding = String(repeating: "x", count: 250)
        let driver = try Driver(at: directory.path, filing: JournalOptions(bytes: 40_000))
        for rev in 1...120 {
            let delta = Sample.delta(rev, id: "id\(rev)", [.init("key", .string("value \(rev * 7919)" + padding))])
            deltas.append(delta)
            #expect(try driver.append(Append(room: Sample.header("r"), scope: .shared, delta: delta)) == nil)
            // Have segments and journal rows in the database file, and newer rows in the log.
            if rev == 80 { try driver.restart() }
            guard rev == 105 else { continue }
            _ = try driver.durable.pool.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        }
        let room = try #require(RoomName("r"))
        var found = (refused: 0, unread: 0, shorter: 0)
        let files = try copy(0)
        let flips = try ["", "-wal"].flatMap { suffix in
            // Find the texts of deltas in all rows, pages and frames, some of which are no longer
            // used.
            let places = try Data(contentsOf: URL(fileURLWithPath: "\(files)/gomoku.sqlite\(suffix)")).places(
                of: "value ")
            return places.enumerated().filter { $0.offset % 3 == Int(seed % 3) }.map { (suffix, $0.element) }
        }
        for (number, (suffix, place)) in flips.enumerated() {
            let path = try copy(number + 1)
            let file = "\(path)/gomoku.sqlite\(suffix)"
            var content = try Data(contentsOf: URL(fileURLWithPath: file))
            content[place + random.below(10)] ^= 1 << random.below(7)
            try content.write(to: URL(fileURLWithPath: file))
            let faults = try? Check(path).faultCount
            do {
                let copy = try Driver(at: path)
                let loaded: StoredRoom?
                let isRead: Bool
                do { (loaded, isRead) = (try copy.load(room), true) } catch {
                    (loaded, isRead) = (nil, false)
                }
                // SQLite takes a damaged frame for the end of the log and ignores later commits.
                // The store reports them as lost, except that it cannot tell a damaged last commit
                // from a torn one.
                let known = loaded?.shared.deltas ?? []
                #expect(known == Array(deltas.prefix(known.count)), "bit \(number)")
                if !isRead { found.unread += 1 } else if known.count < deltas.count { found.shorter += 1 }
                if !isRead { #expect(try Check(path).faultCount > 0) }
                if isRead, known.count < deltas.count - 1 {
                    #expect(try copy.durable.lostCommits >= deltas.count - known.count, "bit \(number)")
                    #expect(faults ?? 1 > 0, "bit \(number)")
                }
                // Other ways of reading do not return damaged deltas either.
                if let page = try? copy.history(room, 1, 200) {
                    #expect(page == Array(deltas.prefix(page.count)), "bit \(number)")
                }
                if isRead, known.count > 2 {
                    let delta = Sample.delta(known.count + 1, id: "id2", [])
                    let header = try loaded?.header ?? Sample.header("r")
                    switch try copy.append(Append(room: header, scope: .shared, delta: delta)) {
                    case .duplicate(let stored): #expect(stored == deltas[1], "bit \(number)")
                    case .unavailable: break
                    case nil, .moved, .unknown: Issue.record("bit \(number): an id was accepted twice")
                    }
                }
            } catch let error as StoreOpenError {
                #expect(error.code == "damaged", "\(error)")
                found.refused += 1
            }
        }
        #expect(found.refused + found.unread > 0 && found.shorter > 0, "\(found)")
    }

    @Test("A missing row of the journal is detected, even if no later row belongs to its room")
    func missingRow() throws {
        let driver = try Driver(at: directory.path)
        for name in ["a", "b", "c"] {
            let delta = Sample.delta(1, id: "id1", [.init("key", .string(name))])
            #expect(try driver.append(Append(room: Sample.header(name), scope: .shared, delta: delta)) == nil)
        }
        let path = try copy(0)
        try DatabaseQueue(path: "\(path)/gomoku.sqlite").write { db in
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM journal") == 3)
            try db.execute(sql: "DELETE FROM journal WHERE seq = (SELECT min(seq) + 1 FROM journal)")
        }
        // The store without the deletion has no faults.
        #expect(try Check(directory.path).faults.map(\.description) == [])
        #expect(try Check(path).faultCount > 0)
        do {
            _ = try Driver(at: path)
            Issue.record("the damaged store was opened")
        } catch let error as StoreOpenError { #expect(error.code == "damaged", "\(error)") }
    }

    @Test(
        "Damage inside the log is distinguished from a truncated log",
        arguments: [41, 42] as [UInt64])
    func damagedLog(_ seed: UInt64) throws {
        print("damaged log, seed \(seed)")
        var random = SeededRandom(seed: seed)
        let driver = try Driver(at: directory.path)
        for rev in 1...40 { #expect(try driver.append(Sample.append("r", rev)) == nil) }
        let log = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(copy(0))/gomoku.sqlite-wal")))
        let frame = 4_096 + 24
        let end = 32 + ((log.lastIndex { $0 != 0 } ?? 0) - 32) / frame * frame + frame
        #expect(
            LogDamage(log: log) == nil && LogDamage(log: [UInt8](repeating: 0, count: 100_000)) == nil)
        for place in [0, 9, 17, 25] + (0..<40).map({ _ in random.below(end - 8 * frame) }) {
            var damaged = log
            damaged[place] ^= 1 << random.below(7)
            #expect((LogDamage(log: damaged)?.lostCommits ?? 0) > 0, "byte \(place)")
        }
        for _ in 0..<40 {
            let cut = random.below(end)
            #expect(LogDamage(log: Array(log.prefix(cut))) == nil, "cut at \(cut)")
            #expect(
                LogDamage(log: Array(log.prefix(cut)) + [UInt8](repeating: 0, count: 50_000)) == nil,
                "followed by zeros")
        }
    }

    @Test(
        "A truncated log loses only its end, and leaves no gap",
        arguments: [21, 22] as [UInt64])
    func tornLog(_ seed: UInt64) throws {
        print("torn log, seed \(seed)")
        var random = SeededRandom(seed: seed)
        let driver = try Driver(at: directory.path)
        for rev in 1...100 { #expect(try driver.append(Sample.append("r", rev)) == nil) }
        let room = try #require(RoomName("r"))
        var ends: Set<Int> = []
        for number in 0..<20 {
            let copy = try Driver(at: copy(number, cutting: random.below(60_000)))
            let loaded = try copy.load(room)
            let stored = loaded?.shared.deltas.map(\.rev) ?? []
            let epoch = loaded?.header.epoch ?? "k1"
            #expect(stored == Array(1..<(stored.count + 1)))
            #expect(try copy.rooms().first?.rev ?? 0 == stored.count, "the list of rooms has the same revision")
            ends.insert(stored.count)
            let next = try Sample.append("r", stored.count + 1, chain: 1, epoch: epoch)
            #expect(try copy.append(next) == nil, "the room accepts the next delta")
        }
        #expect(ends.count > 1)
    }
}

extension Data {
    fileprivate func places(of text: String) -> [Int] {
        let bytes = Data(text.utf8)
        var places: [Int] = []
        var rest = startIndex..<endIndex
        while let found = range(of: bytes, in: rest) {
            places.append(found.lowerBound)
            rest = found.upperBound..<endIndex
        }
        return places
    }
}
