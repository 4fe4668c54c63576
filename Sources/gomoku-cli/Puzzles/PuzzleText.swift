import GameState
import Puzzles
import Wire

/// The puzzles without a screen: the user or a program types lines, and lines answer.
struct PuzzleText {
    /// The request of a line.
    enum Order: Equatable {
        case pick(Point)
        case side(Stone)
        case hint, solution, next, again, quit
        case unknown(String)

        /// - Parameters:
        ///   - size: the board of the puzzle.
        ///   - asksSide: whether `x` and `o` are answers.
        init(_ line: String, size: BoardSize, asksSide: Bool) {
            let word = line.filter { !$0.isWhitespace }.lowercased()
            if asksSide, let side = Stone(rawValue: word) {
                self = .side(side)
                return
            }
            switch word {
            case "t", "hint": self = .hint
            case "s", "solution": self = .solution
            case "n", "next": self = .next
            case "r", "again": self = .again
            case "q", "quit": self = .quit
            default: self = size.point(named: word).map { .pick($0) } ?? .unknown(line)
            }
        }
    }

    private var session: PuzzleSession
    private var printer: any PuzzlePrinter
    private let get: (_ path: String) -> WebFetch.Answer
    private let user: () -> PuzzleUser
    private let now: () -> Int

    /// - Parameters:
    ///   - now: the time in milliseconds since 1970.
    ///   - user: finds out who the user is on the server.
    ///   - get: fetches one path of the server.
    init(
        _ session: PuzzleSession, printer: any PuzzlePrinter, now: @escaping () -> Int,
        user: @escaping () -> PuzzleUser, get: @escaping (_ path: String) -> WebFetch.Answer
    ) {
        (self.session, self.printer, self.now, self.user, self.get) = (session, printer, now, user, get)
    }

    /// Shows puzzles until the input ends or asks to quit. Returns the exit status.
    mutating func run(_ start: PuzzleStart, input: () -> String?) -> Int32 {
        let now = now()
        follow(start.open(&session, now: now))
        if session.waits { follow(session.beginSprint(now: now)) }
        printer.show(session)
        while session.attempt != nil || session.missing == .more, let line = input() {
            let size = session.attempt?.puzzle.position.board.size ?? .standard
            let order = Order(line, size: size, asksSide: session.attempt?.puzzle.kind == .balance)
            guard order != .quit else { break }
            perform(order, line)
        }
        return status
    }

    private mutating func perform(_ given: Order, _ line: String) {
        let now = now()
        session.tick(now: now)
        let order = hasEffect(given) ? given : .unknown(line)
        // A refuted move is taken back, as there is no line to step through.
        if session.attempt?.state == .open, session.line != nil { session.retry() }
        switch order {
        case .pick(let point): follow(session.pick(point, now: now))
        case .side(let side): follow(session.choose(side, now: now))
        case .hint: follow(session.takeHint(now: now))
        case .solution: follow(session.giveUp(now: now))
        case .next: follow(session.waits ? session.beginSprint(now: now) : session.next(now: now))
        case .again: session.retry()
        case .quit, .unknown: break
        }
        printer.show(session, after: order)
    }

    private func hasEffect(_ order: Order) -> Bool {
        switch order {
        case .next: session.attempt?.state != .open
        case .again: session.run == nil && (session.attempt?.state != .open || session.line != nil)
        case .pick, .side, .hint, .solution, .quit, .unknown: true
        }
    }

    private mutating func follow(_ request: PuzzleSession.Request?) {
        var request = request
        while let next = request {
            request =
                if let path = next.path { session.take(get(path), to: next) } else { session.take(user(), to: next) }
        }
    }

    /// The exit status: whether there was a puzzle at the end.
    private var status: Int32 {
        switch session.missing {
        case .offline: ExitStatus.unavailable
        case .noPuzzles, .notFound, .noneInGame, .noLostGame: ExitStatus.noInput
        case nil, .noneDue, .allDone, .more: 0
        }
    }
}

/// A printer of the puzzles.
protocol PuzzlePrinter {
    /// Prints the changes since the last call.
    ///
    /// - Parameter order: the order that led to them; nil at the start.
    mutating func show(_ session: PuzzleSession, after order: PuzzleText.Order?)
}

extension PuzzlePrinter {
    mutating func show(_ session: PuzzleSession) { show(session, after: nil) }
}

/// A printer of sentences and boards for a person.
struct PuzzleLinePrinter: PuzzlePrinter {
    let words: any Words
    let now: () -> Int
    let out: (String) -> Void
    /// The attempt that was printed.
    private var shown: PuzzleAttempt?

    /// - Parameter now: the time in milliseconds since 1970.
    init(_ words: any Words, now: @escaping () -> Int, out: @escaping (String) -> Void) {
        (self.words, self.now, self.out) = (words, now, out)
    }

    mutating func show(_ session: PuzzleSession, after order: PuzzleText.Order?) {
        if let shown, shown.state == .open, shown.puzzle.id != session.attempt?.puzzle.id {
            end(shown, session, after: order)
        }
        defer { shown = session.attempt }
        guard let attempt = session.attempt else {
            if let missing = session.missing { out(words.sentence(missing, session.progress)) }
            return
        }
        let puzzle = attempt.puzzle
        if shown?.puzzle.id != puzzle.id {
            if let run = session.run {
                let clock = run.secondsLeft(now: now()).map { PuzzleScreen.clock($0) }
                out([words.puzzleScore(run.solved), clock].compactMap { $0 }.joined(separator: " · "))
            }
            board(attempt)
            out(words.facts(puzzle, isOver: false))
            out(words.task(puzzle))
        } else {
            if case .unknown(let line)? = order { out(words.deadKey(line)) }
            let isAgain = order == .again
            if isAgain || attempt.state == .open && shown?.moves.count != attempt.moves.count { board(attempt) }
            if isAgain { out(words.task(puzzle)) }
            if case .pick(let point)? = order, session.verdict == .illegal {
                let name = attempt.puzzle.position.board.size.name(of: point)
                out(words.refusal(of: point, attempt) ?? words.deadKey(name))
            }
            if order == .hint, session.hint == nil, attempt.state == .open { out(words.deadKey("t")) }
            result(session)
        }
    }

    /// Prints the end of a puzzle after which a sprint has gone on to the next one.
    private func end(_ attempt: PuzzleAttempt, _ session: PuzzleSession, after order: PuzzleText.Order?) {
        guard let result = session.latest, result.id == attempt.puzzle.id else { return }
        let choice: Stone? = if case .side(let side)? = order { side } else { nil }
        if let sentence = words.solution(of: attempt.puzzle, choice: choice) { return out(sentence) }
        if result.isSuccess {
            out(words.puzzleSolved)
            return
        }
        var attempt = attempt
        attempt.giveUp()
        let points = attempt.isDrill ? attempt.answers : attempt.explanation
        out(words.puzzleSolution)
        out(points.map(attempt.puzzle.position.board.size.name(of:)).joined(separator: " "))
    }

    private func board(_ attempt: PuzzleAttempt) {
        for line in StateLines.board(attempt.puzzle.position.board(after: attempt.moves).board) { out(line) }
    }

    private func result(_ session: PuzzleSession) {
        guard let attempt = session.attempt else { return }
        let size = attempt.puzzle.position.board.size
        let sentence = words.result(session)
        if !sentence.isEmpty { out(sentence) }
        if let reply = words.reply(attempt), session.verdict == .right { out(reply) }
        if let line = session.line { out(line.points.map(size.name(of:)).joined(separator: " ")) }
        guard attempt.state != .open else { return }
        if attempt.isDrill { out(attempt.answers.map(size.name(of:)).joined(separator: " ")) }
        out(words.subjects(attempt.puzzle))
    }
}
