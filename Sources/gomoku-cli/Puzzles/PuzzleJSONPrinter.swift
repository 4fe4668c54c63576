import GameState
import Puzzles
import Wire

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
        if let attempt, isNew || order == .again { out(Self.line(attempt.puzzle, from: session.game)) }
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
        case .noneInGame: "none-in-game"
        case .noLostGame: "no-lost-game"
        case .allDone: "all-done"
        case .more: "more"
        }
    }

    /// Returns a puzzle without its answer.
    ///
    /// - Parameter game: the lost game from which it comes.
    private static func line(_ puzzle: Puzzle, from game: String?) -> String {
        let position = puzzle.position
        let size = position.board.size
        var line = JSONLine("puzzle")
        line.add("id", puzzle.id)
        line.add("game", game)
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
