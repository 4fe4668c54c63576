import GameState
import Robot

/// A finished game of a match.
package struct MatchGame: Sendable {
    /// The winner, or nil after a draw.
    package private(set) var winner: Stone?
    /// The reason for the end: `five`, `full`, or words about the loser's fault.
    package private(set) var reason: String
    /// The moves, including the opening's.
    package private(set) var moves: [Point]
    /// The time of each move in milliseconds; 0 for moves of the opening.
    package private(set) var milliseconds: [Int]

    /// Plays a game from `opening` to the end. The rules of the game judge every move.
    ///
    /// A server's room begins with an empty board. Against a remote player, the other player's
    /// first two stones therefore come from the opening, so that games differ.
    package static func play(
        _ seats: ByStone<any MatchSeat>, opening stones: [Point], size: BoardSize, rule: Rule, limits: SearchLimits
    ) -> MatchGame {
        let hasRemote = seats.x.isRemote || seats.o.isRemote
        let opening = hasRemote ? [] : stones
        var game = MatchGame(winner: nil, reason: "full", moves: opening, milliseconds: opening.map { _ in 0 })
        var board = Board(size: size)
        for (index, point) in opening.enumerated() { board[point] = Stone.ofMove(index + 1) }
        var isFirst = ByStone(both: true)
        while !board.isFull {
            let turn = Stone.ofMove(game.moves.count + 1)
            let start = ContinuousClock.now
            do {
                let led =
                    hasRemote && !seats[turn].isRemote && game.moves.count < 4 ? lead(stones, turn, rule, board) : nil
                let chosen = try led ?? seats[turn].move(after: game.moves, isOpening: isFirst[turn], limits: limits)
                if led == nil { isFirst[turn] = false }
                let spent = (ContinuousClock.now - start).components
                guard let point = chosen else { return game.lost(by: turn, "had no legal move") }
                guard size.contains(point) else { return game.lost(by: turn, "played off the board") }
                let verdict = rule.verdict(on: turn, at: point, of: board)
                if verdict == .occupied { return game.lost(by: turn, "played on a stone") }
                game.moves.append(point)
                game.milliseconds.append(Int(spent.seconds) * 1000 + Int(spent.attoseconds / 1_000_000_000_000_000))
                switch verdict {
                case .five:
                    game.winner = turn
                    game.reason = "five"
                    return game
                case .legal, .occupied: board[point] = turn
                case .forbidden(let prohibition): return game.lost(by: turn, "played a \(prohibition.rawValue)")
                }
            } catch {
                return game.lost(by: turn, "\(error)")
            }
        }
        return game
    }

    /// Returns the first stone of the opening that `turn` may place.
    private static func lead(_ opening: [Point], _ turn: Stone, _ rule: Rule, _ board: Board) -> Point? {
        opening.first { rule.verdict(on: turn, at: $0, of: board) == .legal }
    }

    private func lost(by loser: Stone, _ reason: String) -> MatchGame {
        var game = self
        game.winner = loser.opponent
        game.reason = reason
        return game
    }
}
