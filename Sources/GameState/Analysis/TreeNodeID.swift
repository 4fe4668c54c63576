/// The id of a node of a game tree, derived from the id of its parent and from its move.
///
/// Two participants who try the same move on the same position of a variation therefore create the
/// same node, without asking the server first.
public struct TreeNodeID: Hashable, Sendable, CustomStringConvertible {
    /// The upper 60 bits of the hash.
    private let bits: UInt64

    /// The root of a chapter: the position before its first move.
    public init(chapter: Int) { self.init(hashing: "chapter \(chapter)") }

    /// The node after the move `point` in the position of `parent`.
    public init(parent: TreeNodeID, point: Point) { self.init(hashing: "\(parent.text) \(point.cell)") }

    /// FNV-1a with 64 bits (<https://datatracker.ietf.org/doc/draft-eastlake-fnv/>), which clients
    /// compute in a few lines.
    private init(hashing text: String) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        bits = hash >> 4
    }

    /// Parses the form of ``text``.
    public init?(_ text: some StringProtocol) { self.init(Substring(text).utf8.span) }

    init?(_ text: Span<UInt8>) {
        guard text.count == Self.length else { return nil }
        var bits: UInt64 = 0
        for index in 0..<Self.length {
            guard let digit = Self.digit(text[index]) else { return nil }
            bits = bits << 6 | digit
        }
        self.bits = bits
    }

    /// The number of characters of ``text``.
    static let length = 10

    /// The id as ten characters of the base64url alphabet (RFC 4648, section 5), the most
    /// significant bits first.
    public var text: String {
        let letters = (0..<Self.length).map { index in
            Self.letters[Int(bits >> UInt64(6 * (Self.length - 1 - index)) & 63)]
        }
        return String(decoding: letters, as: UTF8.self)
    }

    public var description: String { text }

    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt64(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
