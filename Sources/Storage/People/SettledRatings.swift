import GameState

/// The ratings that result from a list of games, in the order in which they were settled.
public struct SettledRatings {
    public private(set) var kept: [ParticipantID: [StoredRating]] = [:]
    /// The participants with deleted accounts, whose ratings were deleted too.
    public private(set) var deletedAccounts: Set<ParticipantID> = []

    public func rating(of id: ParticipantID, _ kind: RatingKind) -> StoredRating? {
        kept[id]?.first { $0.kind == kind }
    }

    public init() {}

    /// The end times of the recent games that changed ratings, by pair of players.
    private var counted: [Set<ParticipantID>: [Int]] = [:]

    /// Applies a game. Returns whether it should have changed the ratings but did not.
    public mutating func settle(_ stored: StoredGame) -> Bool {
        let game = stored.game
        for stone in [Stone.x, .o] {
            if let player = stored.players[stone], player.name.isEmpty { deletedAccounts.insert(player.id) }
        }
        guard game.ratingKind != nil, let x = game.players.x, let o = game.players.o else { return false }
        let since = game.ended - RatingRule.milliseconds
        let last = (counted[[x, o]] ?? []).filter { $0 > since }
        guard stored.players.x?.after != nil else { return game.isLongEnough && last.count < RatingRule.gamesOfTwo }
        counted[[x, o]] = last + [game.ended]
        rate(stored)
        return false
    }

    /// Updates the ratings for one game. The recorded ratings show whether
    /// ``Glicko2/surpriseLimit`` applied to the game.
    private mutating func rate(_ stored: StoredGame) {
        let game = stored.game
        guard let kind = game.ratingKind, let x = game.players.x, let o = game.players.o else { return }
        let before = ByStone(x: rating(of: x, kind), o: rating(of: o, kind))
        func settled(isBounded: Bool) -> ByStone<Glicko2.Rating> {
            Glicko2.settled(
                ByStone(x: before.x?.rating, o: before.o?.rating), asOf: ByStone(x: before.x?.asOf, o: before.o?.asOf),
                winner: game.winner, now: game.ended, isBounded: isBounded)
        }
        func isRecorded(_ after: ByStone<Glicko2.Rating>) -> Bool {
            after.x.points == stored.players.x?.after && after.o.points == stored.players.o?.after
        }
        let bounded = settled(isBounded: true)
        let free = settled(isBounded: false)
        let after = !isRecorded(bounded) && isRecorded(free) ? free : bounded
        for (stone, id) in [(Stone.x, x), (.o, o)] {
            kept[id, default: []].removeAll { $0.kind == kind }
            kept[id, default: []].append(StoredRating(kind: kind, rating: after[stone], asOf: game.ended))
        }
    }
}

extension FinishedGame {
    /// A description of an inconsistency in the game, or `nil` if there is none.
    public var fault: String? {
        guard moves.count >= Self.leastMoves else { return "it has too few moves" }
        guard ["x", "o", "draw"].contains(result) else { return "its result is not x, o or draw" }
        var board = Board(size: terms.size)
        for (index, point) in moves.enumerated() {
            let stone = Stone.ofMove(index + 1)
            switch terms.rule.verdict(on: stone, at: point, of: board) {
            case .occupied: return "its move \(index + 1) is on an occupied point"
            case .five where index + 1 < moves.count || winner != stone:
                return "its move \(index + 1) makes a winning row, which does not match its result"
            case .five, .legal, .forbidden: board[point] = stone
            }
        }
        return nil
    }
}
