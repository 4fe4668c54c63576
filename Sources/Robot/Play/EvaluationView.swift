import GameState

/// What the evaluation sees of a position, for those who fit it.
public struct EvaluationView: Sendable {
    /// Which kind the threats of both sides make it (``Position/threatIndex(_:)``).
    public let threats: Int
    /// For each cell, what it is to the side to move and to the other one: the places of their numbers in ``Weights``,
    /// ``stone`` where a stone lies.
    public let cells: [(own: Int, other: Int)]

    public static let stone = 4095
}

extension Searcher {
    /// What the evaluation sees; nil where the search never asks it: somebody can complete a five, or the side to move
    /// wins by fours alone.
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

    /// A move chosen by what the points look like, as a beginner does; nil if there is none.
    public func casualMove(using random: inout SplitMix) -> Point? {
        guard !rootMoves().isEmpty, let level = Level(2), let traits = Traits.of(level) else { return nil }
        return point(lookedAt(traits, &random))
    }
}
