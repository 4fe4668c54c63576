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
            switch word {
            case "t", "hint": self = .hint
            case "s", "solution": self = .solution
            case "n", "next": self = .next
            case "r", "again": self = .again
            case "q", "quit": self = .quit
            case _ where asksSide && Stone(rawValue: word) != nil: self = .side(word == "x" ? .x : .o)
            default: self = size.point(named: word).map { .pick($0) } ?? .unknown(line)
            }
        }
    }

    private var session: PuzzleSession
    private var printer: any PuzzlePrinter
    private let get: (_ path: String) -> WebFetch.Answer
    private let now: () -> Int

    /// - Parameters:
    ///   - get: fetches one path of the server.
    ///   - now: the time in milliseconds since 1970.
    init(
        _ session: PuzzleSession, printer: any PuzzlePrinter, now: @escaping () -> Int,
        get: @escaping (_ path: String) -> WebFetch.Answer
    ) {
        (self.session, self.printer, self.now, self.get) = (session, printer, now, get)
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
            perform(order)
        }
        return status
    }

    private mutating func perform(_ order: Order) {
        let now = now()
        session.tick(now: now)
        // A refuted move is taken back, as there is no line to step through.
        if session.attempt?.state == .open, session.line != nil { session.retry() }
        switch order {
        case .pick(let point): follow(session.pick(point, now: now))
        case .side(let side): follow(session.choose(side, now: now))
        case .hint: follow(session.takeHint(now: now))
        case .solution: follow(session.giveUp(now: now))
        case .next where session.attempt?.state == .open: break
        case .next: follow(session.waits ? session.beginSprint(now: now) : session.next(now: now))
        case .again: session.retry()
        case .quit, .unknown: break
        }
        printer.show(session, after: order)
    }

    private mutating func follow(_ request: PuzzleSession.Request?) {
        var request = request
        while let next = request { request = session.take(get(next.path), to: next) }
    }

    /// The exit status: whether there was a puzzle at the end.
    private var status: Int32 {
        switch session.missing {
        case .offline: ExitStatus.unavailable
        case .noPuzzles, .notFound: ExitStatus.noInput
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
    /// The puzzle that was printed, with the number of its moves and its state.
    private var shown: (id: String, moves: Int, state: PuzzleAttempt.State)?

    /// - Parameter now: the time in milliseconds since 1970.
    init(_ words: any Words, now: @escaping () -> Int, out: @escaping (String) -> Void) {
        (self.words, self.now, self.out) = (words, now, out)
    }

    mutating func show(_ session: PuzzleSession, after order: PuzzleText.Order?) {
        guard let attempt = session.attempt else {
            shown = nil
            if let missing = session.missing { out(words.sentence(missing, session.progress)) }
            return
        }
        let puzzle = attempt.puzzle
        if shown?.id != puzzle.id {
            if let run = session.run {
                let clock = run.secondsLeft(now: now()).map { PuzzleScreen.clock($0) }
                out([words.puzzleScore(run.solved), clock].compactMap { $0 }.joined(separator: " · "))
            }
            board(attempt)
            out(words.facts(puzzle, isOver: false))
            out(words.task(puzzle))
        } else {
            if case .unknown(let line)? = order { out(words.deadKey(line)) }
            if attempt.state == .open, shown.map({ $0.moves != attempt.moves.count }) == true { board(attempt) }
            result(session)
        }
        shown = (puzzle.id, attempt.moves.count, attempt.state)
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

/// A printer of JSON for programs. Points are names, such as `h8`.
struct PuzzleJSONPrinter: PuzzlePrinter {
    let out: (String) -> Void
    private var shown: String?
    private var results = 0
    private var isRunOver = false

    init(out: @escaping (String) -> Void) { self.out = out }

    mutating func show(_ session: PuzzleSession, after order: PuzzleText.Order?) {
        let attempt = session.attempt
        let isNew = attempt?.puzzle.id != shown
        if let order, shown != nil { answer(order, session, isNew: isNew) }
        if let result = session.latest, result.number > results {
            results = result.number
            var line = JSONLine("result")
            line.add("id", result.id)
            line.add("success", result.isSuccess)
            line.add("rating", session.progress.rating.points)
            line.add("gain", result.gain)
            out(line.text)
        }
        if let run = session.run, run.isOver, !isRunOver {
            var line = JSONLine("over")
            line.add("mode", run.mode.rawValue)
            line.add("solved", run.solved)
            out(line.text)
        }
        isRunOver = session.run?.isOver == true
        if let missing = session.missing {
            var line = JSONLine("missing")
            line.add("reason", Self.word(missing))
            out(line.text)
        }
        if let attempt, isNew || attempt.moves.isEmpty && order == .again { out(Self.line(attempt.puzzle)) }
        shown = attempt?.puzzle.id
    }

    /// - Parameter isNew: whether the next puzzle of a sprint is there already.
    private func answer(_ order: PuzzleText.Order, _ session: PuzzleSession, isNew: Bool) {
        let attempt = isNew ? nil : session.attempt
        let size = session.attempt?.puzzle.position.board.size ?? .standard
        func names(_ points: [Point]) -> [String] { points.map(size.name(of:)) }
        switch order {
        case .pick, .side:
            var line = JSONLine("try")
            if case .pick(let point) = order { line.add("point", size.name(of: point)) }
            if case .side(let side) = order { line.add("side", side.rawValue) }
            line.add(
                "verdict", isNew ? (session.latest?.isSuccess == true ? "solved" : "wrong") : Self.word(session.verdict)
            )
            if let attempt, session.verdict == .right, !attempt.isDrill, let reply = attempt.moves.last {
                line.add("reply", size.name(of: reply))
            }
            if let shown = isNew ? nil : session.line { line.add("line", names(shown.points)) }
            out(line.text)
        case .hint:
            var line = JSONLine("hint")
            line.add("point", isNew ? nil : session.hint.map(size.name(of:)))
            out(line.text)
        case .solution:
            var line = JSONLine("solution")
            if let attempt {
                line.add("line", names(session.line?.points ?? []))
                if !attempt.answers.isEmpty { line.add("points", names(attempt.answers)) }
            }
            out(line.text)
        case .unknown(let text):
            var line = JSONLine("unknown")
            line.add("line", text)
            out(line.text)
        case .next, .again, .quit: break
        }
    }

    private static func word(_ verdict: PuzzleAttempt.Verdict?) -> String {
        switch verdict {
        case .right: "right"
        case .solved: "solved"
        case .wrong: "wrong"
        case .unknown: "unknown"
        case nil, .illegal: "illegal"
        }
    }

    private static func word(_ missing: PuzzleMissing) -> String {
        switch missing {
        case .noneDue: "none-due"
        case .offline: "offline"
        case .noPuzzles: "no-puzzles"
        case .notFound: "not-found"
        case .allDone: "all-done"
        case .more: "more"
        }
    }

    /// Returns a puzzle without its answer.
    private static func line(_ puzzle: Puzzle) -> String {
        let position = puzzle.position
        let size = position.board.size
        var line = JSONLine("puzzle")
        line.add("id", puzzle.id)
        line.add("rule", position.rule.rawValue)
        line.add("size", size.side)
        line.add("turn", position.turn.rawValue)
        for stone in Stone.allCases {
            let names = size.points.filter { position.board[$0] == stone }.map(size.name(of:))
            if stone == .x { line.add("x", names) } else { line.add("o", names) }
        }
        line.add("last", puzzle.last.map(size.name(of:)))
        line.add("kind", puzzle.kind.rawValue)
        line.add("rating", puzzle.rating)
        if case .drill(let drill, let answer) = puzzle.task {
            line.add("ask", drill.rawValue)
            line.add("count", answer.count)
        }
        return line.text
    }
}
