import CWebSockets

/// A measurement of the round-trip time to the peer with WebSocket pings. Every client's WebSocket
/// library answers them by itself and at once, so they measure the network, not the program or its
/// user.
struct RoundTrip {
    /// The time after which a ping without a pong is given up, in milliseconds. libwebsockets drops
    /// a ping that arrives together with another.
    static let patience = 10_000
    /// The minimum interval between two pings of one socket, in milliseconds.
    static let pause = 500
    /// The longest plausible round trip, in milliseconds.
    static let most = 60_000

    /// The time of the newest ping on a monotonic clock, in milliseconds; 0 before the first.
    private var sentAt: Int = 0
    private var isOutstanding = false
    /// The newest result in milliseconds; nil before the first.
    private(set) var measured: UInt16?

    /// Returns whether to send a ping now. If so, it counts as sent.
    mutating func mayBegin(at now: Int) -> Bool {
        guard now - sentAt >= (isOutstanding ? Self.patience : Self.pause) else { return false }
        sentAt = now
        isOutstanding = true
        return true
    }

    /// The payload of the ping, which identifies its pong.
    var payload: [UInt8] { Self.mark + Array("\(sentAt)".utf8) }

    /// Handles a pong. The pong of another ping changes nothing.
    mutating func heard(_ pong: some Collection<UInt8>, at now: Int) {
        guard isOutstanding, pong.count < 32, pong.elementsEqual(payload) else { return }
        isOutstanding = false
        measured = UInt16(clamping: min(Self.most, max(0, now - sentAt)))
    }

    private static let mark = Array("trip ".utf8)

    /// Returns the milliseconds of a monotonic clock.
    static func now() -> Int {
        let time = ContinuousClock.now - start
        return Int(time.components.seconds) * 1_000 + Int(time.components.attoseconds / 1_000_000_000_000_000) + pause
    }

    private static let start = ContinuousClock.now
}
