import Foundation
import GRDB
import GameState
import Storage
import Testing

@testable import GomokuStore

/// A generator of `store-vN.sqlite` in the newest format N, and of `store.jsonl` with its content.
///
/// Run it once for each new version of the format (`GOMOKU_MAKE_FIXTURES=DIR swift test --filter
/// FixtureMaker`). The files stay in `Fixtures` forever, because later programs must be able to
/// read them.
@Suite struct FixtureMaker {
    private static let directory = ProcessInfo.processInfo.environment["GOMOKU_MAKE_FIXTURES"]

    @Test("The fixtures of the newest format are generated", .enabled(if: directory != nil))
    func make() throws {
        let directory = try #require(Self.directory)
        let path = "\(directory)/store-v\(Schema.newest).sqlite"
        let pool = try DatabasePool(path: path)
        let content = FixtureContent.made()
        try pool.writeWithoutTransaction { db in
            try Schema.migrate(db)
            let journal = try Journal(db)
            var log = try RoomLog(journal, db)
            var filing = SegmentFiling(journal, JournalOptions(bytes: 2_000))
            // Store some deltas in segments, some in segments and the journal, and some only in the
            // journal.
            for part in [content.appends.prefix(20), content.appends.dropFirst(20)] {
                if part.startIndex > 0 { filing.begin(journal.unfiled, through: log.seq) }
                for append in part {
                    try db.inTransaction {
                        let failure = try log.append(append, db)
                        #expect(failure == nil)
                        try log.writeJournalRow(db)
                        return .commit
                    }
                    log.committed()
                }
            }
            let slice = try #require(filing.slice())
            try db.inTransaction {
                try filing.carryOut(slice, journal.unfiled, db)
                for person in content.people { try PeopleTable.save(person, seen: 1_700_000_009_000, db) }
                // Since version 4: a claimed name with a second token, and a rated game whose room
                // was removed.
                let further = StoredSession(tokenHash: [1, 2, 3], device: nil, since: 7, seen: 8)
                for verb in [
                    PeopleVerb.claim(content.account, device: "a phone"),
                    .addSession(further, of: content.account.participant), .record(content.rated),
                ] { #expect(try PeopleTables.change(verb, db) == nil) }
                // Since version 5: chat messages.
                let room = try content.chatRoom
                let id = try #require(try log.row(of: room.name, epoch: room.epoch, db)).id
                for line in content.chat { try ChatTable.add(line, of: id, limit: 2, db) }
                return .commit
            }
        }
        try pool.close()
        try content.json.write(toFile: "\(directory)/store.jsonl", atomically: true, encoding: .utf8)
    }
}
