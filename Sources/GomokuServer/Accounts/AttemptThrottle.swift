/// How often something may be tried, for each key (an address, a name) by itself.
struct AttemptThrottle {
    /// Keys remembered; over it those that have waited longest are forgotten.
    static let keysKept = 10_000

    private struct Purse {
        var left: Double
        var asOf: Int
    }

    private let burst: Double
    private let interval: Double
    private var purses: [String: Purse] = [:]

    /// - Parameters:
    ///   - burst: attempts at once.
    ///   - interval: milliseconds after which one more comes back.
    init(burst: Int, interval: Int) {
        self.burst = Double(burst)
        self.interval = Double(interval)
    }

    var count: Int { purses.count }

    /// Whether one more is within the limit of `key`; if so it counts.
    mutating func spend(_ key: String, now: Int) -> Bool {
        var purse = purses[key] ?? Purse(left: burst, asOf: now)
        purse.left = min(burst, purse.left + Double(max(0, now - purse.asOf)) / interval)
        purse.asOf = now
        let isWithin = purse.left >= 1
        if isWithin { purse.left -= 1 }
        purses[key] = purse
        if purses.count > Self.keysKept { forget(now: now) }
        return isWithin
    }

    /// Gives one back: the attempt was a good one.
    mutating func refund(_ key: String) {
        guard let left = purses[key]?.left else { return }
        purses[key]?.left = min(burst, left + 1)
    }

    /// Full purses are as good as none; if that does not do, the half that was used longest ago goes.
    private mutating func forget(now: Int) {
        purses = purses.filter { $0.value.left + Double(max(0, now - $0.value.asOf)) / interval < burst }
        guard purses.count > Self.keysKept / 2 else { return }
        let middle = purses.values.map(\.asOf).sorted()[purses.count / 2]
        purses = purses.filter { $0.value.asOf > middle }
    }
}
