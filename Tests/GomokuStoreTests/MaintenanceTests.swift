import Foundation
import GRDB
import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuStore

@Suite("Backup, check and restore")
struct MaintenanceTests {
    private let directory = TemporaryDirectory()
    private let other = TemporaryDirectory()
    private var path: String { StoreFile.path(in: directory.path) }

    @Test("The check does not expect the ratings of a deleted account")
    func left() throws {
        let driver = try Driver(at: directory.path)
        for (index, name) in ["Ann", "Bob"].enumerated() {
            let person = Participant(id: ParticipantID("p-\(index)"), name: name)
            #expect(try driver.save(StoredParticipant(participant: person, tokenHash: [UInt8(index)])) == nil)
        }
        let game = Sample.rated("k1", 1, at: 1, x: "p-0", o: "p-1")
        #expect(try driver.append(Sample.append("r", 1, finished: game)) == nil)
        #expect(try driver.forget("p-1") == nil)
        #expect(try Check(directory.path).faults.map(\.description) == [])
    }

    private func code(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreOpenError)?.code ?? "\(error)"
        }
    }

    // MARK: check

    @Test("The check finds no faults in a store in use, nor in a closed one", arguments: [5, 6] as [UInt64])
    func clean(_ seed: UInt64) throws {
        let driver = try Driver(at: directory.path)
        try driver.fill(seed: seed)
        let check = try Check(directory.path)
        #expect(check.faults.map(\.description) == [])
        #expect(check.rooms == 7 && check.findings.participants == 1)
        let count = try driver.durable.pool.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM delta") }
        #expect(check.findings.deltas == count)
        try driver.restart()
        #expect(try Check(path).faultCount == 0)
    }

    /// Runs `sql`, in which R stands for the room `game0`, on a store with all deltas in segments
    /// (`filed`) or none. Returns the faults that a check then finds.
    private func faults(after sql: String, filed: Bool = true) throws -> [String] {
        let driver = try Driver(at: directory.path)
        try driver.fill()
        if filed { try driver.restart() }
        try driver.durable.pool.writeWithoutTransaction { db in
            let room = try Int64.fetchOne(db, sql: "SELECT id FROM room WHERE name = 'game0'") ?? 0
            try db.execute(
                sql: sql.replacingOccurrences(of: "room = R", with: "room = \(room)").replacingOccurrences(
                    of: "id = R", with: "id = \(room)"))
            #expect(db.changesCount > 0)
        }
        return try Check(directory.path).faults.map(\.description)
    }

    @Test(
        "The check finds each planted fault",
        arguments: [
            ("UPDATE segment SET body = replace(body, '\"move\"', '\"mvoe\"') WHERE room = R", "cannot be read"),
            ("UPDATE segment SET ids = zeroblob(length(ids)) WHERE room = R", "cannot be read"),
            ("UPDATE segment SET first = first + 1 WHERE room = R", "cannot be read"),
            ("UPDATE segment SET last = last + 1 WHERE room = R", "cannot be read"),
            ("UPDATE segment SET crc = 'none' WHERE room = R", "cannot be read"),
            ("DELETE FROM segment WHERE room = R", "newest revision"),
            ("UPDATE room SET rev = rev + 1 WHERE id = R", "newest revision"),
            ("UPDATE room SET finished = 1 - finished WHERE id = R", "whether its game is over"),
            ("UPDATE room SET listed = 1 - listed WHERE id = R", "whether it is listed"),
            ("UPDATE snapshot SET state = replace(state, '\"rule\",', '\"role\",') WHERE room = R", "snapshot"),
            ("UPDATE room SET kind = 'chess' WHERE id = R", "room cannot be read"),
            ("UPDATE own SET rev = rev + 1", "private state of p-"),
            ("INSERT INTO own VALUES (999, 'p-1', 1)", "do not exist"),
            ("DELETE FROM own", "not listed"),
        ])
    func faults(_ sql: String, _ words: String) throws {
        let found = try faults(after: sql)
        #expect(found.contains { $0.contains(words) }, "\(found)")
    }

    @Test(
        "The check finds each planted fault of the journal, and the store cannot be opened with it",
        arguments: [
            ("UPDATE journal SET body = replace(body, '1', '2') WHERE seq = 9", "row 9 of the journal"),
            ("UPDATE journal SET body = substr(body, 2) WHERE seq = 3", "row 3 of the journal"),
            ("UPDATE journal SET crc = crc + 1 WHERE seq = 2", "row 2 of the journal"),
            ("UPDATE journal SET crc = 'none' WHERE seq = 2", "crc"),
            ("DELETE FROM journal WHERE seq = 5", "row 6 of the journal"),
        ])
    func journalFaults(_ sql: String, _ words: String) throws {
        let found = try faults(after: sql, filed: false)
        #expect(found.contains { $0.contains(words) }, "\(found)")
        let copy = "\(other.path)/store"
        try FileManager.default.copyItem(atPath: directory.path, toPath: copy)
        #expect(code { _ = try Driver(at: copy) } == "damaged")
    }

    /// Rewrites the segments of `game0`, with each shared delta as `edit` returns it and with
    /// correct checksums.
    private func refile(_ driver: Driver, _ edit: (AcceptedDelta) -> AcceptedDelta?) throws {
        try driver.durable.pool.writeWithoutTransaction { db in
            let room = try Int64.fetchOne(db, sql: "SELECT id FROM room WHERE name = 'game0'") ?? 0
            var deltas: [AcceptedDelta] = []
            try SegmentTable.read(room: room, owner: "", from: 1, to: .max, db) { segment in
                deltas += try segment.deltas(from: segment.first, to: segment.last)
                return true
            }
            try db.execute(sql: "DELETE FROM segment WHERE room = ? AND owner = ''", arguments: [room])
            let fingerprint = try Fingerprint(db)
            for delta in deltas.compactMap(edit) {
                var writer = JSONWriter()
                let start = DeltaText.write(delta, room: room, owner: "", to: &writer)
                var segment = Segment(first: delta.rev)
                segment.append(writer.bytes[start...], id: fingerprint.of(delta.id, by: delta.by))
                try SegmentTable.add(segment, room: room, owner: "", db)
            }
        }
    }

    @Test(
        "The check finds records of games that are wrong about whether the game was listed", arguments: [false, true])
    func listedGames(isFiled: Bool) throws {
        for (isListed, isRecordListed, isTimed, words) in [
            (true, true, true, []), (false, false, true, []),
            (true, false, true, ["room r: its game 1 was listed, but is recorded as unlisted"]),
            (false, true, true, ["room r: its game 1 was unlisted, but is recorded as listed"]),
            (false, true, false, []),
        ] {
            let place = TemporaryDirectory()
            let driver = try Driver(at: place.path)
            for append in try Sample.game(isListed: isListed, isRecordListed: isRecordListed, isTimed: isTimed) {
                #expect(try driver.append(append) == nil)
            }
            if isFiled { try driver.restart() }
            #expect(try Check(place.path).faults.map(\.description) == words)
        }
    }

    @Test("The check finds impossible content even if its checksums are correct")
    func impossible() throws {
        let driver = try Driver(at: directory.path)
        try driver.fill()
        try driver.restart()
        func found() throws -> [String] { try Check(directory.path).faults.map(\.description) }
        try refile(driver) { $0 }
        #expect(try found() == [])
        try refile(driver) { delta in
            let by = delta.rev == 2 ? ParticipantID("p-eve") : delta.by
            return AcceptedDelta(rev: delta.rev, by: by, at: delta.at, id: delta.id, delta: delta.delta)
        }
        #expect(try found().contains { $0.contains("referee") })
        try refile(driver) { $0.rev == 7 ? nil : $0 }
        #expect(try found().contains { $0.contains("missing") })
        #expect(throws: StoreFailure.self, "nor can the room be loaded") {
            try driver.load(#require(RoomName("game0")))
        }
    }

    @Test("The check tells missing, damaged and older stores apart")
    func others() throws {
        #expect(code { _ = try Check("\(directory.path)/none") } == "missing")
        #expect(code { _ = try Check(directory.path) } == "missing")
        try Data("nothing of ours, though there is some of it".utf8).write(to: URL(fileURLWithPath: path))
        #expect(code { _ = try Check(directory.path) } == "damaged")
        try FileManager.default.removeItem(atPath: path)
        try DatabaseQueue(path: path).inDatabase { db in try Schema.migrate(db, to: 1) }
        #expect(code { _ = try Check(directory.path) } == "older")
    }

    // MARK: backup

    @Test("A backup taken while the server writes is a consistent store")
    func online() throws {
        let driver = try Driver(at: directory.path)
        try driver.fill()
        var appended = 0
        for rev in 1...2_000 { driver.store.append(try Sample.append("busy", rev)) { if $0 == nil { appended += 1 } } }
        let file = "\(other.path)/backup.sqlite"
        try Backup.make(ofStoreIn: directory.path, to: file)
        while appended < 2_000 { try driver.step() }
        #expect(try Check(file).faultCount == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: other.path) == ["backup.sqlite"],
            "no other file is left"
        )
        #expect(code { try Backup.make(ofStoreIn: directory.path, to: file) } == "exists")
        #expect(code { try Backup.make(ofStoreIn: other.path, to: "\(other.path)/x") } == "missing")
        #expect(code { try Backup.make(ofStoreIn: directory.path, to: "\(other.path)/no/such/x") } != nil)
    }

    // MARK: restore

    @Test("A restored backup replaces the store, and the replaced file is kept")
    func restore() throws {
        let file = "\(other.path)/backup.sqlite"
        let room = try #require(RoomName("late"))
        var driver: Driver? = try Driver(at: directory.path)
        try #require(driver).fill()
        try Backup.make(ofStoreIn: directory.path, to: file)
        #expect(try driver?.append(Sample.append("late", 1)) == .some(nil))
        #expect(code { try Restore.put(file, inPlaceOfStoreIn: directory.path, force: true, now: 1) } == "in-use")
        try driver?.restart()
        driver = nil
        #expect(code { try Restore.put(file, inPlaceOfStoreIn: directory.path, force: false, now: 1) } == "exists")
        let kept = try #require(try Restore.put(file, inPlaceOfStoreIn: directory.path, force: true, now: 77))
        #expect(kept.hasSuffix("gomoku.sqlite.replaced-77"))
        driver = try Driver(at: directory.path)
        #expect(try driver?.load(room) == .some(nil))
        #expect(try Check(directory.path).rooms == 7)
        let old = try DatabaseQueue(path: kept)
        #expect(try old.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM room WHERE name = 'late'") } == 1)
    }

    @Test("A backup is restored into an empty directory and over a damaged store")
    func restoreElsewhere() throws {
        let file = "\(other.path)/backup.sqlite"
        do {
            let driver = try Driver(at: directory.path)
            try driver.fill(games: 1)
            try Backup.make(ofStoreIn: directory.path, to: file)
        }
        #expect(try Restore.put(file, inPlaceOfStoreIn: "\(other.path)/new", force: false, now: 1) == nil)
        #expect(try Check("\(other.path)/new").faultCount == 0)
        let broken = StoreFile.path(in: "\(other.path)/new")
        try Data("broken, every byte of it, beyond any hope".utf8).write(to: URL(fileURLWithPath: broken))
        #expect(try Restore.put(file, inPlaceOfStoreIn: "\(other.path)/new", force: true, now: 2) != nil)
        #expect(try Check("\(other.path)/new").rooms == 5)
    }

    @Test("A file that is not a backup replaces nothing")
    func noBackup() throws {
        try Driver(at: directory.path).fill(games: 1)
        // SQLite's auxiliary files are ignored, because they appear and disappear with each
        // connection.
        func files() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { !$0.contains("sqlite-") }
                .sorted()
        }
        let before = try files()
        let file = "\(other.path)/backup.sqlite"
        #expect(code { try Restore.put(file, inPlaceOfStoreIn: directory.path, force: true, now: 1) } == "missing")
        try Data("no database at all, but a text".utf8).write(to: URL(fileURLWithPath: file))
        #expect(code { try Restore.put(file, inPlaceOfStoreIn: directory.path, force: true, now: 1) } == "no-backup")
        try FileManager.default.removeItem(atPath: file)
        try DatabaseQueue(path: file).inDatabase { db in try db.execute(sql: "CREATE TABLE mail (id)") }
        #expect(code { try Restore.put(file, inPlaceOfStoreIn: directory.path, force: true, now: 1) } == "no-backup")
        #expect(try files() == before)
    }

    @Test("Files restored or imported by root belong to the owner of the directory", .enabled(if: geteuid() == 0))
    func ownership() throws {
        let file = "\(other.path)/backup.sqlite"
        do {
            let driver = try Driver(at: directory.path)
            try driver.fill(games: 1)
            try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(directory.path)/moderation.json"))
            try Backup.make(ofStoreIn: directory.path, with: ["moderation.json"], to: file)
        }
        func owners(_ name: String, _ fill: (String) throws -> Void) throws -> [String: Int] {
            let place = "\(other.path)/\(name)"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
            #expect(chown(place, 12_345, 12_346) == 0)
            try fill(place)
            return try FileManager.default.contentsOfDirectory(atPath: place).reduce(into: [:]) { owners, name in
                let facts = try FileManager.default.attributesOfItem(atPath: "\(place)/\(name)")
                #expect((facts[.groupOwnerAccountID] as? NSNumber)?.intValue == 12_346, "\(name)")
                owners[name] = (facts[.ownerAccountID] as? NSNumber)?.intValue
            }
        }
        let restored = try owners("restored") { place in
            try Restore.put(file, with: ["moderation.json"], inPlaceOfStoreIn: place, force: false, now: 1)
        }
        #expect(restored == ["gomoku.sqlite": 12_345, "moderation.json": 12_345, "lock": 12_345])
        let imported = try owners("imported") { place in
            try StoreImport.put(into: place, now: 1) { take in try StoreExport.read(file, take) }
        }
        #expect(imported == ["gomoku.sqlite": 12_345, "lock": 12_345])
    }

    @Test("A refused restore names --force, or says that the file is not a backup")
    func sentences() throws {
        let file = "\(other.path)/backup.sqlite"
        try Driver(at: directory.path).fill(games: 1)
        try Backup.make(ofStoreIn: directory.path, to: file)
        func sentence(_ file: String) -> String {
            do throws(StoreOpenError) {
                try Restore.put(file, inPlaceOfStoreIn: directory.path, force: false, now: 1)
                return ""
            } catch { return error.description }
        }
        #expect(sentence(file).contains("--force"))
        try Data("no database at all, but a text".utf8).write(to: URL(fileURLWithPath: file))
        let refused = sentence(file)
        #expect(refused.contains("created by gomoku-server backup") && !refused.contains("gomoku-server restore"))
    }

    @Test("A backup of an old version is restored, and upgraded at the next start")
    func oldBackup() throws {
        let fixture = try #require(
            Bundle.module.url(forResource: "store-v1.sqlite", withExtension: nil, subdirectory: "Fixtures"))
        #expect(try Restore.put(fixture.path, inPlaceOfStoreIn: directory.path, force: false, now: 1) == nil)
        _ = try Driver(at: directory.path)
        #expect(try Check(directory.path).faults.map(\.description) == [])
    }
}
