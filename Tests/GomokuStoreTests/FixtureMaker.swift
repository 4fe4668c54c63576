import Foundation
import GRDB
import GameState
import Testing

@testable import GomokuStore

/// Makes `store-vN.sqlite` with the code of the newest version N, and `store.jsonl` with what is in it.
///
/// Run once, when a version of the format is new (`GOMOKU_MAKE_FIXTURES=DIR swift test --filter FixtureMaker`); the
/// file is kept in `Fixtures` for ever: later programs must read it.
@Suite struct FixtureMaker {
    private static let directory = ProcessInfo.processInfo.environment["GOMOKU_MAKE_FIXTURES"]

    @Test(.enabled(if: directory != nil))
    func make() throws {
        let directory = try #require(Self.directory)
        let path = "\(directory)/store-v\(Schema.newest).sqlite"
        let pool = try DatabasePool(path: path)
        let content = FixtureContent.made()
        try pool.writeWithoutTransaction { db in
            try Schema.migrate(db)
            var log = RoomLog()
            try db.inTransaction {
                for append in content.appends {
                    let failure = try log.append(append, db)
                    #expect(failure == nil)
                }
                try log.settle(db)
                for person in content.people { try PeopleTable.save(person, seen: 1_700_000_009_000, db) }
                // Since version 4: a claimed name with a further token, and a rated game whose room is gone.
                #expect(try AccountTable.claim(content.account, device: "a phone", db) == nil)
                let further = StoredSession(tokenHash: [1, 2, 3], device: nil, since: 7, seen: 8)
                try SessionTable.add(further, of: content.account.participant, db)
                try GameTable.record(content.rated, db)
                // Since version 5: what was said.
                let room = try content.chatRoom
                for line in content.chat { try ChatTable.add(line, in: room.name, epoch: room.epoch, limit: 2, db) }
                return .commit
            }
        }
        try pool.close()
        try content.json.write(toFile: "\(directory)/store.jsonl", atomically: true, encoding: .utf8)
    }
}
