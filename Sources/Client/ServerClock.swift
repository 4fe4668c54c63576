import GameState
import Wire

/// What time it is at the server, by the answers to pings.
///
/// A ping that left at `at` and was answered with server time `time` came back at `now`: at the middle of the way the
/// server had `time`, give or take half of the round trip. The quickest of the last ones tells best; older ones are
/// forgotten, because clocks drift and are set.
public struct ServerClock: Equatable, Sendable {
    /// Pings that are remembered.
    public static let window = 8

    /// The times that a clock can have, in milliseconds: until the year 5138.
    public static let possible = 0...100_000_000_000_000

    private struct Sample: Equatable {
        let trip: Int
        let offset: Int
    }

    private var samples: [Sample] = []

    public init() {}

    /// Server time minus the own clock, in milliseconds; nil before the first answer.
    public var offset: Int? { samples.min { $0.trip < $1.trip }?.offset }

    /// The last round trip, in milliseconds.
    public var latency: Int? { samples.last?.trip }

    /// A ping was answered. All times in milliseconds: `sent` and `now` of the own clock, `time` of the server's.
    ///
    /// What no clock says is passed over: it comes from the network, and is calculated with.
    public mutating func measured(sent: Int, time: Int, now: Int) {
        guard [sent, time, now].allSatisfy(Self.possible.contains) else { return }
        let trip = max(0, now - sent)
        samples.append(Sample(trip: trip, offset: time + trip / 2 - now))
        if samples.count > Self.window { samples.removeFirst() }
    }

    /// The server's time at `now` of the own clock; nil before the first answer.
    public func time(at now: Int) -> Int? { offset.map { now + $0 } }
}
