import GameState

/// The answers of drills, by the rules alone.
public enum DrillAnswer {
    /// Returns all points to mark.
    public static func points(_ drill: Puzzle.Drill, at position: Proof.Position) -> Set<Point> {
        switch drill {
        case .forbidden:
            position.turn == .x ? Set(position.rule.forbiddenPoints(of: position.board).map(\.0)) : []
        case .fours: legalPoints(position) { makesFour($0, $1) }
        case .openThrees: legalPoints(position) { makesOpenThree($0, $1) }
        }
    }

    /// Returns the legal points, without those that complete a five, for which the test holds. The
    /// test gets the position after the move, with the same side to move again.
    private static func legalPoints(
        _ position: Proof.Position, _ test: (Proof.Position, Point) -> Bool
    ) -> Set<Point> {
        Set(
            position.board.size.points.filter { point in
                guard position.isLegal(point) else { return false }
                return test(position.placing(position.turn, on: point), point)
            })
    }

    /// Whether the side completes a five with one more stone in a line through the point.
    private static func makesFour(_ position: Proof.Position, _ point: Point) -> Bool {
        near(point).contains { position.isFive($0.point) }
    }

    /// Whether the side makes a straight four with one more legal stone in a line through the
    /// point: four stones in an unbroken row that become a five at either end. A line in which the
    /// side completes a five has a four, and no three.
    private static func makesOpenThree(_ position: Proof.Position, _ point: Point) -> Bool {
        let near = near(point)
        let fours = Set(near.filter { position.isFive($0.point) }.map(\.direction))
        return near.contains { other, direction in
            guard !fours.contains(direction), position.isLegal(other) else { return false }
            let next = position.placing(position.turn, on: other)
            let run = next.board.run(of: position.turn, through: other, along: direction)
            guard run.count == 4, run.contains(point), let first = run.first, let last = run.last else { return false }
            let ends = [first.stepping(-1, toward: direction), last.stepping(toward: direction)]
            return ends.allSatisfy { end in
                // If a five needs an open end, a stone on the other end may stop it.
                ends.allSatisfy { next.board.size.contains($0) && next.board[$0] == nil }
                    && ends.filter { $0 != end }.allSatisfy { next.placing(next.turn.opponent, on: $0).isFive(end) }
            }
        }
    }

    /// The points up to four cells away on the four lines through a point, with their lines.
    private static func near(_ point: Point) -> [(point: Point, direction: Direction)] {
        Direction.allCases.flatMap { direction in
            (-4...4).filter { $0 != 0 }.map { (point.stepping($0, toward: direction), direction) }
        }
    }
}

extension Proof.Position {
    /// Returns the position with one more stone and the same side to move.
    fileprivate func placing(_ stone: Stone, on point: Point) -> Proof.Position {
        var board = board
        board[point] = stone
        return Proof.Position(rule: rule, board: board, turn: turn)
    }

    /// Whether the side to move completes a five on the point.
    fileprivate func isFive(_ point: Point) -> Bool {
        guard board.size.contains(point), board[point] == nil else { return false }
        return if case .five = rule.verdict(on: turn, at: point, of: board) { true } else { false }
    }

    /// Whether the side to move may play the point, which does not complete a five.
    fileprivate func isLegal(_ point: Point) -> Bool {
        board.size.contains(point) && rule.verdict(on: turn, at: point, of: board) == .legal
    }
}
