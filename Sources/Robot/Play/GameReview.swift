import GameState

/// An assessment of each move of a finished game, by the robot's appraisals before and after it.
public struct GameReview: Equatable, Sendable {
    /// The quality of a move, by the winning chance it gave away.
    public enum Kind: String, CaseIterable, Sendable {
        /// A stone of the opening. Not graded, because openings aim at a balanced position.
        case opening
        /// A move that lowers the chance by less than a tenth.
        case good
        /// A move that lowers the chance by a tenth or more.
        case inaccuracy
        /// A move that lowers the chance by a fifth or more.
        case mistake
        /// A move that lowers the chance by three tenths or more.
        case blunder
        /// A move that gives away a certain win.
        case missedWin = "missed-win"
    }

    public struct Move: Equatable, Sendable {
        public let point: Point
        /// The score after the move, for the side that played it.
        public let score: Int
        /// The best move, or nil if it is unknown.
        public let best: Point?
        /// The score of the best move, for the same side.
        public let bestScore: Int
        public let kind: Kind
    }

    /// The statistics of one side's moves.
    public struct Summary: Equatable, Sendable {
        public var counts: [Kind: Int] = [:]
        /// The percentage of its winning chances that the side kept, summed over its moves. Nil if
        /// no move was judged.
        public var accuracy: Int?
    }

    /// The sums of one side's winning chances before and after its moves.
    private struct Chances {
        private var before = 0.0
        private var after = 0.0
        private var count = 0

        mutating func add(before: Double, after: Double) {
            self.before += before
            self.after += min(before, after)
            count += 1
        }

        /// The percentage kept. A side without any chances has lost none of them.
        var percent: Int? {
            if count == 0 { return nil }
            return before > 0 ? Int((100 * after / before).rounded()) : 100
        }
    }

    public let moves: [Move]
    public let summary: ByStone<Summary>
    /// The number of the move that gave away the most winning chance, if that is at least a tenth;
    /// otherwise nil.
    public let turningPoint: Int?

    /// - Parameters:
    ///   - points: the moves, X first.
    ///   - appraisals: the appraisals before each move and after the last one, so one more than
    ///     there are moves.
    ///   - openingStones: the number of moves that belong to the opening.
    public init(points: [Point], appraisals: [Appraisal], openingStones: Int = 0) {
        let appraisals = Appraisal.agreed(appraisals, on: points)
        var moves: [Move] = []
        var kept = ByStone<Chances>(both: Chances())
        var turn: (number: Int, loss: Double)?
        for (index, point) in points.enumerated() where index + 1 < appraisals.count {
            let before = appraisals[index]
            let after = -appraisals[index + 1].score
            // Without a known better move, the move played counts as the best.
            let isBest = before.best == point || before.best == nil
            // The position after the move was searched one ply deeper, and may show the move to be
            // better than expected.
            let best = isBest ? after : max(before.score, after)
            let loss = isBest ? 0 : WinningChance.of(best) - WinningChance.of(after)
            let kind = index < openingStones ? Kind.opening : Self.kind(before: best, after: after, loss: loss)
            moves.append(Move(point: point, score: after, best: before.best, bestScore: best, kind: kind))
            guard kind != .opening else { continue }
            kept[Stone.ofMove(index + 1)].add(before: WinningChance.of(best), after: WinningChance.of(after))
            if loss >= Self.inaccuracy, loss > turn?.loss ?? 0 { turn = (index + 1, loss) }
        }
        self.moves = moves
        turningPoint = turn?.number
        var summary = ByStone<Summary>(both: Summary())
        for (index, move) in moves.enumerated() { summary[Stone.ofMove(index + 1)].counts[move.kind, default: 0] += 1 }
        for stone in Stone.allCases { summary[stone].accuracy = kept[stone].percent }
        self.summary = summary
    }

    private static let inaccuracy = 0.1
    private static let mistake = 0.2
    private static let blunder = 0.3

    private static func kind(before: Int, after: Int, loss: Double) -> Kind {
        if before >= Score.decided && after < Score.decided { return .missedWin }
        return loss >= blunder ? .blunder : loss >= mistake ? .mistake : loss >= inaccuracy ? .inaccuracy : .good
    }
}
