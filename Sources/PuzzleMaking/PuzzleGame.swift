import GameState

/// A game from which puzzles are made.
package struct PuzzleGame {
    package let rule: Rule
    package let size: BoardSize
    package let moves: [Point]
    /// The side that completes a five with the next move; nil if it is unknown or there is none.
    package let winner: Stone?

    /// Creates a game from a record. Nil if the moves do not alternate, if one is illegal under the
    /// rule, or if the record is of another rule.
    package init?(_ record: GameRecord, rule: Rule) {
        guard record.isPlain, record.rule == nil || record.rule == rule else { return nil }
        var board = Board(size: record.size)
        var moves: [Point] = []
        for (index, point) in record.points.enumerated() {
            let stone = Stone.ofMove(index + 1)
            switch rule.verdict(on: stone, at: point, of: board) {
            case .legal:
                board[point] = stone
                moves.append(point)
            case .five: break
            case .forbidden, .occupied: return nil
            }
            if moves.count == index { break }
        }
        self.init(rule: rule, size: record.size, moves: moves, winner: nil)
    }

    package init(rule: Rule, size: BoardSize, moves: [Point], winner: Stone?) {
        self.rule = rule
        self.size = size
        self.moves = moves
        self.winner = winner
    }

    /// Returns the position after `count` moves.
    package func position(after count: Int) -> Proof.Position {
        Self.position(after: moves.prefix(count), on: size, rule: rule)
    }

    package static func position(after moves: some Collection<Point>, on size: BoardSize, rule: Rule) -> Proof.Position
    {
        var board = Board(size: size)
        for (index, point) in moves.enumerated() { board[point] = .ofMove(index + 1) }
        return Proof.Position(rule: rule, board: board, turn: .ofMove(moves.count + 1))
    }
}
