import Foundation
import GRDB
import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuStore

/// The texts and checksums of the journal and of segments.
@Suite("Texts of the journal")
struct JournalTextTests {
    @Test("The checksum is CRC-32C and detects every flipped bit")
    func checksum() {
        func sum(_ bytes: [UInt8]) -> UInt32 {
            var sum = Checksum()
            sum.add(bytes)
            return sum.value
        }
        #expect(sum(Array("123456789".utf8)) == 0xE306_9283)
        #expect(sum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        let bytes = (0..<41).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        for place in bytes.indices {
            for bit in 0..<8 {
                var other = bytes
                other[place] ^= 1 << bit
                #expect(sum(other) != sum(bytes))
            }
        }
        // Adding the bytes in parts gives the same sum.
        var parts = Checksum()
        parts.add(Array(bytes[..<13]))
        parts.add(Array(bytes[13...]))
        #expect(parts.value == sum(bytes))
    }

    @Test("Fingerprints are SipHash-1-3 of participant and id")
    func fingerprint() {
        func hash(_ bytes: [UInt8]) -> UInt64 {
            var hash = SipHash(0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)
            hash.add(bytes.span)
            return hash.finish()
        }
        #expect(hash([]) == 0xABAC_0158_050F_C4DC)
        #expect(hash([0]) == 0xC9F4_9BF3_7D57_CA93)
        let fingerprint = Fingerprint((1, 2))
        #expect(fingerprint.of(nil, by: ParticipantID("p")) == Fingerprint.none)
        #expect(fingerprint.of("", by: ParticipantID("p")) != Fingerprint.none)
        #expect(fingerprint.of("ab", by: ParticipantID("p")) != fingerprint.of("b", by: ParticipantID("pa")))
    }

    /// Returns a delta with anything that a client could send.
    private func delta(_ rev: Int, _ random: inout SeededRandom) -> AcceptedDelta {
        AcceptedDelta(
            rev: rev, by: ParticipantID("p-" + random.text()), at: random.chance(5) ? -7 : 1_700_000_000_000 + rev,
            id: random.chance(20) ? nil : random.text(), delta: random.delta())
    }

    @Test("Deltas survive the journal and a segment unchanged", arguments: [1, 2, 3] as [UInt64])
    func roundTrip(_ seed: UInt64) throws {
        print("journal text, seed \(seed)")
        var random = SeededRandom(seed: seed)
        var writer = JSONWriter()
        var deltas: [(owner: String, delta: AcceptedDelta, start: Int)] = []
        var segment = Segment(first: 5)
        for rev in 5..<105 {
            let (delta, owner) = (delta(rev, &random), random.text())
            let start = DeltaText.write(delta, room: Int64(rev * 3), owner: owner, to: &writer)
            deltas.append((owner, delta, start))
            segment.append(writer.bytes[start...], id: UInt32(rev))
        }
        #expect(!writer.bytes.contains(0), "SQLite's texts end at a NUL")
        var scanner = ItemScanner(writer.bytes)
        for (owner, delta, start) in deltas {
            let range = try #require(try scanner.next())
            let item = try JournalItem(range, of: writer.bytes)
            #expect(item.room == Int64(delta.rev * 3) && item.rev == delta.rev && item.at == delta.at)
            #expect(item.owner.utf8.elementsEqual(owner.utf8) && item.by == delta.by && item.start == start)
            #expect(item.id.map { Array($0.utf8) } == delta.id.map { Array($0.utf8) })
            #expect(try Rows.delta(String(decoding: writer.bytes[item.changes], as: UTF8.self)) == delta.delta)
        }
        #expect(try scanner.next() == nil)
        #expect(try segment.deltas(from: 5, to: 104) == deltas.map(\.delta))
        #expect(try segment.deltas(from: 50, to: 60) == deltas.map(\.delta).filter { (50...60).contains($0.rev) })
        #expect(Segment.ids(segment.idBytes) == segment.ids && segment.last == 104)
        for (_, delta, _) in deltas.prefix(20) {
            guard let id = delta.id else { continue }
            #expect(try segment.delta(id: id, by: delta.by, fingerprint: UInt32(delta.rev)) == delta)
            #expect(try segment.delta(id: id + "x", by: delta.by, fingerprint: UInt32(delta.rev)) == nil)
        }
    }

    @Test("A value as deeply nested as a message allows can be stored")
    func depth() throws {
        // The value is nested in two objects of the message.
        let depth = JSONParser.depthLimit - 2
        let value = try JSONParser.parse(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        let delta = Sample.delta(1, [.init("deep", value)])
        var writer = JSONWriter()
        let start = DeltaText.write(delta, room: 1, owner: "", to: &writer)
        var segment = Segment(first: 1)
        segment.append(writer.bytes[start...], id: 1)
        #expect(try segment.deltas(from: 1, to: 1) == [delta])
    }

    @Test("Damaged texts never trap, and an invalid delta is reported", arguments: [1, 2] as [UInt64])
    func broken(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var writer = JSONWriter()
        for rev in 1...4 { _ = DeltaText.write(delta(rev, &random), room: 1, owner: "p\"", to: &writer) }
        for _ in 0..<3_000 {
            var bytes = writer.bytes
            if random.chance(30) { bytes.removeLast(random.below(bytes.count)) }
            for _ in 0..<random.below(3) where !bytes.isEmpty {
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
            }
            // Scanning ends, and never reads beyond the end.
            _ = try? {
                var scanner = ItemScanner(bytes)
                while let range = try scanner.next() { _ = try JournalItem(range, of: bytes) }
            }()
            _ = try? Segment(first: 1, body: bytes, ids: [1, 2, 3, 4]).deltas(from: 1, to: 4)
        }
        #expect(throws: Rows.Unreadable.self) { try DeltaText.delta(Array("[1,2]".utf8)[...]) }
    }
}

/// The move of deltas from the journal into segments.
@Suite("Filing")
struct FilingTests {
    private let directory = TemporaryDirectory()
    private var room: RoomName { get throws { try #require(RoomName("r")) } }

    private func count(_ table: String, _ driver: Driver) throws -> Int {
        try driver.durable.pool.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }

    @Test("A commit is one journal row, and later commits file rows once there are enough")
    func slices() throws {
        let driver = try Driver(at: directory.path, filing: JournalOptions(bytes: 4_000))
        var rev = 0
        func append() throws {
            rev += 1
            let failure = try driver.append(Sample.append("r\(rev % 3)", rev / 3))
            try #require(failure == nil && rev < 1_000)
        }
        rev = 2
        while try count("segment", driver) == 0 { try append() }
        let filedAt = rev
        #expect(filedAt > 30, "not before there are enough rows")
        #expect(try count("journal", driver) >= filedAt - 3, "one row per commit")
        for _ in 0..<400 { try append() }
        #expect(try count("journal", driver) < 250)
        #expect(try Check(directory.path).faults.map(\.description) == [])
        try driver.restart()
        #expect(try count("journal", driver) == 0, "closing files all rows")
        let name = try #require(RoomName("r1"))
        let revisions = try driver.history(name, 1, .max).map(\.rev)
        #expect(revisions == Array(1...revisions.count) && revisions.count > 100)
    }

    @Test("Filing continues when nothing is written any more")
    func quiet() throws {
        let driver = try Driver(at: directory.path, filing: JournalOptions(bytes: 4_000))
        for rev in 1...86 { #expect(try driver.append(Sample.append("r", rev)) == nil) }
        #expect(try count("journal", driver) > 70)
        // Each `look` moves at least one slice. Further slices are moved only while no other job
        // waits.
        for _ in 0..<100 where try count("journal", driver) > 30 {
            try driver.durable.checkFiles()
            try driver.step()
        }
        #expect(try count("journal", driver) <= 30)
        #expect(try driver.history(room, 1, 86).map(\.rev) == Array(1...86))
    }

    @Test("A read during filing is complete and contains every acknowledged delta", arguments: [1, 2] as [UInt64])
    func reading(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let driver = try Driver(.filing, at: directory.path)
        var acknowledged = 0
        var answers = 0
        var asked = 0
        for rev in 1...800 {
            driver.store.append(try Sample.append("r", rev)) { if $0 == nil { acknowledged += 1 } }
            guard random.chance(25) else { continue }
            let least = acknowledged
            asked += 1
            driver.store.history(try room, from: 1, to: .max, limit: .max, bytes: .max) { result in
                answers += 1
                let revisions = (try? result.get())?.map(\.rev) ?? []
                #expect(revisions == Array(1..<revisions.count + 1) && revisions.count >= least)
            }
            while asked - answers > 3 { try? driver.step() }
        }
        while acknowledged < 800 || answers < asked { try driver.step() }
        #expect(try driver.load(room)?.shared.deltas.last?.rev == 800)
    }

    @Test("A slice that the disk refuses blocks no writes, and is filed later")
    func refused() throws {
        let driver = try Driver(.filing, at: directory.path)
        let pool = try driver.durable.pool
        try pool.writeWithoutTransaction { db in
            try db.execute(
                sql: "CREATE TRIGGER no BEFORE INSERT ON segment BEGIN SELECT RAISE(ABORT, 'refused'); END")
        }
        for rev in 1...60 { #expect(try driver.append(Sample.append("r", rev)) == nil) }
        #expect(try count("segment", driver) == 0)
        #expect(try driver.durable.health == .ok)
        try pool.writeWithoutTransaction { db in try db.execute(sql: "DROP TRIGGER no") }
        for rev in 61...260 { #expect(try driver.append(Sample.append("r", rev)) == nil) }
        #expect(try count("segment", driver) > 0)
        #expect(try driver.history(room, 1, 260).map(\.rev) == Array(1...260))
        #expect(try Check(directory.path).faults.map(\.description) == [])
    }

    @Test("Many small segments are merged")
    func small() throws {
        let driver = try Driver(.filing, at: directory.path)
        for rev in 1...1_000 { #expect(try driver.append(Sample.append("r", rev)) == nil) }
        #expect(try count("segment", driver) < 80)
        try driver.restart()
        #expect(try driver.history(room, 1, 1_000).map(\.rev) == Array(1...1_000))
        #expect(try Check(directory.path).faults.map(\.description) == [])
    }

    @Test("Ids with the same fingerprint are distinguished, filed or not", arguments: [false, true])
    func fingerprints(_ isFiled: Bool) throws {
        let driver = try Driver(at: directory.path)
        let fingerprint = try driver.durable.pool.read { db in try Fingerprint(db) }
        var known: [UInt32: String] = [:]
        var pair: (String, String)?
        for number in 0..<1_000_000 where pair == nil {
            let id = "i\(number)"
            if let other = known.updateValue(id, forKey: fingerprint.of(id, by: ParticipantID("p-a"))) {
                pair = (other, id)
            }
        }
        let (one, other) = try #require(pair)
        #expect(try driver.append(Sample.append("r", 1, id: one, chain: 1)) == nil)
        if isFiled { try driver.restart() }
        #expect(
            try driver.append(Sample.append("r", 2, id: other, chain: 2)) == nil,
            "only the fingerprint is the same")
        if isFiled { try driver.restart() }
        #expect(
            try driver.append(Sample.append("r", 3, id: one, chain: 3)) == .duplicate(Sample.delta(1, id: one)))
        #expect(
            try driver.append(Sample.append("r", 3, id: other, chain: 4)) == .duplicate(Sample.delta(2, id: other))
        )
    }

    @Test("The row id of a purged room is never reused, so its journal rows stay dead")
    func deadRooms() throws {
        let driver = try Driver(at: directory.path)
        for rev in 1...5 { #expect(try driver.append(Sample.append("old", rev, at: 5)) == nil) }
        #expect(try driver.purge(Retention(unchangedBefore: 10)) == 1)
        #expect(try count("journal", driver) == 5, "its rows are removed by the next filing")
        let copy = TemporaryDirectory()
        for file in ["gomoku.sqlite", "gomoku.sqlite-wal"] {
            try FileManager.default.copyItem(
                atPath: "\(directory.path)/\(file)", toPath: "\(copy.path)/\(file)")
        }
        for path in [directory.path, copy.path] {
            let driver = path == directory.path ? driver : try Driver(at: path)
            #expect(try driver.append(Sample.append("new", 1, epoch: "k2")) == nil)
            try driver.restart()
            #expect(try driver.load(#require(RoomName("new")))?.shared.deltas.map(\.rev) == [1])
            #expect(try driver.load(#require(RoomName("old"))) == nil)
            #expect(try Check(path).faults.map(\.description) == [])
        }
    }

    @Test("The write-ahead log stays small while the server writes continuously")
    func log() throws {
        let driver = try Driver(.os, at: directory.path)
        let big = [Delta.Change("big", .string(String(repeating: "x", count: 60_000)))]
        for rev in 1...1_500 { #expect(try driver.append(Sample.append("r", rev, big)) == nil) }
        let size = try #require(
            FileManager.default.attributesOfItem(atPath: "\(StoreFile.path(in: directory.path))-wal")[.size] as? Int)
        #expect(size < 40 << 20, "90 MB were written")
    }
}
