import GameState
import Puzzles

/// The person's record on this device: rating, done puzzles, reviews, days in a row, and the best
/// results. Pure.
struct PuzzleProgress: Equatable {
    /// A failed puzzle that comes again.
    struct Review: Equatable {
        let id: String
        /// The number of successes since the last failure.
        let step: Int
        let due: PuzzleDay
    }

    /// The place up to which a selection of puzzles was fetched.
    struct Place: Equatable {
        let key: String
        let number: Int
    }

    /// The days on which the person solved the puzzle of the day.
    struct Days: Equatable {
        var last: PuzzleDay?
        /// The number of days in a row up to the last one.
        var count = 0
        var best = 0
        /// The puzzles of the day in which help was used.
        var helped: [String] = []
    }

    var rating = Glicko2.Rating.start
    /// The number that orders the puzzles for this device.
    let seed: UInt32
    /// The places of the selections, the latest selection last.
    var places: [Place] = []
    /// The IDs of the done puzzles, the latest last.
    var done: [String] = []
    var reviews: [Review] = []
    var days = Days()
    var bestStreak = 0
    var bestSprint = 0
    var rule = Rule.freestyle

    /// The days after which a failed puzzle comes again. After the last, it is learnt.
    static let intervals = [1, 3, 7, 21]
    /// The greatest number of remembered puzzles, 12 bytes each.
    static let doneLimit = 8_000
    /// The greatest number of puzzles under review, about 50 bytes each.
    static let reviewLimit = 500
    /// The greatest number of selections whose places are remembered, about 50 bytes each.
    static let placeLimit = 60
    /// The greatest stored number of days, successes or fetched puzzles.
    static let countLimit = 1_000_000

    init(seed: UInt32) { self.seed = seed }

    // MARK: Results

    func isDone(_ id: String) -> Bool { done.contains(id) }

    /// Notes the result of a puzzle. Only the first result of a puzzle changes the rating. A failed
    /// puzzle comes into review, and a result in review moves it on.
    mutating func note(_ puzzle: Puzzle, isSuccess: Bool, weight: Double, today: PuzzleDay) {
        let isFirst = !isDone(puzzle.id)
        done = (done.filter { $0 != puzzle.id } + [puzzle.id]).suffix(Self.doneLimit)
        review(puzzle.id, isSuccess, today)
        guard isFirst, weight > 0 else { return }
        let part = weight < 1 ? GameState.PuzzleAttempt.Weight.half : .full
        rating = SolverRating.updated(rating, puzzle: puzzle.rating, isSolved: isSuccess, weight: part)
    }

    private mutating func review(_ id: String, _ isSuccess: Bool, _ today: PuzzleDay) {
        let known = reviews.first { $0.id == id }
        let others = reviews.filter { $0.id != id }
        guard isSuccess else {
            let again = Review(id: id, step: 0, due: today + Self.intervals[0])
            reviews = (others + [again]).suffix(Self.reviewLimit)
            return
        }
        guard let known, known.due <= today else { return }
        let step = known.step + 1
        reviews =
            Self.intervals.indices.contains(step)
            ? others + [Review(id: id, step: step, due: today + Self.intervals[step])] : others
    }

    // MARK: Reviews

    /// Drops a puzzle from the reviews, because the server no longer has it.
    mutating func dropReview(of id: String) { reviews.removeAll { $0.id == id } }

    /// Returns the IDs of the puzzles to review, those that have waited longest first.
    func dueReviews(_ today: PuzzleDay) -> [String] {
        let due = reviews.enumerated().filter { $0.element.due <= today }
        return due.sorted { ($0.element.due, $0.offset) < ($1.element.due, $1.offset) }.map(\.element.id)
    }

    var nextReview: PuzzleDay? { reviews.map(\.due).min() }

    // MARK: Days

    /// Notes that the puzzle of the day was solved. Each day counts once.
    mutating func solveDaily(_ day: PuzzleDay) {
        if let last = days.last, last >= day { return }
        days.count = days.last.map { $0 + 1 } == day ? days.count + 1 : 1
        days.last = day
        days.best = max(days.best, days.count)
    }

    /// Notes that help was used in a puzzle of the day. Each rule has one puzzle a day.
    mutating func takeHelp(in id: String) {
        days.helped = (days.helped.filter { $0 != id } + [id]).suffix(Rule.allCases.count)
    }

    func isHelped(_ id: String) -> Bool { days.helped.contains(id) }

    /// Returns the days in a row as of `today`. They end after a day without a solved puzzle.
    func streak(_ today: PuzzleDay) -> Int { days.last.map { $0 + 1 >= today } == true ? days.count : 0 }

    // MARK: Runs and places

    /// Notes the result of a streak or a sprint.
    mutating func note(_ run: PuzzleRun) {
        if run.mode == .streak {
            bestStreak = max(bestStreak, run.solved)
        } else {
            bestSprint = max(bestSprint, run.solved)
        }
    }

    func place(of key: String) -> Int { places.last { $0.key == key }?.number ?? 0 }

    /// Notes the place up to which a selection was fetched.
    mutating func setPlace(_ number: Int, of key: String) {
        places = (places.filter { $0.key != key } + [Place(key: key, number: number)]).suffix(Self.placeLimit)
    }
}
