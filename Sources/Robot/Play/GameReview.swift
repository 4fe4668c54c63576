import GameState

/// An assessment of each move of a finished game, by the appraisals and proofs of its positions.
///
/// Proofs come first: a side that is proven to win has a chance of 1, and only then. Between the
/// proofs, a move is graded by how much its side's chance drops (``ReviewValues``).
public struct GameReview: Equatable, Sendable {
    /// The quality of a move, by the winning chance it gave away.
    public enum Kind: String, CaseIterable, Sendable {
        /// A stone of the opening. Not graded, because openings aim at a balanced position.
        case opening
        /// A move that lowers the chance by less than 10 percentage points.
        case good
        /// A move that lowers the chance by 10 percentage points or more.
        case inaccuracy
        /// A move that lowers the chance by 20 percentage points or more.
        case mistake
        /// A move that lowers the chance by 30 percentage points or more.
        case blunder
        /// A move after which a proven win is no longer proven.
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
        /// X's winning chance after the move, in percent. 0 and 100 are proven; other values are
        /// opinions.
        public let chance: Int
        /// The accuracy in percent; nil if the move is not judged.
        public let accuracy: Int?
        /// Whether the study cannot change ``kind``, ``best`` and ``accuracy`` any more.
        public let isSettled: Bool
        /// The side that is proven to win after the move.
        public let winner: Stone?
        /// The proof of that. Nil also if the move completes a five.
        public let proof: CheckedProof?
    }

    /// The statistics of one side's settled moves.
    public struct Summary: Equatable, Sendable {
        public var counts: [Kind: Int] = [:]
        /// The accuracy of the side's moves, in percent. Nil if no move was judged, or if moves are
        /// not settled.
        public var accuracy: Int?
    }

    public let moves: [Move]
    /// X's winning chance before the first move, in percent.
    public let startChance: Int
    public let summary: ByStone<Summary>
    /// The number of the move that gave away the most winning chance, if that is at least a tenth,
    /// and if all moves are settled; otherwise nil.
    public let turningPoint: Int?
    /// The proven events of settled moves, in the order of the moves.
    public let events: [Event]

    /// - Parameters:
    ///   - points: the moves, X first.
    ///   - positions: the positions before the first move and after each move, or the first few of
    ///     them.
    ///   - openingStones: the number of moves that belong to the opening.
    ///   - settledCount: the number of positions, from the first, that the study does not change
    ///     any more (``GameStudy/settledCount``). Nil for all.
    public init(
        points: [Point], positions: [StudiedPosition], openingStones: Int = 0, settledCount: Int? = nil
    ) {
        let settledCount = min(settledCount ?? positions.count, positions.count)
        let values = ReviewValues(points, positions, settledCount: settledCount)
        let count = min(points.count, max(0, positions.count - 1))
        var moves: [Move] = []
        var accuracies = ByStone<[(index: Int, accuracy: Double)]>(both: [])
        var turn: (number: Int, loss: Double)?
        for index in 0..<count {
            let side = Stone.ofMove(index + 1)
            let (before, after) = (values.winner(at: index), values.winner(at: index + 1))
            let missesWin = before == side && after != side
            let drop = values.chance(at: index, of: side) - values.chance(at: index + 1, of: side)
            let loss = missesWin ? max(drop, Accuracy.leastLossOfWin) : max(0, drop)
            let isOpening = index < openingStones
            let kind: Kind = isOpening ? .opening : missesWin ? .missedWin : Self.grade(loss: loss)
            // The best move that the search knows loses nothing, unless it is proven to lose.
            let isBest = values.isBest(at: index) && !missesWin && after != side.opponent
            let accuracy = isOpening || before == side.opponent ? nil : Accuracy.ofMove(loss: isBest ? 0 : loss)
            moves.append(
                Move(
                    point: points[index], score: -values[index + 1], best: values.best(at: index),
                    bestScore: max(values[index], -values[index + 1]), kind: kind,
                    chance: values.percent(at: index + 1),
                    accuracy: accuracy.map { Int($0.rounded()) },
                    isSettled: values.isSettled(move: index, settledCount: settledCount), winner: after,
                    proof: positions[index + 1].proof))
            if let accuracy { accuracies[side].append((index, accuracy)) }
            if !isOpening, loss >= Self.inaccuracy, loss > turn?.loss ?? 0 { turn = (index + 1, loss) }
        }
        self.moves = moves
        startChance = values.percent(at: 0)
        let isWhole = moves.allSatisfy(\.isSettled)
        turningPoint = isWhole ? turn?.number : nil
        var summary = ByStone<Summary>(both: Summary())
        for (index, move) in moves.enumerated() where move.isSettled {
            summary[Stone.ofMove(index + 1)].counts[move.kind, default: 0] += 1
        }
        let chances = (0..<count + 1).map { values.chance(at: $0, of: .x) }
        for stone in Stone.allCases where isWhole {
            summary[stone].accuracy = Accuracy.ofGame(chances: chances, moves: accuracies[stone]).map {
                Int($0.rounded())
            }
        }
        self.summary = summary
        events = Self.events(moves, positions, isWhole: isWhole && count == points.count)
    }

    /// Assesses the moves as far as they have been studied.
    public init(_ study: GameStudy, openingStones: Int = 0) {
        self.init(
            points: study.points, positions: study.positions, openingStones: openingStones,
            settledCount: study.settledCount)
    }

    /// Assesses the moves without any proofs.
    public init(points: [Point], appraisals: [Appraisal], openingStones: Int = 0) {
        self.init(
            points: points, positions: appraisals.map { StudiedPosition($0) }, openingStones: openingStones)
    }

    static let inaccuracy = 0.1
    static let mistake = 0.2
    static let blunder = 0.3

    static func grade(loss: Double) -> Kind {
        loss >= blunder ? .blunder : loss >= mistake ? .mistake : loss >= inaccuracy ? .inaccuracy : .good
    }
}
