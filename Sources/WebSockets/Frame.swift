/// A text message that is encoded once and shared by all sockets it is sent to.
///
/// It contains the bytes that a server sends: frame header and payload (RFC 6455, section 5.2; a
/// server does not mask). It is immutable, so any thread can create it, and a thousand sockets can
/// share it.
public final class Frame: Sendable {
    /// Header and payload, from `start` on.
    let wire: [UInt8]
    /// The index of the header in `wire`.
    let start: Int
    /// The index of the payload in `wire`, 2, 4 or 10 bytes after `start`.
    let payloadStart: Int

    /// The number of bytes before the message in ``init(headed:)``: the length of the longest
    /// header.
    public static let headroom = 10

    /// Encodes a message.
    ///
    /// - Parameter utf8: The message. It must be valid UTF-8; otherwise the peer closes the
    ///   connection with 1007.
    public init(_ utf8: [UInt8]) {
        (wire, payloadStart) = Frame.encode(utf8)
        start = 0
    }

    /// Encodes a message in place, without copying it.
    ///
    /// - Parameter bytes: ``headroom`` bytes with any content, followed by the message.
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

    /// The length of the payload, in bytes.
    public var count: Int { wire.count - payloadStart }
    /// The message without its header.
    public var payload: ArraySlice<UInt8> { wire[payloadStart...] }
    /// The length on the wire, in bytes.
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

    /// Returns the length of the header of a payload of `count` bytes.
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
