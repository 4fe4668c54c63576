/// How often something may be tried, for each key (an address, a name, both) by itself.
///
/// A table of fixed size. A key has a place in one set of the table, which nobody outside can foresee, and no key pays
/// for the attempts of another. Where a set is full, the throttle forgets the key whose budget would be whole again
/// first: a flood of other keys resets the keys that have tried least, and refuses nobody.
package struct AttemptThrottle {
    /// Sets of the table, and keys in each.
    static let sets = 2_048, ways = 16
    /// Keys that a throttle remembers at the most. It takes 24 bytes for each, and 40 bytes for each set: 0.9 MB.
    static let keyLimit = sets * ways

    private struct Purse {
        /// 64 bits of the key's hash. The hash is seeded anew by every process.
        let key: Int
        var left: Double
        var asOf: Int
    }

    private let burst: Double
    private let interval: Double
    private let owed: Double
    private var table: [[Purse]]
    /// When it was asked last.
    private var latest = 0

    /// - Parameters:
    ///   - burst: attempts at once.
    ///   - interval: milliseconds after which one more comes back.
    ///   - owed: how much may be spent beyond what there is; nil: another burst.
    package init(burst: Int, interval: Double, owed: Int? = nil) {
        self.owed = Double(owed ?? burst)
        self.burst = Double(burst)
        self.interval = interval
        table = Array(repeating: [], count: Self.sets)
    }

    /// Whether one more is within the limit of `key`.
    package mutating func allows(_ key: String, now: Int) -> Bool {
        latest = now
        return left(of: key) >= 1
    }

    /// Whether one more is within the limit of `key`; if so it counts.
    ///
    /// - Parameter cost: what it counts as. The last one may cost more than there is: the rest is owed.
    package mutating func spend(_ key: String, cost: Int = 1, now: Int) -> Bool {
        guard allows(key, now: now) else { return false }
        charge(key, cost: cost)
        return true
    }

    /// Counts something that is done already; less than nothing gives it back.
    package mutating func charge(_ key: String, cost: Int) {
        let hash = key.hashValue
        let set = Self.set(of: hash)
        let known = table[set].firstIndex { $0.key == hash }
        // A key that the throttle does not know has all there is.
        guard cost > 0 || known != nil else { return }
        let place = known ?? newPlace(in: set)
        let left = (known == nil ? burst : left(of: table[set][place])) - Double(cost)
        table[set][place] = Purse(key: hash, left: max(-owed, min(burst, left)), asOf: latest)
    }

    /// Milliseconds until something more is within the limit of `key`, as of when the throttle was last asked.
    package func wait(_ key: String) -> Int {
        let left = left(of: key)
        return left >= 1 ? 0 : Int((1 - left) * interval) + 1
    }

    /// Gives one back: the attempt was a good one.
    package mutating func refund(_ key: String) { charge(key, cost: -1) }

    private func left(of key: String) -> Double {
        let hash = key.hashValue
        return table[Self.set(of: hash)].first { $0.key == hash }.map { left(of: $0) } ?? burst
    }

    private func left(of purse: Purse) -> Double {
        min(burst, purse.left + Double(max(0, latest - purse.asOf)) / interval)
    }

    private static func set(of hash: Int) -> Int { Int(UInt(bitPattern: hash) % UInt(sets)) }

    /// A place for another key: that of the purse which is whole again first, where that is whole already or the set is
    /// full; otherwise a new place.
    private mutating func newPlace(in set: Int) -> Int {
        let first = table[set].indices.min { wholeAt(table[set][$0]) < wholeAt(table[set][$1]) }
        if let first, table[set].count == Self.ways || wholeAt(table[set][first]) <= Double(latest) { return first }
        table[set].append(Purse(key: 0, left: burst, asOf: latest))
        return table[set].count - 1
    }

    private func wholeAt(_ purse: Purse) -> Double { Double(purse.asOf) + (burst - purse.left) * interval }
}
