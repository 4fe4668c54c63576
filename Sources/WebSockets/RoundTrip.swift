import CWebSockets

/// How long a message takes to the peer and back, measured with WebSocket pings, which every client's library answers
/// by itself and at once: what is measured is the line, not the program or the person behind it.
struct RoundTrip {
    /// A ping that has no pong after this long, in milliseconds, is given up: the library drops one that comes together
    /// with another.
    static let patience = 10_000
    /// Milliseconds between two pings of one socket, at least.
    static let pause = 500
    /// Longer than a measurement is believed, in milliseconds.
    static let most = 60_000

    /// Moment of the newest ping on the machine's monotonic clock, in milliseconds; 0 before the first.
    private var sentAt: Int = 0
    private var isOutstanding = false
    /// The newest result in milliseconds; nil before the first.
    private(set) var measured: UInt16?

    /// Whether a ping should be sent now; it counts as sent.
    mutating func mayBegin(at now: Int) -> Bool {
        guard now - sentAt >= (isOutstanding ? Self.patience : Self.pause) else { return false }
        sentAt = now
        isOutstanding = true
        return true
    }

    /// The ping's payload, by which its pong is known.
    var payload: [UInt8] { Self.mark + Array("\(sentAt)".utf8) }

    /// A pong has come; one of another ping changes nothing.
    mutating func heard(_ pong: some Collection<UInt8>, at now: Int) {
        guard isOutstanding, pong.count < 32, pong.elementsEqual(payload) else { return }
        isOutstanding = false
        measured = UInt16(clamping: min(Self.most, max(0, now - sentAt)))
    }

    private static let mark = Array("trip ".utf8)

    /// Milliseconds of a clock that never goes back.
    static func now() -> Int {
        let time = ContinuousClock.now - start
        return Int(time.components.seconds) * 1_000 + Int(time.components.attoseconds / 1_000_000_000_000_000) + pause
    }

    private static let start = ContinuousClock.now
}
