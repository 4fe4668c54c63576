/// A person's attempt at a puzzle, as a client sends it, before the puzzle's proofs judge it.
public struct PuzzleAttempt: Hashable, Sendable {
    /// The person's answer.
    public enum Answer: Hashable, Sendable {
        /// The points that the person has tried, in order.
        case tries([Point])
        /// The side that the person has chosen in a puzzle that asks for the better one.
        case choice(Stone)

        /// The number of points.
        public var count: Int { if case .tries(let points) = self { points.count } else { 0 } }
    }

    /// The effect of a result on the rating.
    public enum Weight: Double, CaseIterable, Sendable {
        case full = 1
        /// The person knew the theme of the puzzle, which is a hint.
        case half = 0.5
        case none = 0
    }

    /// The number of points that an attempt may have tried.
    public static let mostTries = 512

    /// The ID of the puzzle.
    public let puzzle: String
    public let answer: Answer
    public let weight: Weight

    public init(_ puzzle: String, _ answer: Answer, weight: Weight = .full) {
        self.puzzle = puzzle
        self.answer = answer
        self.weight = weight
    }

    /// Parses the value of the key `attempt.<id>` in a request: an object with `tries` or `choice`,
    /// and optionally `weight`. Returns `nil` for any other value.
    public init?(_ puzzle: String, _ value: JSON) {
        switch (value["tries"], value["choice"]) {
        case (.string(let text), nil):
            let cells = text.split(separator: " ")
            let points = cells.compactMap { Point(cell: $0) }
            guard points.count == cells.count, points.count <= Self.mostTries else { return nil }
            answer = .tries(points)
        case (nil, .string(let word)):
            guard let side = Stone(rawValue: word) else { return nil }
            answer = .choice(side)
        default: return nil
        }
        switch value["weight"] {
        case nil: weight = .full
        case .number(let text):
            guard let number = Double(text), let weight = Weight(rawValue: number) else { return nil }
            self.weight = weight
        default: return nil
        }
        self.puzzle = puzzle
    }

    /// Returns the attempt that a request contains, or `nil` if it contains none or several.
    public init?(in delta: Delta) {
        var found: PuzzleAttempt?
        for change in delta.changes {
            guard case .attempt(let id) = SolverKey(change.key), let value = change.value,
                let attempt = PuzzleAttempt(id, value)
            else { continue }
            guard found == nil else { return nil }
            found = attempt
        }
        guard let found else { return nil }
        self = found
    }
}

/// An attempt whose result follows from the proofs of the puzzle.
public struct JudgedAttempt: Equatable, Sendable {
    public let attempt: PuzzleAttempt
    /// The puzzle's rating.
    public let rating: Int
    public let isSolved: Bool

    public init(_ attempt: PuzzleAttempt, rating: Int, isSolved: Bool) {
        self.attempt = attempt
        self.rating = rating
        self.isSolved = isSolved
    }
}
