import CWebSockets
import Glibc

/// A histogram of durations. Its size does not depend on the number of values.
public struct Histogram: Sendable {
    /// The upper bounds of the buckets, in microseconds. One more bucket has the values above the
    /// last bound.
    public static let bounds = [
        100, 250, 500, 1_000, 2_000, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    ]

    /// The number of values per bucket.
    public private(set) var counts = Array(repeating: 0, count: bounds.count + 1)
    /// The sum of all values, in microseconds.
    public private(set) var sum = 0
    /// The longest value, in microseconds.
    public private(set) var longest = 0

    public init() {}

    public var count: Int { counts.reduce(0, +) }

    public mutating func add(microseconds: Int) {
        var place = 0
        while place < Self.bounds.count, microseconds > Self.bounds[place] { place += 1 }
        counts[place] += 1
        sum += microseconds
        if microseconds > longest { longest = microseconds }
    }

    /// Adds the time since `began`, a value of ``now()``.
    public mutating func add(since began: Int) { add(microseconds: Self.now() - began) }

    /// Returns the microseconds of a monotonic clock.
    public static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }
}
