/// A key of a race room's state.
public enum RaceKey: Hashable, Sendable {
    case rule
    /// The length of the race in minutes.
    case minutes
    /// The rating of the first puzzle.
    case rating
    /// The number of puzzles.
    case count
    /// The server time of the start. Participants ask for a start with ``Race/atOnce``.
    case start
    /// The server time at which the race ends. The creator of the room ends a race early with
    /// ``Race/atOnce``.
    case end
    /// The IDs of the puzzles, in their order, separated by blanks.
    case puzzles
    /// The results of one participant, a character per puzzle.
    case racer(ParticipantID)
    /// The time of a participant's last solved puzzle, in milliseconds from the start.
    case last(ParticipantID)
    /// A participant's answer. It is only in requests, so that others do not see it.
    case answer

    static let terms: [RaceKey] = [.rule, .minutes, .rating, .count]

    public var text: String {
        switch self {
        case .rule: "rule"
        case .minutes: "minutes"
        case .rating: "rating"
        case .count: "count"
        case .start: "start"
        case .end: "end"
        case .puzzles: "puzzles"
        case .racer(let participant): "racer.\(participant.text)"
        case .last(let participant): "last.\(participant.text)"
        case .answer: "answer"
        }
    }

    public init?(_ text: String) {
        switch text {
        case "rule": self = .rule
        case "minutes": self = .minutes
        case "rating": self = .rating
        case "count": self = .count
        case "start": self = .start
        case "end": self = .end
        case "puzzles": self = .puzzles
        case "answer": self = .answer
        default:
            guard let dot = text.firstIndex(of: "."), text.index(after: dot) < text.endIndex else { return nil }
            let participant = ParticipantID(String(text[text.index(after: dot)...]))
            switch text[..<dot] {
            case "racer": self = .racer(participant)
            case "last": self = .last(participant)
            default: return nil
            }
        }
    }
}
