import GameState

extension Puzzle {
    /// Returns the verdict on a whole answer: for a win or a defence the person's moves up to the
    /// win or the first mistake, for a drill the points. Without points, the person gives up.
    public func verdict(on points: [Point]) -> PuzzleVerdict {
        guard !points.isEmpty else { return .failed }
        return switch result(of: points) {
        case .solved: .solved
        case .failed: .failed
        case .unfinished: .undecided
        }
    }
}
