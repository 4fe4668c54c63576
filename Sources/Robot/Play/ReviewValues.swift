import GameState

/// The values of a game's positions, which agree with the proofs and with the grades of the moves.
///
/// If a value drops by a tenth or more although the search knew no better move than the one played,
/// the search after the move has seen further. Its value then counts before the move too.
struct ReviewValues {
    private let points: [Point]
    private let positions: [StudiedPosition]
    /// The scores for the side to move.
    private var scores: [Int] = []
    /// Whether no later step of the study changes the score and the winner.
    private var isFinal: [Bool] = []
    /// The least and the greatest chance of an opinion.
    private static let opinions = 0.01...0.99

    /// - Parameter settledCount: ``GameStudy/settledCount``.
    init(_ points: [Point], _ positions: [StudiedPosition], settledCount: Int) {
        self.points = points
        self.positions = positions
        scores = Array(repeating: 0, count: max(1, positions.count))
        isFinal = Array(repeating: false, count: scores.count)
        for index in positions.indices.reversed() {
            scores[index] = score(at: index)
            isFinal[index] = index < settledCount && isFinal(at: index, settledCount)
        }
    }

    /// Whether no later step of the study changes the words about a move: its values, and the
    /// winner at the side's next turn.
    func isSettled(move index: Int, settledCount: Int) -> Bool {
        isFinal[index] && isFinal[index + 1] && (index + 2 < settledCount || index + 1 == points.count)
    }

    subscript(index: Int) -> Int { scores[index] }

    /// Returns the side that is proven to win.
    func winner(at index: Int) -> Stone? {
        guard positions.indices.contains(index) else { return nil }
        return positions[index].isOver ? Stone.ofMove(index) : positions[index].proof?.winner
    }

    /// Whether the score of a settled position is final. A score that may come from the next
    /// position is as final as that one.
    private func isFinal(at index: Int, _ settledCount: Int) -> Bool {
        if winner(at: index) != nil || index == points.count || !isBest(at: index) { return true }
        return index + 1 < settledCount && (winner(at: index + 1) != nil || isFinal[index + 1])
    }

    private static func opinion(_ score: Int) -> Int { min(Score.evaluationLimit, max(-Score.evaluationLimit, score)) }

    private func score(at index: Int) -> Int {
        let position = positions[index]
        if position.isOver { return -Score.win }
        let side = Stone.ofMove(index + 1)
        if let proof = position.proof {
            return proof.winner == side ? Score.win + 1 - 2 * proof.proof.moves : 2 * proof.proof.moves - Score.win
        }
        let own = Self.opinion(position.appraisal.score)
        guard index + 1 < positions.count, winner(at: index + 1) == nil, isBest(at: index) else { return own }
        let after = Self.opinion(-scores[index + 1])
        let loss = WinningChance.of(own) - WinningChance.of(after)
        return loss < GameReview.inaccuracy ? own : after
    }

    /// Whether the search knows no better move than the one played.
    func isBest(at index: Int) -> Bool {
        let best = positions[index].appraisal.best
        return best == nil || best == points[index]
    }

    /// Returns the best move, or nil if it is unknown. A move that is proven to lose is not the
    /// best one of a position that is not lost.
    func best(at index: Int) -> Point? {
        let side = Stone.ofMove(index + 1)
        let known = positions[index].appraisal.best
        if winner(at: index) == side {
            if winner(at: index + 1) == side { return points[index] }
            return positions[index].proof?.proof.firstMove ?? known
        }
        if winner(at: index) != nil { return known }
        if let proof = positions[index].onlyMoves?.proof, case .onlyHold(let held) = proof.claim {
            if let known, held.contains(known) { return known }
            let size = proof.position.board.size
            return held.min { ($0.row * size.side + $0.column) < ($1.row * size.side + $1.column) }
        }
        if known == points[index], winner(at: index + 1) == side.opponent { return nil }
        return known
    }

    /// Returns the winning chance of a side, from 0 to 1.
    func chance(at index: Int, of side: Stone) -> Double {
        if let winner = winner(at: index) { return winner == side ? 1 : 0 }
        let own = min(Self.opinions.upperBound, max(Self.opinions.lowerBound, WinningChance.of(scores[index])))
        return Stone.ofMove(index + 1) == side ? own : 1 - own
    }

    /// Returns X's winning chance in percent, as it is shown.
    func percent(at index: Int) -> Int { Int((100 * chance(at: index, of: .x)).rounded()) }
}
