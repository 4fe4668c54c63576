/// A rate limit: a purse that refills at a steady pace and holds so much at the most.
package struct TokenBucket {
    private let burst: Double
    private let perMillisecond: Double
    private var left: Double
    private var asOf: Int

    /// - Parameters:
    ///   - burst: how much may be spent at once.
    ///   - perSecond: how much comes back each second; 0 sets no limit.
    ///   - now: server milliseconds.
    package init(burst: Int, perSecond: Int, now: Int) {
        self.burst = Double(burst)
        perMillisecond = Double(perSecond) / 1_000
        left = Double(burst)
        asOf = now
    }

    /// Whether one more is within the limit; if so it is spent.
    package mutating func spend(now: Int) -> Bool { spend(1, now: now) }

    /// Whether something more is within the limit; if so `cost` is spent, though there may be less left: what it has
    /// cost is often known afterwards only, and then the rest is owed.
    package mutating func spend(_ cost: Int, now: Int) -> Bool {
        guard isOpen(now: now) else { return false }
        left -= Double(cost)
        return true
    }

    /// Whether something more is within the limit.
    package mutating func isOpen(now: Int) -> Bool {
        guard perMillisecond > 0 else { return true }
        if now > asOf {
            left = min(burst, left + Double(now - asOf) * perMillisecond)
            asOf = now
        }
        return left >= 1
    }

    /// Milliseconds until one more is within the limit.
    package var wait: Int { left >= 1 || perMillisecond == 0 ? 0 : Int((1 - left) / perMillisecond) + 1 }
}
