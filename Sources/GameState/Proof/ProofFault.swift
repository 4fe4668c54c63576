/// The reason why a proof does not hold, and where.
public struct ProofFault: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// A side has already won, or the board is full.
        case gameOver
        /// The point of the claim is occupied or forbidden.
        case illegalPoint(Point)
        /// The winner's move is on a stone.
        case occupied(Point)
        /// The winner's move is forbidden.
        case forbidden(Point)
        /// The loser completes a five at the point.
        case loserWins(Point)
        /// The proof says that the winner completes a five, but it cannot.
        case noFive
        /// After the reply at the point, the winner can no longer complete a five.
        case unanswered(Point)
        /// The board is full, so the game is a draw.
        case noReply
        /// The checker has placed and judged as much as it may.
        case tooMuchWork
        /// The caller has stopped the check.
        case stopped
    }

    public let reason: Reason
    /// The moves from the position of the claim to the fault.
    public let line: [Point]

    public init(_ reason: Reason, after line: [Point]) {
        self.reason = reason
        self.line = line
    }
}

extension ProofFault.Reason {
    /// The word for protocols and logs.
    public var word: String {
        switch self {
        case .gameOver: "game-over"
        case .illegalPoint: "illegal-point"
        case .occupied: "occupied"
        case .forbidden: "forbidden"
        case .loserWins: "loser-wins"
        case .noFive: "no-five"
        case .unanswered: "unanswered"
        case .noReply: "no-reply"
        case .tooMuchWork: "too-much-work"
        case .stopped: "stopped"
        }
    }

    /// The point that the reason is about, if any.
    public var point: Point? {
        switch self {
        case .illegalPoint(let point), .occupied(let point), .forbidden(let point), .loserWins(let point),
            .unanswered(let point):
            point
        case .gameOver, .noFive, .noReply, .tooMuchWork, .stopped: nil
        }
    }
}
