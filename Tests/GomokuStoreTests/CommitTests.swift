import Dispatch
import Foundation
import GRDB
import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuStore

/// Commits: shared by many jobs, flushed, and rolled back as a whole if the disk refuses.
@Suite("Commits of the durable store")
struct CommitTests {
    private let directory = TemporaryDirectory()

    private func metric(_ name: String, _ store: DurableStore) -> Int? {
        store.metrics.first { $0.name == name }?.value
    }

    @Test(
        "Full durability sets SQLite to synchronous = FULL, and os durability to NORMAL",
        arguments: [(StoreKind.full, 2), (.os, 1)])
    func synchronous(_ kind: StoreKind, _ level: Int) throws {
        let store = try Driver(kind, at: directory.path).durable
        let found = try store.pool.writeWithoutTransaction { db in
            (try Int.fetchOne(db, sql: "PRAGMA synchronous"), try String.fetchOne(db, sql: "PRAGMA journal_mode"))
        }
        #expect(found == (level, "wal"))
    }

    @Test("Jobs that arrive during a commit share the next one")
    func groups() throws {
        let driver = try Driver(at: directory.path)
        let store = try driver.durable
        var done = 0
        try store.holding {
            for room in 0..<50 {
                for rev in 1...20 { store.append(try Sample.append("r\(room)", rev)) { if $0 == nil { done += 1 } } }
            }
            #expect(done == 0, "nothing is acknowledged before its commit")
        }
        while done < 1_000 { try driver.step() }
        // The first append was committed alone. The others share as few commits as possible.
        let fewest = (1_000 + StoreWriter.batchLimit - 1) / StoreWriter.batchLimit
        #expect(try #require(metric("gomoku_commits_total", store)) <= 1 + fewest)
        #expect(metric("gomoku_stored_deltas_total", store) == 1_000)
    }

    @Test("A failed job does not affect the others in its commit")
    func neighbours() throws {
        let driver = try Driver(at: directory.path)
        let store = try driver.durable
        var refused: [String: AppendFailure] = [:]
        var appended: Set<String> = []
        var saved: [StoreFailure?] = []
        let hash = [UInt8](repeating: 1, count: 32)
        try store.holding {
            for (room, rev) in [("a", 1), ("b", 7), ("c", 1), ("c", 2), ("d", 1)] {
                store.append(try Sample.append(room, rev)) { failure in
                    if let failure { refused["\(room)\(rev)"] = failure } else { appended.insert("\(room)\(rev)") }
                }
            }
            for id in ["p-1", "p-2", "p-3"] {
                let person = Participant(id: ParticipantID(id), name: id)
                store.save(StoredParticipant(participant: person, tokenHash: id == "p-3" ? [3] : hash)) {
                    saved.append($0)
                }
            }
        }
        while saved.count < 3 { try driver.step() }
        #expect(appended == ["a1", "c1", "c2", "d1"])
        #expect(refused == ["b7": .moved])
        #expect(saved.map { $0 == nil } == [true, false, true], "a token belongs to one participant")
        #expect(try driver.rooms().count == 3)
    }

    @Test("A full disk fails all jobs without storing any, and the store recovers once there is space")
    func fullDisk() throws {
        let driver = try Driver(at: directory.path)
        #expect(try driver.append(Sample.append("r", 1, chain: 1)) == nil)
        try driver.durable.pool.writeWithoutTransaction { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
        }
        let big = [Delta.Change("big", .string(String(repeating: "x", count: 300_000)))]
        var answers: [AppendFailure?] = []
        try driver.durable.holding {
            driver.store.append(try Sample.append("small", 1, chain: 2)) { answers.append($0) }
            driver.store.append(try Sample.append("r", 2, chain: 1, big)) { answers.append($0) }
            driver.store.append(try Sample.append("r", 3, chain: 1)) { answers.append($0) }
        }
        while answers.count < 3 { try driver.step() }
        let unavailable = answers.filter { if case .unavailable(let why)? = $0 { why.contains("full") } else { false } }
        // The first append may have been in a commit of its own.
        #expect(unavailable.count >= (answers[0] == nil ? 1 : 2))
        #expect(answers[1] != nil && answers[2] != nil)
        let failure = StoreHealth.failing(
            since: 1_700_000_100_000, "The server's disk is full, so nothing can be stored. Try again later.")
        #expect(try driver.durable.health == failure)
        #expect(try driver.load(#require(RoomName("r")))?.shared.deltas.map(\.rev) == [1])

        #expect(
            try driver.append(Sample.append("r", 2, chain: 1)) == .moved, "the room has to be loaded again first")
        try driver.durable.pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA max_page_count = 1073741823")
        }
        #expect(try driver.heartbeat() == nil)
        #expect(try driver.durable.health == .ok)
        #expect(try driver.append(Sample.append("r", 2, chain: 3, big)) == nil)
        try driver.restart()
        #expect(try driver.load(#require(RoomName("r")))?.shared.deltas == [Sample.delta(1), Sample.delta(2, big)])
    }

    @Test("The number of waiting jobs is limited")
    func waitingLimit() throws {
        let driver = try Driver(at: directory.path)
        let store = try driver.durable
        var failures = 0
        var answers = 0
        let count = StoreWriter.waitingLimit + StoreWriter.batchLimit + 10
        store.holding {
            for _ in 0..<count {
                store.heartbeat { failure in
                    answers += 1
                    if failure != nil { failures += 1 }
                }
            }
        }
        while answers < count { try driver.step() }
        #expect(failures >= 10 && failures <= StoreWriter.batchLimit + 10)
        #expect(try driver.append(Sample.append("r", 1)) == nil)
    }

    @Test("The bytes of waiting deltas are limited, and jobs without deltas are still accepted")
    func waitingBytesLimit() throws {
        let driver = try Driver(at: directory.path)
        let store = try driver.durable
        let big = [Delta.Change("k", .string(String(repeating: "x", count: 1 << 20)))]
        let count = StoreWriter.waitingBytesLimit / (1 << 20) + 20
        var (stored, refused, alive) = (0, 0, false)
        try store.holding {
            for number in 0..<count {
                store.append(try Sample.append("r\(number)", 1, big)) {
                    if $0 == nil { stored += 1 } else { refused += 1 }
                }
            }
            store.heartbeat { alive = $0 == nil }
        }
        while stored + refused < count || !alive { try driver.step() }
        #expect(
            stored >= count - 20 && stored <= count - 19, "the delta that exceeds the limit is the last to be accepted")
        #expect(try driver.append(Sample.append("late", 1, big)) == nil)
    }

    @Test("A closing store refuses new deltas, and closes after everything is stored")
    func close() throws {
        let driver = try Driver(at: directory.path)
        let store = try driver.durable
        var order: [String] = []
        for rev in 1...3 { store.append(try Sample.append("r", rev)) { order.append($0 == nil ? "stored" : "failed") } }
        store.close { order.append("closed") }
        store.append(try Sample.append("r", 4)) { if case .unavailable? = $0 { order.append("refused") } }
        while order.count < 5 { try driver.step() }
        #expect(order.filter { $0 != "refused" } == ["stored", "stored", "stored", "closed"])
        #expect(order.contains("refused"))
    }

    @Test("A closed store answers each kind of request once, with the reason")
    func closed() throws {
        let driver = try Driver(at: directory.path)
        let store = try driver.durable
        let _: Void = try driver.ask { done in store.close { done(()) } }
        var answers: [String: [String]] = [:]
        func note<Failure>(_ kind: String) -> (Failure?) -> Void {
            { failure in answers[kind, default: []].append(failure.map { "\($0)" } ?? "stored") }
        }
        let (room, ann) = (try #require(RoomName("r")), ParticipantID("p-1"))
        let line = ChatMessage(by: Participant(id: ann, name: "Ann"), at: 1, id: "s", text: "Hello")
        store.append(try Sample.append("r", 1), note("append"))
        store.save(
            StoredParticipant(participant: Participant(id: ann, name: "Ann"), tokenHash: [1]), note("save"))
        store.storeChat(line, in: room, epoch: "k1", limit: 3, note("chat"))
        store.storeOrder([ann], in: room, epoch: "k1", note("order"))
        store.change(.giveName(ann, to: "Zoe"), note("change"))
        store.heartbeat(note("heartbeat"))
        store.purge(Retention(), keeping: [], limit: 1) { result in
            if case .failure(let failure) = result { note("purge")(failure) }
        }
        #expect(answers.isEmpty, "no callback runs within the caller's own call")
        for _ in 0..<7 { try driver.step() }
        #expect(Set(answers.keys) == ["append", "save", "chat", "order", "change", "heartbeat", "purge"])
        #expect(answers.values.allSatisfy { $0.count == 1 && $0[0].contains("The server is stopping.") })
    }

    @Test("Closing the store merges everything into one file")
    func closedFile() throws {
        let driver = try Driver(at: directory.path)
        let store = try driver.durable
        _ = try driver.append(Sample.append("r", 1))
        _ = try driver.load(#require(RoomName("r")))
        let _: Void = try driver.ask { done in store.close { done(()) } }
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(files.filter { $0.hasPrefix("gomoku.sqlite") } == ["gomoku.sqlite"])
        withExtendedLifetime(store) {}
    }

    @Test("The time when the server was last alive survives a restart")
    func lastAlive() throws {
        let driver = try Driver(at: directory.path)
        #expect(try driver.durable.lastAlive == nil)
        #expect(try driver.append(Sample.append("r", 1, at: 5_000)) == nil)
        try driver.restart()
        #expect(try driver.durable.lastAlive == 5_000)
        #expect(try driver.heartbeat() == nil)
        try driver.restart()
        #expect(try driver.durable.lastAlive == 1_700_000_100_000)
    }
}
