import GameState
import Wire

/// An estimate of the server's time from the answers to pings.
///
/// A ping leaves at `sent`, the server answers with `time`, and the answer arrives at `now`. The
/// estimate assumes that the server answered halfway. Its error is at most half of the round trip.
/// The fastest of the last pings is the most accurate; of equally fast ones it is the newest,
/// because clocks drift and are adjusted. For the same reason old pings are dropped.
public struct ServerClock: Equatable, Sendable {
    /// The number of pings to keep.
    public static let window = 8

    /// The valid times in milliseconds, up to the year 5138.
    public static let possible = 0...100_000_000_000_000

    private struct Sample: Equatable {
        let trip: Int
        let offset: Int
    }

    private var samples: [Sample] = []

    public init() {}

    /// The server time minus the local time, in milliseconds, or `nil` before the first answer.
    public var offset: Int? { samples.reversed().min { $0.trip < $1.trip }?.offset }

    /// The last round trip, in milliseconds.
    public var latency: Int? { samples.last?.trip }

    /// Adds the answer to a ping. `sent` and `now` are local times and `time` is the server's, in
    /// milliseconds.
    ///
    /// Invalid times are ignored, because they come from the network and calculations with them
    /// could overflow.
    public mutating func measured(sent: Int, time: Int, now: Int) {
        guard [sent, time, now].allSatisfy(Self.possible.contains) else { return }
        let trip = max(0, now - sent)
        samples.append(Sample(trip: trip, offset: time + trip / 2 - now))
        if samples.count > Self.window { samples.removeFirst() }
    }

    /// Returns the server time at the local time `now`, or `nil` before the first answer.
    public func time(at now: Int) -> Int? { offset.map { now + $0 } }
}
