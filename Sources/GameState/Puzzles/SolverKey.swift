/// A key of a person's record of puzzles, which is the state of a room of the kind
/// ``RoomKind/puzzles``.
public enum SolverKey: Hashable, Sendable {
    /// The rating in puzzles.
    case rating
    /// The newest attempt at a puzzle.
    case attempt(String)
    /// The person's note on when to repeat a puzzle.
    case review(String)
    /// The person's note on days with a solved puzzle of the day.
    case days
    /// The person's note on the best results in other modes.
    case best

    public var text: String {
        switch self {
        case .rating: "rating"
        case .attempt(let id): "\(Self.attemptPrefix)\(id)"
        case .review(let id): "\(Self.reviewPrefix)\(id)"
        case .days: "days"
        case .best: "best"
        }
    }

    private static let attemptPrefix = "attempt."
    private static let reviewPrefix = "review."

    public init?(_ text: String) {
        switch text {
        case "rating": self = .rating
        case "days": self = .days
        case "best": self = .best
        default:
            let id = text.suffix(PuzzleID.length)
            guard PuzzleID.isID(String(id)) else { return nil }
            switch text.dropLast(PuzzleID.length) {
            case Self.attemptPrefix: self = .attempt(String(id))
            case Self.reviewPrefix: self = .review(String(id))
            default: return nil
            }
        }
    }
}
