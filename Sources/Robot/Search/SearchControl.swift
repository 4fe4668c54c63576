/// The clock and the flag a search obeys.
final class SearchControl {
    private var start = ContinuousClock.now
    private var limits = SearchLimits()
    private var stop: StopFlag?
    private var threatsEnd = Int.max
    /// Nodes of other threads since the start.
    var helpedNodes = 0
    private let clock = ContinuousClock()

    func start(_ limits: SearchLimits, _ stop: StopFlag?) {
        start = clock.now
        self.limits = limits
        self.stop = stop
        threatsEnd = .max
        helpedNodes = 0
    }

    /// Milliseconds since the start.
    var elapsed: Int {
        let (seconds, attoseconds) = (clock.now - start).components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// The time that the search may take, which may have become shorter meanwhile; nil is no limit.
    private var milliseconds: Int? {
        guard let limit = limits.milliseconds, let stop else { return limits.milliseconds }
        return min(limit, stop.allowedMilliseconds)
    }

    var shouldStop: Bool {
        if let stop, stop.isRaised { return true }
        guard let milliseconds else { return false }
        return elapsed >= milliseconds
    }

    private static let longMilliseconds = 2_000
    private static let longNodes = 1_000_000

    /// Whether it has the time of an analysis, so that wins are looked for that a move of a game has no time for.
    var isLong: Bool {
        if let nodes = limits.nodes { return nodes >= Self.longNodes }
        return (limits.milliseconds ?? 0) >= Self.longMilliseconds
    }

    /// Gives the search for wins by threats a share of the time from now on.
    func allowThreats(percent: Int) {
        guard let milliseconds else { return }
        threatsEnd = min(elapsed + max(1, milliseconds * percent / 100), milliseconds)
    }

    /// Whether the search for a win by threats has had its share.
    var shouldStopThreats: Bool {
        if let stop, stop.isRaised { return true }
        guard let milliseconds else { return false }
        return elapsed >= min(threatsEnd, milliseconds)
    }

    /// Fours the search for a win by fours alone may try before anything else.
    var rootFours: Int {
        if let nodes = limits.nodes { return max(200, nodes / 5) }
        guard let milliseconds else { return 50_000 }
        return max(500, milliseconds * 40)
    }

    /// A search that only its depth limits is not to take longer for threats than for itself.
    private static let threatsPerPly = 250

    /// Moves the search for a win by threats may make before anything else.
    var rootThreats: Int {
        if let nodes = limits.nodes { return nodes / 10 }
        guard let milliseconds else { return Self.threatsPerPly * (limits.depth ?? 12) }
        return milliseconds * 400
    }

    /// Moves the check of a best move may make: where neither time nor nodes are limited, a share of those searched.
    func checkThreats(after nodes: Int) -> Int {
        limits.milliseconds == nil && limits.nodes == nil ? min(rootThreats, 100 + nodes / 64) : rootThreats
    }

    /// Whether so many percent of the time have passed; untimed searches have no such thing.
    func hasPassed(percent: Int) -> Bool {
        guard let milliseconds else { return false }
        return elapsed * 100 >= milliseconds * percent
    }

    /// Whether another depth would hardly be finished.
    func isLate(for finding: Search.Finding) -> Bool {
        guard let milliseconds else { return false }
        return elapsed * 10 > milliseconds * 9
    }
}
