/// The terms of a puzzle race: rule, length, difficulty and number of puzzles.
public struct RaceTerms: Hashable, Sendable {
    public let rule: Rule
    /// The length of the race in minutes.
    public let minutes: Int
    /// The rating of the first puzzle. Each puzzle is harder than the one before.
    public let rating: Int

    /// The wanted number of puzzles; nil for as many as a person may need.
    public let count: Int?

    /// Up to a week.
    public static let minuteChoices = 1...7 * 24 * 60
    /// The greatest length of a race in which all take part at the same time, in minutes.
    public static let sprintMinutes = 10
    public static let ratingChoices = 400...2_000
    public static let countChoices = 1...200
    /// The lengths in minutes, the numbers of puzzles and the ratings of the first puzzle that
    /// clients offer.
    public static let lengths = [1, 3, 5, 10, 1_440, 10_080]
    public static let counts: [Int?] = [nil, 10, 20, 50]
    public static let firstRatings = [600, 900, 1_200, 1_500, 1_800]
    public static let usual = RaceTerms(rule: .freestyle, minutes: 3, rating: 900, count: nil)
    /// The number of puzzles per minute of a race, more than a person can solve.
    private static let puzzlesPerMinute = 20
    /// The step of the ratings from puzzle to puzzle, and the highest rating, as in a sprint.
    private static let ratingStep = 35
    private static let highestRating = 2_600

    private init(rule: Rule, minutes: Int, rating: Int, count: Int?) {
        self.rule = rule
        self.minutes = minutes
        self.rating = rating
        self.count = count
    }

    /// Whether the race is a task for a class: newcomers are welcome until its end, and only the
    /// creator of the room sets such terms, starts it and ends it.
    public var isForClass: Bool { minutes > Self.sprintMinutes }
    /// The number of puzzles to draw.
    public var puzzleCount: Int { count ?? min(minutes * Self.puzzlesPerMinute, Self.countChoices.upperBound) }
    /// The length of the race in milliseconds.
    public var milliseconds: Int { minutes * 60_000 }

    /// Returns the rating of the puzzle at that place, from 0.
    public func rating(at place: Int) -> Int { min(Self.highestRating, rating + place * Self.ratingStep) }

    /// Reads the terms from a room's keys. A key that is not set has its usual value.
    init(_ text: (RaceKey) -> String?) throws(ImpossibleGame) {
        var terms = Self.usual
        for key in RaceKey.terms {
            guard let word = text(key) else { continue }
            guard let changed = terms.with(key, word) else { throw ImpossibleGame(key: key.text) }
            terms = changed
        }
        self = terms
    }

    /// Returns the terms with another value of a key; nil if the key cannot have that value. A
    /// value of nil stands for the usual one.
    public func with(_ key: RaceKey, _ word: String?) -> RaceTerms? {
        let usual = Self.usual
        switch key {
        case .rule:
            guard let rule = word.map({ Rule(rawValue: $0) }) ?? usual.rule else { return nil }
            return RaceTerms(rule: rule, minutes: minutes, rating: rating, count: count)
        case .minutes:
            guard let minutes = word.map({ Digits.number($0) }) ?? usual.minutes, Self.minuteChoices.contains(minutes)
            else { return nil }
            return RaceTerms(rule: rule, minutes: minutes, rating: rating, count: count)
        case .rating:
            guard let rating = word.map({ Digits.number($0) }) ?? usual.rating, Self.ratingChoices.contains(rating)
            else { return nil }
            return RaceTerms(rule: rule, minutes: minutes, rating: rating, count: count)
        case .count:
            let count = word.flatMap { Digits.number($0) }
            guard word == nil || count.map(Self.countChoices.contains) == true else { return nil }
            return RaceTerms(rule: rule, minutes: minutes, rating: rating, count: count)
        case .start, .end, .puzzles, .racer, .last, .answer: return nil
        }
    }

    /// The description of a key's possible values.
    static func expected(_ key: RaceKey) -> String {
        switch key {
        case .rule: "one of \(Rule.allCases.map(\.rawValue).joined(separator: ", ")), or null"
        case .minutes: numbers(minuteChoices)
        case .count: numbers(countChoices)
        default: numbers(ratingChoices)
        }
    }

    private static func numbers(_ choices: ClosedRange<Int>) -> String {
        "a number from \(choices.lowerBound) to \(choices.upperBound), or null"
    }
}
