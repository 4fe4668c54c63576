import GameState

/// Extraction of proofs for reports, within a time limit. The checker has accepted each proof.
///
/// The time limit ends the solvers and the extraction. The check that follows has a limit of its
/// own, ``CheckedProof/mostWork``.
extension Searcher {
    /// The greatest number of fours that the solver tries to find a win by fours.
    private static let fours = 20_000
    /// The greatest number of moves that the solver tries to find a win by threats. It is higher
    /// than in the search that appraises a position, so that a win found there is found again.
    private static let threatMoves = 20_000
    /// The greatest number of moves that the solver tries to refute one move, when every move of a
    /// position is to be refuted.
    private static let refutingMoves = 1_000
    /// The greatest number of moves that an extraction plays itself, apart from the solvers.
    private static let playedMoves = 200_000

    /// Returns a proof that the side to move wins by fours alone or, if there is none, by threats.
    /// Nil if none is found.
    ///
    /// - Parameter milliseconds: the time limit for each of the two.
    func checkedWin(milliseconds: Int) -> CheckedProof? {
        checked(milliseconds) { extraction in
            guard let answer = extraction.prove(.fours(Self.fours), self) else { return nil }
            return try? extraction.builder.proof(of: .wins, in: proofPosition, root: Proof.Replies(rest: answer))
        }
            ?? checked(milliseconds) { extraction in
                guard let answer = extraction.prove(.threats(Self.threatMoves), self) else { return nil }
                return try? extraction.builder.proof(of: .wins, in: proofPosition, root: Proof.Replies(rest: answer))
            }
    }

    /// Returns a proof that the side to move wins by threats, the first of which is `point`. Nil if
    /// none is found, or if the move is not possible.
    ///
    /// - Parameter point: a move that does not complete a five.
    func checkedWin(by point: Point, milliseconds: Int) -> CheckedProof? {
        let move = cell(point)
        guard position.stones[move] == 0, !isForbidden(move) else { return nil }
        let place = proofPosition
        return checked(milliseconds) { extraction in
            guard let answer = extraction.prove(move: move, .threats(Self.threatMoves), self) else { return nil }
            return try? extraction.builder.proof(of: .wins, in: place, root: Proof.Replies(rest: answer))
        }
    }

    /// Returns a proof that the side to move loses with every move, or with all but a few that the
    /// solver cannot refute. Nil if none is found, or if more than ``GameStudy/fewPoints`` moves
    /// remain.
    func checkedOnlyMoves(milliseconds: Int) -> CheckedProof? {
        checked(milliseconds) { extraction in
            guard let proof = extraction.proveOnlyMoves(Self.refutingMoves, self) else { return nil }
            guard case .onlyHold(let points) = proof.claim, points.count <= GameStudy.fewPoints else { return nil }
            return proof
        }
    }

    /// Clears the solvers' tables, and returns the extracted proof if the checker accepts it.
    /// Returns nil if the game is over.
    private func checked(_ milliseconds: Int, _ extract: (inout ProofExtraction) -> Proof?) -> CheckedProof? {
        if position.isFull || position.hasWon(0) || position.hasWon(1) { return nil }
        control.start(SearchLimits(milliseconds: milliseconds), nil)
        threats.clear()
        search.fours.clear()
        var extraction = ProofExtraction(moves: Self.playedMoves)
        return extract(&extraction).flatMap { CheckedProof($0) }
    }
}
