import Foundation
import GRDB
import GameState
import Testing

@testable import GomokuStore

/// What is left when a server dies: its files as they are at that moment, opened by another.
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
            if file.hasSuffix("-wal") { content = content.dropLast(cut) }
            try content.write(to: URL(fileURLWithPath: "\(path)/\(file)"))
        }
        return path
    }

    @Test("Everything acknowledged is there, in the files as they are", arguments: [11, 12] as [UInt64])
    func files(_ seed: UInt64) throws {
        print("crash, seed \(seed)")
        var random = Seeded(seed)
        var model = Model()
        let driver = try Driver(at: directory.path)
        for step in 1...300 {
            let append = try model.random(&random, life: step)
            _ = model.apply(append)
            _ = try driver.append(append)
            guard random.chance(3) else { continue }
            let copy = try Driver(at: copy(step))
            for name in model.rooms.keys { try model.compare(try copy.load(name), name) }
        }
    }

    @Test("A log that breaks off in the middle loses its end, and leaves no hole", arguments: [21, 22] as [UInt64])
    func tornLog(_ seed: UInt64) throws {
        print("torn log, seed \(seed)")
        var random = Seeded(seed)
        let driver = try Driver(at: directory.path)
        for rev in 1...100 { #expect(try driver.append(Sample.append("r", rev)) == nil) }
        let room = try #require(RoomName("r"))
        var ends: Set<Int> = []
        for number in 0..<20 {
            let copy = try Driver(at: copy(number, cutting: random.below(60_000)))
            let stored = try copy.load(room)?.shared.deltas.map(\.rev) ?? []
            #expect(stored == Array(1..<(stored.count + 1)))
            #expect(try copy.rooms().first?.rev ?? 0 == stored.count, "the list says the same")
            ends.insert(stored.count)
            #expect(try copy.append(Sample.append("r", stored.count + 1, life: 1)) == nil, "and it goes on")
        }
        #expect(ends.count > 1)
    }
}
