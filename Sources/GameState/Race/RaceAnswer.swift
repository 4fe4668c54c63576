/// A participant's answer to one puzzle: its ID and the points that the participant played or
/// marked. Without points, the participant skips the puzzle.
public struct RaceAnswer: Hashable, Sendable {
    public let puzzle: String
    public let points: [Point]

    /// The number of points in an answer. A drill has the most.
    public static let mostPoints = 100

    public init(puzzle: String, points: [Point]) {
        self.puzzle = puzzle
        self.points = points
    }

    /// Parses the value of the key `answer`, such as `"4kQx0aZ-b_c 7,7 8,8"`.
    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let first = words.first, !first.isEmpty, words.count <= Self.mostPoints + 1 else { return nil }
        puzzle = String(first)
        var points: [Point] = []
        for word in words.dropFirst() {
            guard let point = Point(cell: word) else { return nil }
            points.append(point)
        }
        self.points = points
    }

    /// The value of the key `answer`.
    public var text: String { ([puzzle] + points.map(\.cell)).joined(separator: " ") }

    static let expected =
        "the ID of your puzzle and your moves up to the win or the first mistake, such as \"4kQx0aZ-b_c 7,7 8,8\""
}

/// The result of a person's answers to a puzzle.
public enum PuzzleResult: Sendable {
    case solved, failed
    /// The answers so far are right, and the puzzle goes on.
    case unfinished
}

/// A question about puzzles that a race room has before it can judge a request. ``Room`` knows no
/// puzzles, so its caller answers.
public enum RaceInquiry: Equatable, Sendable {
    /// The puzzles for a race that starts now with those of the racers who are in the room.
    case draw(RaceTerms, racers: Set<ParticipantID>)
    case judge(RaceAnswer)
}

/// The answer to a ``RaceInquiry``.
public enum RaceFinding: Equatable, Sendable {
    /// The IDs of the puzzles, and the racers who are in the room.
    case drawn([String], present: Set<ParticipantID>)
    case judged(PuzzleResult)
}
