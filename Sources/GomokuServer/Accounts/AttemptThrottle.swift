/// How often something may be tried, for each key (an address, a name, both) by itself.
///
/// A fixed number of purses, and nothing is ever forgotten to make room: whoever tries with ten thousand names takes
/// nothing from what is known of one. Each key has a purse in every row, at places that nobody outside can foresee, and
/// is within its limit while one of them is not empty. So no key gets more than its limit, and two that share a place in
/// one row hardly ever do in all.
struct AttemptThrottle {
    /// Rows, and purses in each.
    static let rows = 4, width = 4_096

    private struct Purse {
        var left: Double
        var asOf: Int
    }

    private let burst: Double
    private let interval: Double
    private let owed: Double
    private var purses: [Purse]

    /// - Parameters:
    ///   - burst: attempts at once.
    ///   - interval: milliseconds after which one more comes back.
    ///   - owed: how much may be spent beyond what there is; nil: another burst.
    init(burst: Int, interval: Double, owed: Int? = nil) {
        self.owed = Double(owed ?? burst)
        self.burst = Double(burst)
        self.interval = interval
        purses = Array(repeating: Purse(left: self.burst, asOf: 0), count: Self.rows * Self.width)
    }

    /// Whether one more is within the limit of `key`; if so it counts.
    ///
    /// - Parameter cost: what it counts as. The last one may cost more than there is: the rest is owed.
    mutating func spend(_ key: String, cost: Int = 1, now: Int) -> Bool {
        let places = places(of: key)
        for place in places {
            let gone = Double(max(0, now - purses[place].asOf))
            purses[place] = Purse(left: min(burst, purses[place].left + gone / interval), asOf: now)
        }
        guard places.contains(where: { purses[$0].left >= 1 }) else { return false }
        charge(places, cost)
        return true
    }

    /// Counts something that is done already.
    mutating func charge(_ key: String, cost: Int) { charge(places(of: key), cost) }

    private mutating func charge(_ places: [Int], _ cost: Int) {
        for place in places { purses[place].left = max(-owed, purses[place].left - Double(cost)) }
    }

    /// Milliseconds until something more is within the limit of `key`, as of when it was last asked.
    func wait(_ key: String) -> Int {
        let most = places(of: key).map { purses[$0].left }.max() ?? 1
        return most >= 1 ? 0 : Int((1 - most) * interval) + 1
    }

    /// Gives one back: the attempt was a good one.
    mutating func refund(_ key: String) {
        for place in places(of: key) { purses[place].left = min(burst, purses[place].left + 1) }
    }

    /// One in each row. The hash is seeded anew by every process.
    private func places(of key: String) -> [Int] {
        (0..<Self.rows).map { row in
            var hasher = Hasher()
            hasher.combine(row)
            hasher.combine(key)
            return row * Self.width + Int(UInt(bitPattern: hasher.finalize()) % UInt(Self.width))
        }
    }
}
