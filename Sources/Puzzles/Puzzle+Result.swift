import GameState

extension Puzzle {
    /// Returns the result of the points that a person has tried, in order. The first wrong point
    /// fails the puzzle.
    ///
    /// Points without effect are skipped: those that cannot be played, marked points of a drill,
    /// and moves that ``PuzzlePlay/Outcome/notInBook`` does not count as mistakes.
    public func result(of tries: some Sequence<Point>) -> PuzzleResult {
        switch task {
        case .win, .defence: playResult(of: tries)
        case .drill(_, let answer): drillResult(of: tries, answer)
        case .balance: .unfinished
        }
    }

    /// Returns the result of the side that a person has chosen in a puzzle that asks for the better
    /// one. Puzzles of other kinds have no such answer.
    public func result(ofChoosing side: Stone) -> PuzzleResult {
        guard case .balance(let chance) = task else { return .unfinished }
        let better = chance >= 500 ? position.turn : position.turn.opponent
        return side == better ? .solved : .failed
    }

    private func playResult(of tries: some Sequence<Point>) -> PuzzleResult {
        guard var play = PuzzlePlay(self) else { return .unfinished }
        for point in tries {
            switch play.play(point) {
            case .solved: return .solved
            case .wrong, .refuted: return .failed
            case .illegal, .right, .notInBook: break
            }
        }
        return .unfinished
    }

    private func drillResult(of tries: some Sequence<Point>, _ answer: Set<Point>) -> PuzzleResult {
        var left = answer
        for point in tries where position.board.size.contains(point) && position.board[point] == nil {
            guard answer.contains(point) else { return .failed }
            left.remove(point)
            if left.isEmpty { return .solved }
        }
        return .unfinished
    }
}
