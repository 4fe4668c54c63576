import GameState

/// The inputs of a position's evaluation, for programs that fit its weights.
public struct EvaluationView: Sendable {
    /// The index of both sides' threats (``Position/threatIndex(_:)``).
    public let threats: Int
    /// The indices into ``Weights`` of each cell, for the side to move and for the opponent;
    /// ``stone`` where there is a stone.
    public let cells: [(own: Int, other: Int)]

    public static let stone = 4095
}

extension Searcher {
    /// The inputs of the evaluation. Nil where the search never evaluates: a side can complete a
    /// five, or the side to move wins by fours alone.
    public var evaluationView: EvaluationView? {
        let side = position.turn
        guard position.count(side, .five) == 0, position.count(1 - side, .five) == 0, victoryByFours(nodes: 48) == nil
        else { return nil }
        return EvaluationView(threats: position.threatIndex(side), cells: combinations(side))
    }

    private func combinations(_ side: Int) -> [(own: Int, other: Int)] {
        (0..<position.area).map { cell in
            position.stones[cell] != 0
                ? (EvaluationView.stone, EvaluationView.stone)
                : (position.combination(cell, side), position.combination(cell, 1 - side))
        }
    }

    /// Returns a move chosen by the points' patterns, without a search, as a beginner would. Nil if
    /// the game is over.
    public func casualMove(using random: inout SplitMix) -> Point? {
        guard !rootMoves().isEmpty, let level = Level(2), let traits = Weaknesses.of(level) else { return nil }
        return point(casualCell(traits, &random))
    }
}
