import GameState
import Wire

/// The delay before the next connection attempt. Delays double, and half of each is random, so that
/// many clients do not reconnect at the same moment.
public struct Backoff: Equatable, Sendable {
    /// The first delay, in milliseconds.
    public static let first = 500
    /// The longest delay, in milliseconds.
    public static let longest = 15_000
    /// The duration after which a connection counts as stable and resets the delays, in
    /// milliseconds.
    public static let steady = 5_000

    /// The number of attempts since the last stable connection.
    public private(set) var attempts = 0

    public init() {}

    /// Returns the next delay, in milliseconds.
    public mutating func next(using random: inout some RandomNumberGenerator) -> Int {
        let whole = min(Self.longest, Self.first << min(attempts, 10))
        attempts += 1
        return whole / 2 + Int.random(in: 0...(whole - whole / 2), using: &random)
    }

    /// Records the loss of a connection that lasted `milliseconds`.
    public mutating func lost(after milliseconds: Int) {
        if milliseconds >= Self.steady { attempts = 0 }
    }
}
