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

    /// Bytes that a text which is handed to ``init(headed:)`` has before it: as many as the longest header.
    public static let headroom = 10

    /// - Parameter utf8: the message. It must be valid UTF-8: a peer closes with 1007 otherwise.
    public init(_ utf8: [UInt8]) {
        (wire, payloadStart) = Frame.encode(utf8)
        start = 0
    }

    /// - Parameter bytes: ``headroom`` bytes that may be anything, and the message behind them. Nothing is copied.
    public init(headed bytes: consuming [UInt8]) {
        let count = bytes.count - Frame.headroom
        payloadStart = Frame.headroom
        start = Frame.headroom - Frame.headerLength(count)
        Frame.write(headerFor: count, into: &bytes, at: start)
        wire = bytes
    }

    public convenience init(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// Bytes of payload.
    public var count: Int { wire.count - payloadStart }
    /// The message without its header.
    public var payload: ArraySlice<UInt8> { wire[payloadStart...] }
    /// Bytes on the wire.
    var size: Int { wire.count - start }

    private static let finalText: UInt8 = 0x81

    private static func encode(_ payload: [UInt8]) -> ([UInt8], Int) {
        let header = headerLength(payload.count)
        var wire: [UInt8] = []
        wire.reserveCapacity(header + payload.count)
        for _ in 0..<header { wire.append(0) }
        write(headerFor: payload.count, into: &wire, at: 0)
        wire.append(contentsOf: payload)
        return (wire, header)
    }

    /// Of a payload of `count` bytes.
    private static func headerLength(_ count: Int) -> Int { count < 126 ? 2 : count <= 0xffff ? 4 : 10 }

    private static func write(headerFor count: Int, into bytes: inout [UInt8], at start: Int) {
        bytes[start] = finalText
        let length = headerLength(count)
        guard length > 2 else {
            bytes[start + 1] = UInt8(count)
            return
        }
        bytes[start + 1] = length == 4 ? 126 : 127
        for place in 0..<(length - 2) {
            bytes[start + length - 1 - place] = UInt8(truncatingIfNeeded: count >> (8 * place))
        }
    }
}
