import GameState

extension Puzzle {
    /// Returns the result of a whole answer: for a win or a defence the person's moves up to the
    /// win or the first mistake, for a drill the points. Without points, the person gives up.
    public func verdict(on points: [Point]) -> PuzzleVerdict {
        guard !points.isEmpty else { return .failed }
        switch task {
        case .win, .defence: return verdict(onMoves: points)
        case .drill(_, let answer):
            if isAnswered(by: Set(points)) { return .solved }
            return answer.isSuperset(of: points) ? .undecided : .failed
        case .balance: return .undecided
        }
    }

    private func verdict(onMoves moves: [Point]) -> PuzzleVerdict {
        guard var play = PuzzlePlay(self) else { return .undecided }
        for (index, move) in moves.enumerated() {
            let isLast = index == moves.count - 1
            switch play.play(move) {
            case .right: continue
            case .solved: return isLast ? .solved : .undecided
            case .wrong, .refuted: return isLast ? .failed : .undecided
            case .illegal, .notInBook: return .undecided
            }
        }
        return .undecided
    }
}
