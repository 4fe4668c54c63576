import GameState

/// What the evaluation sees of a position, for those who fit it.
public struct EvaluationView: Equatable, Sendable {
    /// For the side to move, without the term for threats together.
    public let sum: Int
    /// How many empty cells are of each ``CellClass`` to the side to move, and to the other one.
    public let own: [Int]
    public let other: [Int]
}

extension Searcher {
    /// What the evaluation sees; nil where the search never asks it: somebody can complete a five, or the side to move
    /// wins by fours alone.
    public var evaluationView: EvaluationView? {
        let side = position.turn
        guard position.count(side, .five) == 0, position.count(1 - side, .five) == 0, victoryByFours(nodes: 48) == nil
        else { return nil }
        return EvaluationView(sum: position.sum(side), own: classCounts(side), other: classCounts(1 - side))
    }

    private func classCounts(_ side: Int) -> [Int] {
        let classes = position.classes(side)
        var counts = [Int](repeating: 0, count: 16)
        for cell in 0..<position.area where position.stones[cell] == 0 {
            counts[Int(classes[cell] & CellClass.rankMask)] += 1
        }
        return counts
    }

    /// A move chosen by what the points look like, as a beginner does; nil if there is none.
    public func casualMove(using random: inout SplitMix) -> Point? {
        guard !rootMoves().isEmpty, let level = Level(2), let traits = Traits.of(level) else { return nil }
        return point(lookedAt(traits, &random))
    }
}
