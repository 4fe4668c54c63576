import GameState

/// What each move of a finished game was worth, judged by what the robot thinks of the positions before and after it.
public struct GameReview: Equatable, Sendable {
    /// How good a move was: by how much it lowered the chance to win.
    public enum Kind: String, CaseIterable, Sendable {
        /// A stone of the opening, which is meant to be balanced.
        case opening
        /// It loses less than a tenth of the chance to win.
        case good
        /// A tenth or more.
        case inaccuracy
        /// A fifth or more.
        case mistake
        /// Three tenths or more.
        case blunder
        /// There was a certain win before it, and there is none after it.
        case missedWin = "missed-win"
    }

    public struct Move: Equatable, Sendable {
        public let point: Point
        /// For the side that played it, after it.
        public let score: Int
        /// Nil when it is not known.
        public let best: Point?
        /// For the same side, if it had played the best move.
        public let bestScore: Int
        public let kind: Kind
    }

    /// One side's moves, counted.
    public struct Summary: Equatable, Sendable {
        public var counts: [Kind: Int] = [:]
        /// Percent of the chances to win before its moves that were there after them; nil without a move that was judged.
        public var accuracy: Int?
    }

    /// The chances to win before one side's moves and after them, added up.
    private struct Chances {
        private var before = 0.0
        private var after = 0.0
        private var count = 0

        mutating func add(before: Double, after: Double) {
            self.before += before
            self.after += min(before, after)
            count += 1
        }

        /// Who had none has lost none.
        var percent: Int? {
            if count == 0 { return nil }
            return before > 0 ? Int((100 * after / before).rounded()) : 100
        }
    }

    public let moves: [Move]
    public let summary: ByStone<Summary>
    /// The number of the move that changed the chances most, from a tenth on; nil if none did.
    public let turningPoint: Int?

    /// - Parameters:
    ///   - points: the moves, X first.
    ///   - appraisals: of the positions before each move, and of the last one: one more than there are moves.
    ///   - openingStones: how many moves belong to the opening.
    public init(points: [Point], appraisals: [Appraisal], openingStones: Int = 0) {
        let appraisals = Appraisal.agreed(appraisals, on: points)
        var moves: [Move] = []
        var kept = ByStone<Chances>(both: Chances())
        var turn: (number: Int, loss: Double)?
        for (index, point) in points.enumerated() where index + 1 < appraisals.count {
            let before = appraisals[index]
            let after = -appraisals[index + 1].score
            // Where nobody knows a better one a move is taken for the best.
            let isBest = before.best == point || before.best == nil
            // Looking one move deeper may find a move better than the search had thought.
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
