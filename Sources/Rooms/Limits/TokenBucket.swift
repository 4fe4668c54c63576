/// A rate limit: a bucket of tokens that refills at a constant rate up to a maximum.
package struct TokenBucket {
    private let burst: Double
    private let perMillisecond: Double
    private var left: Double
    private var asOf: Int

    /// - Parameters:
    ///   - burst: the maximum number of tokens.
    ///   - perSecond: the number of tokens regained per second; 0 for no limit.
    ///   - now: the server time in milliseconds.
    package init(burst: Int, perSecond: Int, now: Int) {
        self.burst = Double(burst)
        perMillisecond = Double(perSecond) / 1_000
        left = Double(burst)
        asOf = now
    }

    /// Spends one token if there is one, and returns whether there was.
    package mutating func spend(now: Int) -> Bool { spend(1, now: now) }

    /// Spends `cost` tokens if there is at least one, and returns whether there was. The bucket may
    /// be overdrawn, because a cost is often known only afterwards.
    package mutating func spend(_ cost: Int, now: Int) -> Bool {
        guard isOpen(now: now) else { return false }
        left -= Double(cost)
        return true
    }

    /// Returns whether there is at least one token.
    package mutating func isOpen(now: Int) -> Bool {
        guard perMillisecond > 0 else { return true }
        if now > asOf {
            left = min(burst, left + Double(now - asOf) * perMillisecond)
            asOf = now
        }
        return left >= 1
    }

    /// The milliseconds until there is a token.
    package var wait: Int { left >= 1 || perMillisecond == 0 ? 0 : Int((1 - left) / perMillisecond) + 1 }
}
