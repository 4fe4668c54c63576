import Foundation
import GRDB
import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuStore

/// Genuine files of all earlier versions, opened by this version.
@Suite("Upgrades")
struct UpgradeTests {
    private let directory = TemporaryDirectory()
    private var path: String { StoreFile.path(in: directory.path) }

    private static func fixture(_ name: String) throws -> URL {
        try #require(Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Fixtures"))
    }

    private func install(_ version: Int) throws {
        try FileManager.default.copyItem(at: Self.fixture("store-v\(version).sqlite"), to: URL(fileURLWithPath: path))
    }

    /// The room, the owner and the content of a delta in the fixtures.
    private struct Line {
        let room: RoomName
        let owner: String
        let delta: AcceptedDelta
    }

    private static func lines() throws -> [Line] {
        try String(contentsOf: fixture("store.jsonl"), encoding: .utf8).split(separator: "\n").map { line in
            let parts = try #require(try JSONParser.parse(String(line)).array)
            let delta = AcceptedDelta(
                rev: try #require(parts[2].integer), by: ParticipantID(try #require(parts[3].string)),
                at: try #require(parts[4].integer), id: parts[5].string, delta: Delta(try #require(parts[6].members)))
            let name = try #require(parts[0].string)
            let owner = try #require(parts[1].string)
            return Line(room: try #require(RoomName(name)), owner: owner, delta: delta)
        }
    }

    private func expectContent(_ driver: Driver, version: Int) throws {
        let lines = try Self.lines()
        for room in Set(lines.map(\.room)) {
            let stored = try #require(try driver.load(room))
            #expect(stored.header.epoch == "k-\(room)" && stored.header.created == 1_700_000_000_000)
            #expect(stored.shared.deltas == lines.filter { $0.room == room && $0.owner.isEmpty }.map(\.delta))
            for (owner, part) in stored.own {
                #expect(part.deltas == lines.filter { $0.room == room && $0.owner == owner.text }.map(\.delta))
            }
            let owners = Set(lines.filter { $0.room == room }.map(\.owner)).subtracting([""])
            #expect(Set(stored.own.map(\.participant.text)) == owners)
            let ruled = try Room(stored)
            #expect(ruled.rev == stored.shared.deltas.last?.rev)
        }
        #expect(try driver.rooms().count == Set(lines.map(\.room)).count)
        for (index, name) in ["Ann", "Bob \"the\" Ⓑ", "robot"].enumerated() {
            let person = Participant(
                id: ParticipantID("p-\(index)"), name: name, isBot: index == 2, isClaimed: version >= 4 && index == 0)
            let token: [UInt8] = (0..<32).map { UInt8($0 * 7 + index) }
            #expect(try driver.participant(token) == person)
        }
        if version >= 4 { try expectPeople(driver, version: version) }
        // Chat exists since version 5.
        let content = FixtureContent.made()
        let chat = try driver.load(try content.chatRoom.name)?.chat
        #expect(chat == (version >= 5 ? content.chat.suffix(2) : []))
    }

    /// Checks the content that exists since version 4.
    private func expectPeople(_ driver: Driver, version: Int) throws {
        let content = FixtureContent.made()
        #expect(try driver.account("ANN") == content.account)
        #expect(try driver.participant([1, 2, 3])?.id == content.account.participant)
        #expect(try driver.sessions(content.account.participant.text).count == 2, "the first session and a further one")
        // Times of moves exist since version 10.
        #expect(try driver.game(content.rated.id)?.game == content.rated(isTimed: version >= 10))
        let over = try #require(try driver.game(GameID(epoch: "k-over", number: 1))?.game)
        #expect(over.reason == .five)
        // In the fixture, a delta follows each second.
        #expect(over.times.compactMap { $0?.used } == (version < 10 ? [] : over.moves.map { _ in 1_000 }))
        let ann = try #require(try driver.person("Ann"))
        // Versions before 9 counted a game of three moves.
        #expect(ann.ratings.map(\.rating.games) == (version < 9 ? [1] : []))
        #expect(ann.won == 2 && ann.since == content.account.since)
    }

    /// Claims a name and plays a rated game in a migrated file.
    private func goOnWithPeople(_ driver: Driver) throws {
        let password = FixtureContent().account.password
        let bob = Account(participant: ParticipantID("p-1"), name: "Bob", password: password, since: 1)
        #expect(try driver.claim(bob) == nil)
        #expect(try driver.participant((0..<32).map { UInt8($0 * 7 + 1) })?.name == "Bob")
        let game = Sample.rated("new", 1, at: 1_700_000_020_000, x: "p-1", o: "p-0")
        #expect(try driver.append(Sample.append("new", 1, finished: game)) == nil)
        #expect(try driver.game(game.id)?.game == game)
        #expect(try driver.purge(Retention(unchangedBefore: .max), keeping: Set(Self.lines().map(\.room))) == 1)
    }

    @Test("The upgrade to version 6 lists exactly the rooms whose newest `listed` value is yes")
    func listedSinceVersion6() throws {
        let queue = try DatabaseQueue()
        try queue.inDatabase { db in
            try Schema.migrate(db, to: 5)
            let words = [["yes"], ["yes", "no"], ["no", "yes"], [nil], ["yes", nil], []] as [[String?]]
            for (room, words) in words.enumerated() {
                try db.execute(
                    sql: "INSERT INTO room VALUES (?, ?, 'gomoku', 'k', 'p', 1, 9, 1, 0)",
                    arguments: [room, "r\(room)"])
                for (rev, word) in words.enumerated() {
                    let changes = "{\"listed\":\(word.map { "\"\($0)\"" } ?? "null")}"
                    try db.execute(
                        sql: "INSERT INTO delta VALUES (?, '', ?, 'p', 1, NULL, ?)",
                        arguments: [room, rev + 1, changes])
                }
            }
            try Schema.migrate(db)
            let listed = try String.fetchAll(db, sql: "SELECT name FROM room WHERE listed = 1 ORDER BY name")
            #expect(listed == ["r0", "r2"])
        }
    }

    private func backups() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.contains("backup") }.sorted()
    }

    @Test("A finished game counts as listed after the upgrade only if its room is listed")
    func listedGames() throws {
        try DatabaseQueue().inDatabase { db in
            try Schema.migrate(db, to: 8)
            for (room, listed) in [("tea", 1), ("den", 0)] {
                try db.execute(
                    sql: """
                        INSERT INTO room (name, kind, epoch, host, created, rev, changed, listed)
                        VALUES (?, 'gomoku', 'k', 'p', 1, 1, 1, ?)
                        """, arguments: [room, listed])
                try db.execute(
                    sql: """
                        INSERT INTO game (epoch, number, room, rule, size, opening, takebacks, rated, result, reason, moves, ended)
                        VALUES (?1, 1, ?1, 'renju', 15, 'none', 1, 0, 'x', 'five', '7,7 8,8', 5)
                        """, arguments: [room])
            }
            try Schema.migrate(db)
            let listed = try Row.fetchAll(db, sql: "SELECT * FROM game").map(GameTable.stored)
                .filter(\.game.terms.isListed).map(\.game.room.text)
            #expect(listed == ["tea"])
        }
    }

    @Test("A fixture exists for every version of the format")
    func everyVersion() throws { for version in 1...Schema.newest { _ = try Self.fixture("store-v\(version).sqlite") } }

    @Test("An upgraded store keeps its content and a backup, and accepts new data", arguments: 1...Schema.newest)
    func upgrade(_ version: Int) throws {
        try install(version)
        let driver = try Driver(at: directory.path)
        try expectContent(driver, version: version)
        try goOnWithPeople(driver)
        #expect(try driver.durable.pool.read(Schema.version) == Schema.newest)
        let room = try #require(RoomName("over"))
        let header = try #require(try driver.load(room)).header
        let next = Append(room: header, scope: .shared, delta: Sample.delta(12, by: "p-0", id: "i0"))
        #expect(try driver.append(next) == .duplicate(Self.lines()[0].delta), "earlier ids are still known")
        #expect(try driver.purge(Retention(finishedBefore: .max)) == 1, "the finished game is recognised")
        #expect(try driver.load(room) == nil)

        guard version < Schema.newest else { return #expect(try backups().isEmpty) }
        let backup = try #require(try backups().first)
        #expect(backup.contains("backup-v\(version)-") && !backup.hasSuffix(".partial"))
        let old = try DatabaseQueue(path: "\(directory.path)/\(backup)")
        #expect(try old.read(Schema.version) == version)
        #expect(try old.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM delta") } == Self.lines().count)
    }

    @Test("An upgraded store has no faults, and its view shows the same deltas as before", arguments: 1...Schema.newest)
    func sound(_ version: Int) throws {
        try install(version)
        _ = try Driver(at: directory.path)
        #expect(try Check(directory.path).faults.map(\.description) == [])
        let rows = try DatabaseQueue(path: path).read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT name, owner, delta.rev, by, at, delta.id, changes FROM delta JOIN room ON room.id = delta.room
                    """
            ).map { row in
                let id = row["id"] as String?
                return
                    "\(row["name"] as String) \(row["owner"] as String) \(row["rev"] as Int) \(row["by"] as String) \(row["at"] as Int) \(id ?? "") \(row["changes"] as String)"
            }
        }
        let expected = try Self.lines().map { line in
            let changes = Rows.text(line.delta.delta)
            return
                "\(line.room) \(line.owner) \(line.delta.rev) \(line.delta.by) \(line.delta.at) \(line.delta.id ?? "") \(changes)"
        }
        #expect(rows.sorted() == expected.sorted())
    }

    /// An observer that copies the files just before each commit.
    private final class Crash: TransactionObserver {
        let copy: () -> Void
        init(_ copy: @escaping () -> Void) { self.copy = copy }
        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseWillCommit() throws { copy() }
        func databaseDidCommit(_ db: Database) {}
        func databaseDidRollback(_ db: Database) {}
    }

    @Test("A crash during an upgrade leaves the old version intact", arguments: 1..<Schema.newest)
    func crash(_ version: Int) throws {
        try install(version)
        let copies = Copies()
        let queue = try DatabaseQueue(path: path)
        let crash = Crash { [directory] in
            let copy = copies.new()
            for file in (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? [] {
                try? FileManager.default.copyItem(atPath: "\(directory.path)/\(file)", toPath: "\(copy.path)/\(file)")
            }
        }
        queue.add(transactionObserver: crash, extent: .observerLifetime)
        try queue.inDatabase { db in
            // Have SQLite write changed pages to the file before the commit.
            try db.execute(sql: "PRAGMA cache_size = 1; PRAGMA cache_spill = 1")
            try Schema.migrate(db)
        }
        // All migrations are one commit. Files copied before it have the old version and can be
        // opened.
        #expect(copies.all.count == 1)
        for copy in copies.all {
            let left = try DatabaseQueue(path: StoreFile.path(in: copy.path))
            #expect(try left.read(Schema.version) == version)
            try left.close()
            try expectContent(Driver(at: copy.path), version: version)
        }
    }

    private final class Copies {
        private(set) var all: [TemporaryDirectory] = []

        func new() -> TemporaryDirectory {
            let copy = TemporaryDirectory()
            all.append(copy)
            return copy
        }
    }

    @Test("A failed upgrade step leaves the old version intact")
    func failedStep() throws {
        try install(1)
        try DatabaseQueue(path: path).inDatabase { db in try db.execute(sql: "CREATE TABLE meta (other)") }
        #expect(throws: StoreOpenError.self) { try Driver(at: directory.path) }
        let left = try DatabaseQueue(path: path)
        #expect(try left.read(Schema.version) == 1)
        try left.inDatabase { db in try db.execute(sql: "DROP TABLE meta") }
        try left.close()
        try expectContent(Driver(at: directory.path), version: 1)
    }
}
