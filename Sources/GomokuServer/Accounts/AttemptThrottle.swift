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
        var left: Float
        var asOf: Int
    }

    private let burst: Float
    private let interval: Float
    private var purses: [Purse]

    /// - Parameters:
    ///   - burst: attempts at once.
    ///   - interval: milliseconds after which one more comes back.
    init(burst: Int, interval: Int) {
        self.burst = Float(burst)
        self.interval = Float(interval)
        purses = Array(repeating: Purse(left: self.burst, asOf: 0), count: Self.rows * Self.width)
    }

    /// Whether one more is within the limit of `key`; if so it counts.
    mutating func spend(_ key: String, now: Int) -> Bool {
        var isWithin = false
        for place in places(of: key) {
            let gone = Float(max(0, now - purses[place].asOf))
            purses[place] = Purse(left: min(burst, purses[place].left + gone / interval), asOf: now)
            if purses[place].left >= 1 { isWithin = true }
        }
        if isWithin { for place in places(of: key) { purses[place].left = max(0, purses[place].left - 1) } }
        return isWithin
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
