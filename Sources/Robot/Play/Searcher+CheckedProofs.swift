import GameState

/// Proofs for reports: checked, and extracted within a time limit.
extension Searcher {
    /// The numbers of fours and of solver moves tried for the first move of a win. An appraisal
    /// with ``ReportService/nodes`` nodes tries fewer.
    private static let fours = 20_000
    private static let threatMoves = 20_000
    /// The number of solver moves tried to refute each of many moves.
    private static let refutingMoves = 1_000
    /// The greatest number of moves that an extraction plays itself.
    private static let playedMoves = 200_000

    /// Returns a proof that the side to move wins, preferably by fours alone. Nil if none is found.
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

    /// Returns a proof that the side to move wins by playing `point`, which does not complete a
    /// five. Nil if none is found.
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
    /// solver cannot refute. Nil if none is found.
    func checkedOnlyMoves(milliseconds: Int) -> CheckedProof? {
        checked(milliseconds) { extraction in
            guard let proof = extraction.proveOnlyMoves(Self.refutingMoves, self) else { return nil }
            guard case .onlyHold(let points) = proof.claim, points.count <= GameStudy.fewPoints else { return nil }
            return proof
        }
    }

    private func checked(_ milliseconds: Int, _ extract: (inout ProofExtraction) -> Proof?) -> CheckedProof? {
        if position.isFull || position.hasWon(0) || position.hasWon(1) { return nil }
        control.start(SearchLimits(milliseconds: milliseconds), nil)
        threats.clear()
        search.fours.clear()
        var extraction = ProofExtraction(moves: Self.playedMoves)
        return extract(&extraction).flatMap { CheckedProof($0) }
    }
}
