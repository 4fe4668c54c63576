import GameState
import Robot

/// The order of the steps of one analysis.
///
/// The first step is a look of a few milliseconds. Then rounds follow, each of which looks for the
/// best moves, for a win, and for moves that lose. Every round takes twice as long as the one
/// before, up to a limit, which is lower while others wait.
struct AnalysisPlan: Sendable {
    /// The time of the first look, in milliseconds, and the time while other analyses wait for
    /// theirs. All of them share one thread, so the first lines of many come sooner.
    static let lookMilliseconds = 8, sharedLookMilliseconds = 2
    /// The time for each line in the first round, and the most, in milliseconds.
    static let firstMilliseconds = 40, mostMilliseconds = 1_000
    /// The most time for all lines of a step while other analyses wait, in milliseconds.
    static let sharedMilliseconds = 100
    /// The moves of the solver for each move that it tries to refute, per millisecond of a round
    /// and line.
    private static let defenceNodes = 5

    /// The wanted number of lines and the time, in milliseconds.
    let lines: Int
    let milliseconds: Int
    private(set) var hasLooked = false
    private var round = 0
    private var part = 0

    init(lines: Int, milliseconds: Int) {
        self.lines = lines
        self.milliseconds = milliseconds
    }

    /// The most time for each line while other analyses wait, in milliseconds.
    private var sharedTime: Int { max(1, Self.sharedMilliseconds / lines) }

    /// Returns the limit of a step in progress while other analyses wait, in milliseconds
    /// (``StopFlag/limit(toMilliseconds:)``).
    func sharedLimit(of step: AnalysisStep) -> Int {
        if case .lines = step { sharedTime } else { Self.sharedMilliseconds }
    }

    /// Returns the next step, or nil if the analysis is complete.
    mutating func next(after findings: AnalysisFindings, isShared: Bool) -> AnalysisStep? {
        guard hasLooked else {
            hasLooked = true
            return .look(milliseconds: isShared ? Self.sharedLookMilliseconds : Self.lookMilliseconds)
        }
        let left = milliseconds - findings.milliseconds
        // All lines are searched once, even if the time was too short for it.
        guard left > 0 || !hasSearched, !isComplete(findings) else { return nil }
        let most = isShared ? sharedTime : Self.mostMilliseconds
        let rest = left > 0 ? max(1, left / lines) : Self.firstMilliseconds
        let time = min(Self.firstMilliseconds << min(round, 10), most, rest)
        defer {
            part += 1
            if part == 3 { (round, part) = (round + 1, 0) }
        }
        switch part {
        case 1 where !findings.isDecided: return .win(milliseconds: time * lines)
        case 2 where !findings.isDecided:
            return .defence(nodes: time * Self.defenceNodes, lines: lines, milliseconds: time * lines)
        default: return .lines(lines, milliseconds: time)
        }
    }

    /// Whether more search would not change the answer: the result is proven, and all lines have
    /// been searched once.
    private func isComplete(_ findings: AnalysisFindings) -> Bool {
        findings.isDecided && (findings.lines.count >= lines || hasSearched)
    }

    /// Whether a search for all lines has begun.
    private var hasSearched: Bool { round > 0 || part > 0 }
}
