import GameState
import Robot

/// One finished game of a match.
struct MatchGame: Sendable {
    /// Nil is a draw.
    var winner: Stone?
    var reason: String
    var moves: [Point]
    /// Milliseconds each move took; 0 in the opening.
    var milliseconds: [Int]

    /// Plays from `opening` to the end; every move is refereed by the rules of the game itself.
    static func play(
        _ seats: ByStone<MatchSeat>, opening: [Point], size: BoardSize, rule: Rule, limits: SearchLimits
    ) -> MatchGame {
        var game = MatchGame(winner: nil, reason: "full", moves: opening, milliseconds: opening.map { _ in 0 })
        var board = Board(size: size)
        for (index, point) in opening.enumerated() { board[point] = Stone.ofMove(index + 1) }
        var isFirst = ByStone(both: true)
        while !board.isFull {
            let turn = Stone.ofMove(game.moves.count + 1)
            let start = ContinuousClock.now
            do {
                let chosen = try seats[turn].move(after: game.moves, isOpening: isFirst[turn], limits: limits)
                isFirst[turn] = false
                let spent = (ContinuousClock.now - start).components
                // No move: nothing legal is left, or every point is forbidden.
                guard let point = chosen else { return game }
                guard size.contains(point) else { return game.lost(by: turn, "played off the board") }
                let verdict = rule.verdict(on: turn, at: point, of: board)
                game.moves.append(point)
                game.milliseconds.append(Int(spent.seconds) * 1000 + Int(spent.attoseconds / 1_000_000_000_000_000))
                switch verdict {
                case .five:
                    game.winner = turn
                    game.reason = "five"
                    return game
                case .legal: board[point] = turn
                case .forbidden(let prohibition): return game.lost(by: turn, "played a \(prohibition.rawValue)")
                case .occupied: return game.lost(by: turn, "played on a stone")
                }
            } catch {
                return game.lost(by: turn, "\(error)")
            }
        }
        return game
    }

    private func lost(by loser: Stone, _ reason: String) -> MatchGame {
        var game = self
        game.winner = loser.opponent
        game.reason = reason
        return game
    }

    /// The record in the form Piskvork keeps: 1-based `x,y,milliseconds` lines.
    func psq(names: ByStone<String>, size: BoardSize) -> String {
        var lines = ["Piskvorky \(size.side)x\(size.side), 11:11, 0"]
        for (move, milliseconds) in zip(moves, milliseconds) {
            lines.append("\(move.column + 1),\(move.row + 1),\(milliseconds)")
        }
        return (lines + [names.x, names.o, "-1"]).joined(separator: "\n") + "\n"
    }
}
