import GRDB
import GameState

/// Checks accounts, tokens, finished games and ratings: each row readable and whole, and the ratings what the games
/// make.
struct PeopleCheck {
    /// Ratings as the games make them, in the order in which they ended.
    private struct Settled {
        var kept: [ParticipantID: [KeptRating]] = [:]

        func rating(of id: ParticipantID, _ kind: RatingKind) -> KeptRating? { kept[id]?.first { $0.kind == kind } }

        /// When the last games of two ended that counted.
        private var counted: [Set<ParticipantID>: [Int]] = [:]

        /// Whether a rated game was to count, and did not.
        mutating func settle(_ stored: StoredGame) -> Bool {
            let game = stored.game
            guard game.ratingKind != nil, let x = game.players.x, let o = game.players.o else { return false }
            let since = game.ended - RatingRule.milliseconds
            let last = (counted[[x, o]] ?? []).filter { $0 > since }
            guard stored.players.x?.after != nil else {
                return game.isLongEnough && last.count < RatingRule.gamesOfTwo
            }
            counted[[x, o]] = last + [game.ended]
            settle(game)
            return false
        }

        private mutating func settle(_ game: FinishedGame) {
            guard let kind = game.ratingKind, let x = game.players.x, let o = game.players.o else { return }
            let before = ByStone(x: rating(of: x, kind), o: rating(of: o, kind))
            let after = Glicko2.settled(
                ByStone(x: before.x?.rating, o: before.o?.rating), asOf: ByStone(x: before.x?.asOf, o: before.o?.asOf),
                winner: game.winner, now: game.ended)
            for (stone, id) in [(Stone.x, x), (.o, o)] {
                kept[id, default: []].removeAll { $0.kind == kind }
                kept[id, default: []].append(KeptRating(kind: kind, rating: after[stone], asOf: game.ended))
            }
        }
    }

    let db: Database

    func run(_ check: inout Check) throws {
        for table in ["account", "token"] {
            let orphans =
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM \(table) WHERE participant NOT IN (SELECT id FROM participant)") ?? 0
            if orphans > 0 { check.note("\(orphans) rows of \(table) are of participants who are not there") }
        }
        let accounts = try Row.fetchCursor(db, sql: "SELECT * FROM account")
        while let row = try accounts.next() {
            let account = AccountTable.account(row)
            check.countAccount()
            if account.key.text != row["key"], account.participant.text != row["key"] {
                check.note("the account of \(account.participant) is not kept under its name")
            }
        }
        let settled = try games(&check)
        try ratings(settled, &check)
    }

    private func games(_ check: inout Check) throws -> Settled {
        var settled = Settled()
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM game ORDER BY id")
        while let row = try rows.next() {
            check.countGame()
            let name = "the finished game \(row["epoch"] as String)-\(row["number"] as Int)"
            let game: StoredGame
            do { game = try GameTable.stored(row) } catch {
                check.note("\(name): \(error)")
                continue
            }
            if let fault = Self.fault(game.game) { check.note("\(name): \(fault)") }
            if settled.settle(game) { check.note("\(name): it has changed no rating") }
        }
        return settled
    }

    /// What cannot be in a game; nil when nothing is wrong.
    private static func fault(_ game: FinishedGame) -> String? {
        guard game.moves.count >= FinishedGame.leastMoves else { return "it has too few moves" }
        guard ["x", "o", "draw"].contains(game.result) else { return "its result is none" }
        var board = Board(size: game.terms.size)
        for (index, point) in game.moves.enumerated() {
            let stone = Stone.ofMove(index + 1)
            switch game.terms.rule.verdict(on: stone, at: point, of: board) {
            case .occupied: return "its move \(index + 1) is on another stone"
            case .five where index + 1 < game.moves.count || game.winner != stone:
                return "its move \(index + 1) wins, and did not"
            case .five, .legal, .forbidden: board[point] = stone
            }
        }
        return nil
    }

    private func ratings(_ settled: Settled, _ check: inout Check) throws {
        var left = settled.kept.values.reduce(0) { $0 + $1.count }
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM rating")
        while let row = try rows.next() {
            let id = ParticipantID(row["participant"])
            guard let kept = RatingTable.rating(row) else {
                check.note("a rating of \(id) cannot be read")
                continue
            }
            left -= 1
            if settled.rating(of: id, kept.kind) != kept {
                check.note(
                    "the rating of \(id) for \(kept.kind.rule.rawValue), \(kept.kind.speed.rawValue), is not what the games make"
                )
            }
        }
        if left > 0 { check.note("\(left) ratings are missing") }
    }
}
