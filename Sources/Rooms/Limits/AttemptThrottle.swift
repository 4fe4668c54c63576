/// Rate limits by key, such as an address, a name, or both.
///
/// A table of fixed size. A key belongs to one set of the table, which clients cannot predict, and
/// keys do not share budgets. If a set is full, the throttle evicts the key whose budget would be
/// full again first. So a flood of other keys only resets the keys with the fewest attempts, and
/// refuses no client.
package struct AttemptThrottle {
    /// The number of sets, and of keys per set.
    static let sets = 2_048, ways = 16
    /// The maximum number of keys. The table takes 24 bytes per key and 40 bytes per set: 0.9 MB.
    static let keyLimit = sets * ways

    private struct TokenCount {
        /// 64 bits of the key's hash. Each process uses a new hash seed.
        let key: Int
        var left: Double
        var asOf: Int
    }

    private let burst: Double
    private let interval: Double
    private let owed: Double
    private var table: [[TokenCount]]
    /// The time of the last call, in milliseconds.
    private var latest = 0

    /// - Parameters:
    ///   - burst: the number of attempts allowed at once.
    ///   - interval: the milliseconds after which one attempt is regained.
    ///   - owed: the amount that a key may overdraw; nil for the amount of one burst.
    package init(burst: Int, interval: Double, owed: Int? = nil) {
        self.owed = Double(owed ?? burst)
        self.burst = Double(burst)
        self.interval = interval
        table = Array(repeating: [], count: Self.sets)
    }

    /// Returns whether another attempt is within the limit of `key`.
    package mutating func allows(_ key: String, now: Int) -> Bool {
        latest = now
        return left(of: key) >= 1
    }

    /// Charges an attempt if it is within the limit of `key`, and returns whether it is.
    ///
    /// - Parameter cost: the cost of the attempt. It may exceed the remaining budget, which is then
    ///   overdrawn.
    package mutating func spend(_ key: String, cost: Int = 1, now: Int) -> Bool {
        guard allows(key, now: now) else { return false }
        charge(key, cost: cost)
        return true
    }

    /// Charges `cost` for work that is already done. A negative cost is a refund.
    package mutating func charge(_ key: String, cost: Int) {
        let hash = key.hashValue
        let set = Self.set(of: hash)
        let known = table[set].firstIndex { $0.key == hash }
        // An unknown key has its full budget, so there is nothing to refund.
        guard cost > 0 || known != nil else { return }
        let place = known ?? newPlace(in: set)
        let left = (known == nil ? burst : left(of: table[set][place])) - Double(cost)
        table[set][place] = TokenCount(key: hash, left: max(-owed, min(burst, left)), asOf: latest)
    }

    /// Returns the milliseconds until another attempt is within the limit of `key`, counted from
    /// the last call with a time.
    package func wait(_ key: String) -> Int {
        let left = left(of: key)
        return left >= 1 ? 0 : Int((1 - left) * interval) + 1
    }

    /// Refunds one attempt, because it succeeded.
    package mutating func refund(_ key: String) { charge(key, cost: -1) }

    private func left(of key: String) -> Double {
        let hash = key.hashValue
        return table[Self.set(of: hash)].first { $0.key == hash }.map { left(of: $0) } ?? burst
    }

    private func left(of bucket: TokenCount) -> Double {
        min(burst, bucket.left + Double(max(0, latest - bucket.asOf)) / interval)
    }

    private static func set(of hash: Int) -> Int { Int(UInt(bitPattern: hash) % UInt(sets)) }

    /// Returns the index for a new key. It reuses the entry whose budget is full again first, if
    /// that budget is full already or the set has no free entry; otherwise it adds an entry.
    private mutating func newPlace(in set: Int) -> Int {
        let first = table[set].indices.min { wholeAt(table[set][$0]) < wholeAt(table[set][$1]) }
        if let first, table[set].count == Self.ways || wholeAt(table[set][first]) <= Double(latest) { return first }
        table[set].append(TokenCount(key: 0, left: burst, asOf: latest))
        return table[set].count - 1
    }

    private func wholeAt(_ bucket: TokenCount) -> Double { Double(bucket.asOf) + (burst - bucket.left) * interval }
}
