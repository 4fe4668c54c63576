/// A way to solve puzzles. The raw value is the word for commands and links.
enum PuzzleMode: String, CaseIterable {
    case daily, practice, theme, streak, sprint, review, lost

    /// Whether the mode begins anew with each visit, and ends with a result.
    var isRun: Bool { self == .streak || self == .sprint }

    /// The weight of a result for the rating. A theme is a hint, so its puzzles count half. Runs
    /// and reviews do not count, nor do puzzles from lost games, which are in no book.
    var weight: Double {
        switch self {
        case .daily, .practice: 1
        case .theme: 0.5
        case .streak, .sprint, .review, .lost: 0
        }
    }

    /// The modes as a list for help.
    static let codes = allCases.map(\.rawValue).joined(separator: ", ")
}

/// A streak or a sprint. Pure. Times are milliseconds since 1970.
struct PuzzleRun: Equatable {
    enum Kind: Equatable {
        /// One mistake ends the run.
        case streak
        /// The run ends at this time.
        case sprint(ends: Int)
    }

    private(set) var kind: Kind
    private(set) var solved = 0
    private(set) var isOver = false

    /// The time of a sprint, and the penalty for a mistake.
    static let sprintTime = 180_000, sprintPenalty = 10_000
    private static let highest = 2_600

    static let streak = PuzzleRun(kind: .streak)

    static func sprint(now: Int) -> PuzzleRun { PuzzleRun(kind: .sprint(ends: now + sprintTime)) }

    private init(kind: Kind) { self.kind = kind }

    /// The rating of the next puzzle, which rises with each success.
    var rating: Int {
        let (first, step) = kind == .streak ? (1_000, 40) : (900, 35)
        return min(Self.highest, first + solved * step)
    }

    var mode: PuzzleMode { kind == .streak ? .streak : .sprint }

    /// Notes the result of a puzzle. A mistake ends a streak and shortens a sprint. A result after
    /// the end of a sprint does not count.
    mutating func note(isSuccess: Bool, now: Int) {
        update(now: now)
        guard !isOver else { return }
        if isSuccess { solved += 1 }
        switch kind {
        case .streak: isOver = !isSuccess
        case .sprint(let ends):
            if !isSuccess { kind = .sprint(ends: ends - Self.sprintPenalty) }
            update(now: now)
        }
    }

    /// Ends a sprint whose time is over.
    mutating func update(now: Int) { if case .sprint(let ends) = kind, now >= ends { isOver = true } }

    /// Returns the seconds that are left in a sprint, rounded up; nil in a streak.
    func secondsLeft(now: Int) -> Int? {
        guard case .sprint(let ends) = kind else { return nil }
        return max(0, ends - now + 999) / 1_000
    }

    /// Returns the milliseconds until ``secondsLeft(now:)`` changes; nil if it does not.
    func nextChange(now: Int) -> Int? {
        guard case .sprint(let ends) = kind, !isOver else { return nil }
        return max(1, (ends - now - 1) % 1_000 + 1)
    }
}
