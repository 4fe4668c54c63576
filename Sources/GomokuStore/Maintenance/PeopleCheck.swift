import GRDB
import GameState
import Storage

/// A check of accounts, tokens, finished games and ratings: that each row is readable and complete,
/// and that the ratings follow from the games.
struct PeopleCheck {
    let db: Database

    func run(_ check: inout StoreFindings) throws {
        for table in ["account", "token"] {
            let orphans =
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM \(table) WHERE participant NOT IN (SELECT id FROM participant)") ?? 0
            if orphans > 0 { check.note("\(orphans) rows of \(table) belong to participants that do not exist") }
        }
        let accounts = try Row.fetchCursor(db, sql: "SELECT * FROM account")
        while let row = try accounts.next() {
            let account = PersonTables.account(row)
            check.accounts += 1
            if account.key.text != row["key"], account.participant.text != row["key"] {
                check.note("the account of \(account.participant) is not stored under its name")
            }
        }
        let settled = try games(&check)
        try ratings(settled, &check)
    }

    private func games(_ check: inout StoreFindings) throws -> SettledRatings {
        var settled = SettledRatings()
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM game ORDER BY id")
        while let row = try rows.next() {
            check.games += 1
            let name = "the finished game \(row["epoch"] as String)-\(row["number"] as Int)"
            let game: StoredGame
            do { game = try GameTable.stored(row) } catch {
                check.note("\(name): \(error)")
                continue
            }
            if let fault = game.game.fault { check.note("\(name): \(fault)") }
            if settled.settle(game) { check.note("\(name): it should have changed ratings, but did not") }
        }
        return settled
    }

    private func ratings(_ settled: SettledRatings, _ check: inout StoreFindings) throws {
        var missing = settled.kept.filter { !settled.deletedAccounts.contains($0.key) }.values.reduce(0) {
            $0 + $1.count
        }
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM rating")
        while let row = try rows.next() {
            let id = ParticipantID(row["participant"])
            guard let kept = RatingTable.rating(row) else {
                check.note("a rating of \(id) cannot be read")
                continue
            }
            if settled.deletedAccounts.contains(id) { continue }
            missing -= 1
            if settled.rating(of: id, kept.kind) != kept {
                check.note(
                    "the rating of \(id) for \(kept.kind.rule.rawValue), \(kept.kind.speed.rawValue), does not follow from the games"
                )
            }
        }
        if missing > 0 { check.note("\(missing) ratings are missing") }
    }
}
