import GameState
import Wire

/// How long to wait before the next try: doubling pauses, half of each random so that a thousand clients do not come
/// back in one instant.
public struct Backoff: Equatable, Sendable {
    /// The first pause, in milliseconds.
    public static let first = 500
    /// The longest one, in milliseconds.
    public static let longest = 15_000
    /// A connection that lasted this long, in milliseconds, starts the pauses anew.
    public static let steady = 5_000

    /// Tries since the last steady connection.
    public private(set) var attempts = 0

    public init() {}

    /// The next pause, in milliseconds.
    public mutating func next(using random: inout some RandomNumberGenerator) -> Int {
        let whole = min(Self.longest, Self.first << min(attempts, 10))
        attempts += 1
        return whole / 2 + Int.random(in: 0...(whole - whole / 2), using: &random)
    }

    /// The connection had lasted `milliseconds` when it was lost.
    public mutating func lost(after milliseconds: Int) {
        if milliseconds >= Self.steady { attempts = 0 }
    }
}
