/// A text message encoded once, shared by every socket it is sent to.
///
/// It holds the bytes that go on the wire from a server: frame header, then payload (RFC 6455, section 5.2; a server
/// does not mask). Immutable, so it may be made on any thread, and a thousand sockets may hold the same one.
public final class Frame: Sendable {
    /// Header and payload.
    let wire: [UInt8]
    /// Where the payload starts in `wire`: 2, 4 or 10.
    let payloadStart: Int

    /// - Parameter utf8: the message. It must be valid UTF-8: a peer closes with 1007 otherwise.
    public init(_ utf8: [UInt8]) {
        (wire, payloadStart) = Frame.encode(utf8, count: utf8.count)
    }

    public convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// Bytes of payload.
    public var count: Int { wire.count - payloadStart }

    private static let finalText: UInt8 = 0x81

    private static func encode(_ payload: [UInt8], count: Int) -> ([UInt8], Int) {
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
