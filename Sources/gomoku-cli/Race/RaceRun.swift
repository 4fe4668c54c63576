import GameState
import Puzzles

/// The user's own puzzle in a race: fetched ahead, played by its proof, and answered once it is
/// decided. Pure. For a spectator it is the leader's puzzle, without moves.
struct RaceRun {
    /// The result of the last try, which may belong to the puzzle before.
    enum Verdict: Equatable {
        case tried(PuzzleAttempt.Verdict)
        case skipped
    }

    /// The number of puzzles to fetch ahead.
    private static let ahead = 4
    /// The pause before a puzzle that could not be fetched is fetched again, in milliseconds.
    static let pause = 2_000

    /// The shown puzzle; nil if there is none.
    private(set) var id: String?
    /// The attempt at it; nil until the puzzle is fetched.
    private(set) var attempt: PuzzleAttempt?
    private(set) var verdict: Verdict?
    /// The points that the user has played or marked.
    private var picks: [Point] = []
    private var puzzles: [String: Puzzle] = [:]
    private var loading: Set<String> = []
    /// The puzzles that could not be fetched, each with the time of the next try in milliseconds of
    /// the loop's clock.
    private var failed: [String: Int] = [:]

    /// Whether the shown puzzle could not be fetched.
    var isMissing: Bool { id.map { failed[$0] != nil } ?? false }
    /// The time of the next try to fetch a puzzle, in milliseconds of the loop's clock.
    var retryAt: Int? { failed.filter { !loading.contains($0.key) }.values.min() }

    // MARK: Fetching

    /// Drops the puzzles that are no longer needed. Returns the IDs of those to fetch now, from a
    /// place on.
    mutating func prepare(_ ids: [String], from place: Int, now: Int) -> [String] {
        let needed = ids.dropFirst(place).prefix(Self.ahead)
        // A refused answer leads back to the puzzle before.
        let kept = Set(ids.dropFirst(max(0, place - 1)).prefix(Self.ahead + 1))
        puzzles = puzzles.filter { kept.contains($0.key) }
        failed = failed.filter { needed.contains($0.key) }
        let wanted = needed.filter { id in
            puzzles[id] == nil && !loading.contains(id) && failed[id].map { $0 <= now } != false
        }
        loading.formUnion(wanted)
        return wanted
    }

    /// Takes the server's answer to the request for a puzzle.
    mutating func take(_ answer: WebFetch.Answer, for id: String, now: Int) {
        loading.remove(id)
        guard case .json(let json) = answer, let puzzle = try? Puzzle(json), puzzle.id == id else {
            failed[id] = now + Self.pause
            return
        }
        failed[id] = nil
        puzzles[id] = puzzle
        if self.id == id, attempt == nil { attempt = PuzzleAttempt(puzzle) }
    }

    /// Fetches failed puzzles again as soon as possible, because the server is back.
    mutating func retryNow() { failed = failed.mapValues { _ in 0 } }

    // MARK: The shown puzzle

    /// Shows the puzzle at a place. Returns the IDs of the puzzles to fetch.
    mutating func show(_ ids: [String], at place: Int, now: Int) -> [String] {
        let wanted = prepare(ids, from: place, now: now)
        let id = ids.indices.contains(place) ? ids[place] : nil
        guard id != self.id else { return wanted }
        self.id = id
        (attempt, picks) = (id.flatMap { puzzles[$0] }.map { PuzzleAttempt($0) }, [])
        return wanted
    }

    /// Clears everything but the fetched puzzles when another race begins.
    mutating func reset() { (id, attempt, verdict, picks) = (nil, nil, nil, []) }

    // MARK: Answers

    /// Plays or marks a point. Returns the answer, if this decides the puzzle.
    mutating func pick(_ point: Point) -> (verdict: PuzzleAttempt.Verdict, answer: RaceAnswer?) {
        guard let id, var next = attempt, next.state == .open else { return (.illegal, nil) }
        let verdict = next.pick(point).verdict
        guard verdict != .illegal else { return (.illegal, nil) }
        (attempt, self.verdict) = (next, .tried(verdict))
        // The server does not count a move that the proofs do not cover.
        if verdict != .unknown { picks.append(point) }
        let isDecided = verdict == .solved || verdict == .wrong
        return (verdict, isDecided ? RaceAnswer(puzzle: id, points: picks) : nil)
    }

    /// Returns the answer that skips the puzzle, which counts as a mistake.
    mutating func skip() -> RaceAnswer? {
        guard let id else { return nil }
        verdict = .skipped
        return RaceAnswer(puzzle: id, points: [])
    }

    /// Begins the puzzle anew, because its answer could not be sent.
    mutating func restart() {
        (attempt, verdict, picks) = (attempt.map { PuzzleAttempt($0.puzzle) }, nil, [])
    }
}
