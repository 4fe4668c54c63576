/// A text message encoded once, shared by every socket it is sent to.
///
/// It holds the bytes that go on the wire from a server: frame header, then payload (RFC 6455, section 5.2; a server
/// does not mask). Immutable, so it may be made on any thread, and a thousand sockets may hold the same one.
public final class Frame: Sendable {
    /// Header and payload, from `start` on.
    let wire: [UInt8]
    /// Where the header starts in `wire`.
    let start: Int
    /// Where the payload starts in `wire`: 2, 4 or 10 behind the header.
    let payloadStart: Int

    /// Bytes that a text which is handed to ``init(headed:)`` has before it.
    public static let headroom = 4

    /// - Parameter utf8: the message. It must be valid UTF-8: a peer closes with 1007 otherwise.
    public init(_ utf8: [UInt8]) {
        (wire, payloadStart) = Frame.encode(utf8)
        start = 0
    }

    /// - Parameter bytes: ``headroom`` bytes that may be anything, and the message behind them. Nothing is copied, but
    ///   for messages beyond 64 kB.
    public init(headed bytes: consuming [UInt8]) {
        let count = bytes.count - Frame.headroom
        guard count <= 0xffff else {
            (wire, payloadStart) = Frame.encode(Array(bytes[Frame.headroom...]))
            start = 0
            return
        }
        payloadStart = Frame.headroom
        start = count < 126 ? 2 : 0
        bytes[start] = Frame.finalText
        if count < 126 {
            bytes[3] = UInt8(count)
        } else {
            bytes[1] = 126
            bytes[2] = UInt8(count >> 8)
            bytes[3] = UInt8(count & 0xff)
        }
        wire = bytes
    }

    public convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// Bytes of payload.
    public var count: Int { wire.count - payloadStart }
    /// Bytes on the wire.
    var size: Int { wire.count - start }

    private static let finalText: UInt8 = 0x81

    private static func encode(_ payload: [UInt8]) -> ([UInt8], Int) {
        let count = payload.count
        let start = count < 126 ? 2 : count <= 0xffff ? 4 : 10
        var wire: [UInt8] = []
        wire.reserveCapacity(start + count)
        wire.append(finalText)
        switch start {
        case 2: wire.append(UInt8(count))
        case 4: wire.append(126)
        default: wire.append(127)
        }
        for place in stride(from: start - 3, through: 0, by: -1) where start > 2 {
            wire.append(UInt8(truncatingIfNeeded: count >> (8 * place)))
        }
        wire.append(contentsOf: payload)
        return (wire, start)
    }
}
