import CWebSockets
import Glibc

/// How often something took how long: a few numbers, however often it is added to.
public struct Histogram: Sendable {
    /// Upper bounds in microseconds; beyond the last one is one more.
    public static let bounds = [
        100, 250, 500, 1_000, 2_000, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    ]

    /// How many were within each bound and beyond the one before.
    public private(set) var counts = Array(repeating: 0, count: bounds.count + 1)
    /// Microseconds, in all.
    public private(set) var sum = 0
    /// Microseconds of the longest one.
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

    /// Adds what has gone by since ``now()`` was `began`.
    public mutating func add(since began: Int) { add(microseconds: Self.now() - began) }

    /// Microseconds of a clock that never goes back.
    public static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }
}
