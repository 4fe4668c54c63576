import Foundation
import GRDB
import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuStore

/// The conditions under which a store in a directory begins a new generation.
/// Tests/system/test_one_history.py tests the effects on clients.
@Suite("Generations of a directory")
struct ContinuityTests {
    private let directory = TemporaryDirectory()

    private func room() throws -> RoomName { try #require(RoomName("r")) }

    /// Creates a store with one delta, and closes it.
    private func fill() throws {
        let driver = try Driver(at: directory.path)
        #expect(try driver.append(Sample.append("r", 1)) == nil)
        try driver.restart()
        let _: Void = try driver.ask { done in driver.store.close { done(()) } }
    }

    private func change(_ sql: String) throws {
        let queue = try DatabaseQueue(path: StoreFile.path(in: directory.path))
        try queue.write { db in try db.execute(sql: sql) }
        try queue.close()
    }

    private var mark: URL { URL(fileURLWithPath: "\(directory.path)/original") }

    @Test("A crash while the mark is rewritten begins no new generation")
    func interrupted() throws {
        try fill()
        // The content of the next mark was noted in `meta`, but the mark was not written yet.
        try change("INSERT INTO meta VALUES ('original.next', 'next')")
        #expect(try Driver(at: directory.path).durable.newEpochs == nil)
        // The mark was written, but not noted in `meta` yet.
        try change("INSERT OR REPLACE INTO meta VALUES ('original.next', 'next')")
        try Data("next".utf8).write(to: mark)
        let driver = try Driver(at: directory.path)
        #expect(try driver.durable.newEpochs == nil)
        #expect(try driver.load(room())?.header.epoch == "k1")
    }

    @Test(
        "A missing, different or rewritten mark begins a new generation",
        arguments: ["missing", "other", "same"])
    func copied(_ kind: String) throws {
        try fill()
        let content = kind == "other" ? Data("other".utf8) : try Data(contentsOf: mark)
        try FileManager.default.removeItem(at: mark)
        if kind != "missing" { try content.write(to: mark) }
        let driver = try Driver(at: directory.path)
        #expect(try driver.durable.newEpochs?.contains("copy or a backup") == true)
        let epoch = try #require(try driver.load(room())).header.epoch
        #expect(epoch != "k1" && epoch.hasPrefix("k1"))
        // The room continues under the new epoch. Chat and join order that were sent for the old
        // epoch are ignored.
        #expect(try driver.append(Sample.append("r", 2)) == .moved)
        #expect(try driver.append(Sample.append("r", 2, chain: 1, epoch: epoch)) == nil)
        let line = ChatMessage(by: Participant(id: "p-a", name: "A"), at: 1, id: "s", text: "hello")
        #expect(try driver.say(line, in: room(), epoch: "k1") == nil)
        #expect(try driver.storeOrder(["p-a"], in: room(), epoch: "k1") == nil)
        #expect(try driver.load(room())?.chat.count == 0)
        #expect(try driver.say(line, in: room(), epoch: epoch) == nil)
        #expect(try driver.storeOrder(["p-a"], in: room(), epoch: epoch) == nil)
        // A room that begins in this generation has its own epoch.
        #expect(try driver.append(Sample.append("new", 1, epoch: "k2")) == nil)
        try driver.restart()
        #expect(try driver.durable.newEpochs == nil)
        let stored = try #require(try driver.load(room()))
        #expect(stored.header.epoch == epoch)
        #expect(stored.chat.count == 1 && stored.order == ["p-a"])
        let new = try #require(RoomName("new"))
        #expect(try driver.load(new)?.header.epoch == "k2")
        #expect(try driver.append(Sample.append("new", 2, epoch: "k2")) == nil)
        #expect(try driver.faults() == [])
    }

    @Test("After an unclean stop without full durability, a reboot begins a new generation")
    func powerCut() throws {
        try fill()
        try change("INSERT INTO meta VALUES ('use', 'os another')")
        #expect(try Driver(.full, at: directory.path).durable.newEpochs?.contains("machine stopped") == true)
        try change("UPDATE meta SET value = 'full another' WHERE key = 'use'")
        #expect(try Driver(.os, at: directory.path).durable.newEpochs == nil)
        // The store was not closed, but the machine has not restarted since.
        #expect(try Driver(.os, at: directory.path).durable.newEpochs == nil)
    }

    @Test("Exports contain the original epochs of rooms, and an import begins a new generation")
    func imported() throws {
        try fill()
        let first = try Driver(at: directory.path)
        let other = TemporaryDirectory()
        let second = try Driver(at: other.path, importing: try first.records())
        #expect(try second.load(room())?.header.epoch != "k1")
        #expect(try second.records().map(\.text) == first.records().map(\.text))
    }
}
