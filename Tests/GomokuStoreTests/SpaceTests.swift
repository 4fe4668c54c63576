import Foundation
import GameState
import TestSupport
import Testing

@testable import GomokuStore

/// The memory and disk space that the store uses in addition to its content.
@Suite("Memory and disk of the durable store")
struct SpaceTests {
    private static let megabyte = 1 << 20
    private let directory = TemporaryDirectory()

    /// Stores `count` deltas of 60 kB. All are queued before the first is written.
    private func fill(_ driver: Driver, _ count: Int) throws {
        let half = JSON.string(String(repeating: "x", count: 30_000))
        let store = try driver.durable
        var stored = 0
        try store.holding {
            for rev in 1...count {
                let changes = [Delta.Change("a\(rev % 8)", half), Delta.Change("b\(rev % 8)", half)]
                store.append(try Sample.append("r", rev, changes)) { if $0 == nil { stored += 1 } }
            }
            #expect(store.pendingBytes > count * 60_000, "nothing is stored yet")
        }
        while stored < count { try driver.step() }
    }

    private func megabytes(_ file: String) throws -> Double {
        let path = StoreFile.path(in: directory.path) + file
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return Double(try #require(size)) / Double(Self.megabyte)
    }

    @Test("The size of a commit is limited, however much waits")
    func commits() throws {
        let driver = try Driver(at: directory.path)
        try fill(driver, 60)
        let commits = try driver.durable.metrics.first { $0.name == "gomoku_commits_total" }?.value
        // The deltas have 3.6 MB. Without the limit there would be two commits, one of them for the
        // first delta alone.
        #expect(try #require(commits) >= 4)
    }

    @Test("With little disk, the journal, the log and unfiled deltas stay small")
    func little() throws {
        let options = JournalOptions(memory: 0, disk: 24 * Self.megabyte)
        let driver = try Driver(.os, at: directory.path, filing: options)
        try fill(driver, 300)
        // The content has 18 MB. In addition, there are the journal's rows, with twice the
        // threshold of a move, and the log at its maximum length, including one commit and its
        // slice.
        #expect(try megabytes("") < 18 + 5)
        #expect(try megabytes("-wal") < 7)
        let log = options.logFrames / 2 * 5 * WriteAheadLog.frameBytes + 3 * Self.megabyte
        #expect(try driver.durable.pendingBytes <= options.bytesWanted + log)
        try driver.restart()
        #expect(try driver.durable.pendingBytes == 0, "everything is filed")
        #expect(try driver.load(#require(RoomName("r")))?.shared.deltas.last?.rev == 300)
    }

    @Test("The thresholds for filing follow memory and disk, within bounds")
    func options() {
        let usual = JournalOptions()
        #expect(JournalOptions(memory: 0, disk: 0) == usual)
        #expect(JournalOptions(memory: 1 << 40, disk: 1 << 40) == usual)
        #expect(JournalOptions(memory: 64 * Self.megabyte, disk: 0).bytes == 2 * Self.megabyte)
        #expect(JournalOptions(memory: 64 * Self.megabyte, disk: 0).logFrames == usual.logFrames)
        let little = JournalOptions(memory: 1, disk: 1)
        #expect(little.bytes == 262_144 && little.logFrames == 128)
        #expect(JournalOptions(bytes: 4_000, memory: 1, disk: 1).bytes == 4_000, "the requested size")
        let some = JournalOptions(memory: 0, disk: 48 * Self.megabyte)
        #expect(some.bytes == 2 * Self.megabyte && some.logFrames > 128 && some.logFrames < usual.logFrames)
    }
}
