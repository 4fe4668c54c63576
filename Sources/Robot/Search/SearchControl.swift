/// The time limits and stop flag of a search.
final class SearchControl {
    private var start = ContinuousClock.now
    private var limits = SearchLimits()
    private var stop: StopFlag?
    /// Whether the stop flag may shorten the time limit.
    private var isShared = true
    private var threatsEnd = Int.max
    /// The number of nodes that the helper threads have searched since the start.
    var helpedNodes = 0
    private let clock = ContinuousClock()

    func start(_ limits: SearchLimits, _ stop: StopFlag?, isShared: Bool = true) {
        start = clock.now
        self.limits = limits
        self.stop = stop
        self.isShared = isShared
        threatsEnd = .max
        helpedNodes = 0
    }

    /// The time since the start, in milliseconds.
    var elapsed: Int {
        let (seconds, attoseconds) = (clock.now - start).components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// The time limit in milliseconds, or nil. It may become shorter while the search runs.
    private var milliseconds: Int? {
        guard let limit = limits.milliseconds, isShared, let stop else { return limits.milliseconds }
        return min(limit, stop.allowedMilliseconds)
    }

    var shouldStop: Bool {
        if let stop, stop.isRaised { return true }
        guard let milliseconds else { return false }
        return elapsed >= milliseconds
    }

    private static let longMilliseconds = 2_000
    private static let longNodes = 1_000_000

    /// See ``SearchLimits/isAnalysis``.
    var isAnalysis: Bool { limits.isAnalysis }

    /// Whether the search also looks for wins that take too long to find in a game.
    var isLong: Bool {
        if isAnalysis { return true }
        if let nodes = limits.nodes { return nodes >= Self.longNodes }
        return (limits.milliseconds ?? 0) >= Self.longMilliseconds
    }

    /// Gives the threat solver a share of the time limit, from now on.
    func allowThreats(percent: Int) {
        guard let milliseconds else { return }
        threatsEnd = min(elapsed + max(1, milliseconds * percent / 100), milliseconds)
    }

    /// Whether the threat solver has used its share of the time.
    var shouldStopThreats: Bool {
        if let stop, stop.isRaised { return true }
        guard let milliseconds else { return false }
        return elapsed >= min(threatsEnd, milliseconds)
    }

    /// The greatest number of fours that the four solver tries before the search.
    var rootFours: Int {
        if let nodes = limits.nodes { return max(200, nodes / 5) }
        guard let milliseconds else { return 50_000 }
        return max(500, milliseconds * 40)
    }

    /// Moves of the threat solver per ply, if only depth limits the search. This limit keeps the
    /// solver from taking longer than the search.
    private static let threatsPerPly = 250

    /// The greatest number of moves that the threat solver makes before the search.
    var rootThreats: Int {
        if let nodes = limits.nodes { return nodes / 10 }
        guard let milliseconds else { return Self.threatsPerPly * (limits.depth ?? 12) }
        return milliseconds * 400
    }

    /// Returns the greatest number of solver moves for checking whether a best move loses to
    /// threats. If neither time nor nodes are limited, it is a share of `nodes`, the nodes searched
    /// so far.
    func checkThreats(after nodes: Int) -> Int {
        limits.milliseconds == nil && limits.nodes == nil ? min(rootThreats, 100 + nodes / 64) : rootThreats
    }

    /// Whether `percent` of the time limit has passed. Always false without a time limit.
    func hasPassed(percent: Int) -> Bool {
        guard let milliseconds else { return false }
        return elapsed * 100 >= milliseconds * percent
    }

    /// Whether there is too little time left to finish another depth.
    func isLate(for finding: Search.Finding) -> Bool {
        guard let milliseconds else { return false }
        return elapsed * 10 > milliseconds * 9
    }
}
