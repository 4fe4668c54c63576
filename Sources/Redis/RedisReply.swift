/// A reply of Redis.
public enum RedisReply: Equatable, Sendable {
    case null
    case integer(Int)
    /// A text or a status.
    case text([UInt8])
    case array([RedisReply])
    /// An error. It begins with a code in capital letters.
    case error(String)

    public var integer: Int? { if case .integer(let number) = self { number } else { nil } }
    public var bytes: [UInt8]? { if case .text(let bytes) = self { bytes } else { nil } }
    public var array: [RedisReply]? { if case .array(let replies) = self { replies } else { nil } }
    public var string: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
    public var error: String? { if case .error(let text) = self { text } else { nil } }
    public var isNull: Bool { self == .null }
    /// The bytes of all texts in the reply.
    public var size: Int {
        switch self {
        case .null, .integer: 0
        case .text(let bytes): bytes.count
        case .array(let replies): replies.reduce(0) { $0 + $1.size }
        case .error(let text): text.utf8.count
        }
    }
}
