import GameState
import Puzzles

/// The puzzle in front of the person: the choice of the next one, the effect of a try, and the
/// notes in the device's record. Times are milliseconds since 1970.
struct PuzzleSession {
    /// A request to the server. Answers to requests of earlier searches are ignored.
    struct Request: Equatable {
        /// The path to fetch, or nil to find out who the user is on the server.
        let path: String?
        let number: Int
    }

    /// The first result of a puzzle.
    struct Result: Equatable {
        /// The number of results so far in this session.
        let number: Int
        let id: String
        let isSuccess: Bool
        /// The change of the rating in whole points.
        let gain: Int
    }

    let source: PuzzleSource
    /// The mode; nil for a single puzzle from a link.
    private(set) var mode: PuzzleMode?
    /// The lost game from which the puzzle comes; nil before the last one is known.
    private(set) var game: String?
    /// The kind or theme of the mode ``PuzzleMode/theme``.
    private(set) var subject = PuzzleFilter.Subject.kind(.fours)
    private(set) var attempt: PuzzleAttempt?
    private(set) var verdict: PuzzleAttempt.Verdict?
    /// The point that a hint shows.
    private(set) var hint: Point?
    private(set) var run: PuzzleRun?
    private(set) var missing: PuzzleMissing?
    private(set) var isLoading = false
    /// The line that is shown instead of the attempt, and the number of its moves on the board.
    private(set) var line: PuzzleLine?
    /// The first result of this puzzle, once there is one.
    private(set) var counted: Bool?
    /// The change of the rating in whole points.
    private(set) var gain = 0
    /// The latest result, which may be that of the puzzle before.
    private(set) var latest: Result?
    /// Whether help was used in this puzzle.
    private(set) var isHelped = false
    /// The day of the puzzle of the day.
    private(set) var day: PuzzleDay
    /// The number of the latest search.
    private var asked = 0

    init(_ source: PuzzleSource, now: Int) {
        self.source = source
        day = PuzzleDay(at: now)
    }

    var progress: PuzzleProgress { source.file.progress }

    /// Whether a sprint waits for its start.
    var waits: Bool { mode == .sprint && run?.isOver != false }

    /// Whether the puzzle goes on, and no line is shown.
    var isOpen: Bool { attempt?.state == .open && line == nil && run?.isOver != true && !isLoading }

    /// Whether the line shows why another point of a defence loses.
    var showsRefutation: Bool {
        guard let attempt, attempt.puzzle.kind == .defence, let first = line?.points.first else { return false }
        return !attempt.answers.contains(first)
    }

    // MARK: Choice

    /// Opens a mode with its first puzzle. A sprint waits for ``beginSprint(now:)``.
    mutating func open(_ mode: PuzzleMode, subject: PuzzleFilter.Subject? = nil, now: Int) -> Request? {
        (self.mode, game) = (mode, nil)
        self.subject = subject ?? self.subject
        run = mode == .streak ? .streak : nil
        guard mode != .sprint else {
            asked += 1
            show(nil)
            return nil
        }
        return load(now: now)
    }

    /// Opens the puzzle with that ID, for a link.
    mutating func open(id: String, now: Int) -> Request? {
        (mode, run, game) = (nil, nil, nil)
        return search(.first(of: [id]), now: now)
    }

    /// Opens the puzzle from the lost game with that ID.
    mutating func open(game: String, now: Int) -> Request? {
        (mode, run, self.game) = (.lost, nil, game)
        return load(now: now)
    }

    mutating func beginSprint(now: Int) -> Request? {
        guard waits else { return nil }
        run = .sprint(now: now)
        return load(now: now)
    }

    /// Shows the next puzzle. There is one puzzle a day and one per lost game, and a finished run
    /// begins anew.
    mutating func next(now: Int) -> Request? {
        guard let mode else { return open(.practice, now: now) }
        if mode == .daily || mode == .lost, attempt != nil { return open(.practice, now: now) }
        return run?.isOver == true ? open(mode, now: now) : load(now: now)
    }

    private mutating func load(now: Int) -> Request? {
        let today = PuzzleDay(at: now)
        let used = attempt?.puzzle.id
        var filter = PuzzleFilter(rule: progress.rule)
        switch mode {
        case .daily:
            day = today
            return search(.daily(today, progress.rule), now: now)
        case .review:
            let due = progress.dueReviews(today)
            guard !due.isEmpty else {
                asked += 1
                show(nil, missing: .noneDue)
                return nil
            }
            return search(.first(of: due), now: now)
        case .lost: return search(game.map { .game($0) } ?? .lastLost(by: nil), now: now)
        case .theme: filter.subject = subject
        case nil, .practice, .streak, .sprint: break
        }
        return search(
            .next(filter, rating: run.map { Double($0.rating) } ?? progress.rating.rating, avoid: used), now: now)
    }

    private mutating func search(_ goal: PuzzleSource.Goal, now: Int) -> Request? {
        asked += 1
        (isLoading, missing) = (true, nil)
        return follow(source.begin(goal, today: PuzzleDay(at: now)))
    }

    /// Takes the answer to a request. Returns the next request of the search, if it goes on.
    mutating func take(_ answer: WebFetch.Answer, to request: Request) -> Request? {
        guard request.number == asked, let step = source.take(answer) else { return nil }
        return follow(step)
    }

    /// Takes the user's identity on the server. Returns the next request, like ``take(_:to:)``.
    mutating func take(_ user: PuzzleUser, to request: Request) -> Request? {
        guard request.number == asked, let step = source.take(user) else { return nil }
        return follow(step)
    }

    private mutating func follow(_ step: PuzzleSource.Step) -> Request? {
        switch step {
        case .fetch(let path): return Request(path: path, number: asked)
        case .identify: return Request(path: nil, number: asked)
        case .found(let puzzle, let game):
            self.game = game
            show(puzzle)
        case .missing(let reason): show(nil, missing: reason)
        }
        return nil
    }

    private mutating func show(_ puzzle: Puzzle?, missing: PuzzleMissing? = nil) {
        attempt = puzzle.map { PuzzleAttempt($0) }
        (verdict, hint, line, counted, gain, isLoading) = (nil, nil, nil, nil, 0, false)
        self.missing = missing
        isHelped = mode == .daily && puzzle.map { progress.isHelped($0.id) } == true
    }

    mutating func setRule(_ rule: Rule, now: Int) { source.file.change(PuzzleDay(at: now)) { $0.rule = rule } }

    // MARK: Tries

    /// Tries a point. After a defence, shows why another point loses. Returns the request for the
    /// next puzzle of a sprint.
    mutating func pick(_ point: Point, now: Int) -> Request? {
        guard var attempt, !isLoading else { return nil }
        guard attempt.state == .open else {
            let refutation = attempt.puzzle.refutation(of: point)
            if !refutation.isEmpty { line = PuzzleLine(refutation, of: attempt.puzzle, shown: 1) }
            return nil
        }
        guard line == nil, run?.isOver != true else { return nil }
        let (verdict, refutation) = attempt.pick(point)
        return take(verdict, attempt, refutation, now)
    }

    /// Chooses the better side.
    mutating func choose(_ side: Stone, now: Int) -> Request? {
        guard var attempt, run?.isOver != true else { return nil }
        let verdict = attempt.choose(side)
        return take(verdict, attempt, [], now)
    }

    private mutating func take(
        _ verdict: PuzzleAttempt.Verdict, _ attempt: PuzzleAttempt, _ refutation: [Point], _ now: Int
    ) -> Request? {
        self.verdict = verdict
        guard verdict != .illegal else { return nil }
        (self.attempt, hint) = (attempt, nil)
        switch verdict {
        case .solved: return finish(attempt, now)
        case .wrong: return fail(attempt, refutation, now)
        case .right, .unknown, .illegal: return nil
        }
    }

    private mutating func finish(_ attempt: PuzzleAttempt, _ now: Int) -> Request? {
        let id = attempt.puzzle.id
        let isDaily = mode == .daily && !progress.isHelped(id)
        count(isSuccess: attempt.isClean, now) { [day] in if isDaily { $0.solveDaily(day) } }
        if mode == .sprint, run?.isOver == false { return load(now: now) }
        explain(fromStart: false)
        return nil
    }

    private mutating func fail(_ attempt: PuzzleAttempt, _ refutation: [Point], _ now: Int) -> Request? {
        count(isSuccess: false, now)
        if let run {
            if run.mode == .sprint, !run.isOver { return load(now: now) }
            self.attempt?.giveUp()
            explain()
        } else if attempt.state == .open, !refutation.isEmpty {
            line = PuzzleLine(refutation, of: attempt.puzzle, shown: 1)
        }
        return nil
    }

    /// Notes the first result of this puzzle, and stores it before it returns.
    ///
    /// - Parameter more: other changes of the record, which are stored with it.
    private mutating func count(isSuccess: Bool, _ now: Int, more: (inout PuzzleProgress) -> Void = { _ in }) {
        guard let puzzle = attempt?.puzzle else { return }
        let isFirst = counted == nil
        // The puzzle from a lost game is in no book, so its result is not noted.
        guard mode != .lost else {
            counted = counted ?? isSuccess
            return
        }
        if isFirst { run?.note(isSuccess: isSuccess, now: now) }
        let weight = mode.map(\.weight) ?? 1
        let today = PuzzleDay(at: now)
        let (run, before) = (run, progress.rating.points)
        source.file.change(today) { progress in
            if isFirst { progress.note(puzzle, isSuccess: isSuccess, weight: weight, today: today) }
            if let run { progress.note(run) }
            more(&progress)
        }
        guard isFirst else { return }
        counted = isSuccess
        gain = progress.rating.points - before
        latest = Result(number: (latest?.number ?? 0) + 1, id: puzzle.id, isSuccess: isSuccess, gain: gain)
    }

    // MARK: Help

    /// Shows the next right point. The puzzle then counts as failed.
    mutating func takeHint(now: Int) -> Request? {
        guard isOpen, let point = attempt?.hint else { return nil }
        attempt?.takeHint()
        (hint, verdict) = (point, nil)
        return help(now)
    }

    /// Shows the solution.
    mutating func giveUp(now: Int) -> Request? {
        guard attempt?.state == .open, !isLoading, run?.isOver != true else { return nil }
        let id = attempt?.puzzle.id
        attempt?.giveUp()
        (verdict, hint) = (nil, nil)
        let request = help(now)
        // A sprint may have gone on to the next puzzle.
        if request == nil, attempt?.puzzle.id == id { explain() }
        return request
    }

    private mutating func help(_ now: Int) -> Request? {
        isHelped = true
        let id = mode == .daily ? attempt?.puzzle.id : nil
        count(isSuccess: false, now) { progress in if let id { progress.takeHelp(in: id) } }
        guard let run else { return nil }
        if run.mode == .sprint, !run.isOver { return load(now: now) }
        attempt?.giveUp()
        explain()
        return nil
    }

    /// Returns from a refutation to the puzzle, or begins a finished puzzle anew, without a count.
    mutating func retry() {
        guard let attempt, run == nil, !isLoading else { return }
        if attempt.state != .open { self.attempt = PuzzleAttempt(attempt.puzzle) }
        (line, verdict, hint) = (nil, nil, nil)
        counted = counted ?? false
    }

    // MARK: Lines

    /// Shows the puzzle's line from its start, or its end.
    private mutating func explain(fromStart: Bool = true) {
        guard let attempt else { return }
        let points = attempt.explanation
        line = points.isEmpty ? nil : PuzzleLine(points, of: attempt.puzzle, shown: fromStart ? 0 : points.count)
    }

    mutating func showStep(_ step: Int) { line?.show(step) }

    // MARK: Time

    /// Ends a sprint whose time is over.
    mutating func tick(now: Int) {
        guard var run, !run.isOver else { return }
        run.update(now: now)
        guard run.isOver else { return }
        asked += 1
        self.run = run
        attempt?.giveUp()
        (isLoading, line) = (false, nil)
        source.file.change(PuzzleDay(at: now)) { $0.note(run) }
        explain()
    }
}
