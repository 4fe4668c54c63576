/// A JSON value, kept as it was sent: a number stays the text it was written as, members stay in order.
///
/// The server passes values through that it does not understand (Wave gadgets store what they like),
/// so nothing may be lost between reading and writing.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    /// The number's own text, a valid JSON number: `1`, `1.0` and `1e0` stay apart.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    /// One name and value of an object.
    public struct Member: Sendable, Equatable {
        public let name: String
        public let value: JSON

        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    public init(_ number: some FixedWidthInteger) { self = .number(String(number)) }
}

extension JSON: Equatable {}

extension JSON {
    /// The member called `name`; of several the last, as JavaScript reads them. Nil for anything but an object.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    public var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The number as a whole number; nil for fractions, exponents and whatever does not fit.
    public var integer: Int? {
        if case .number(let text) = self { Int(text) } else { nil }
    }

    public var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    public var members: [Member]? {
        if case .object(let members) = self { members } else { nil }
    }

    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension JSON: CustomStringConvertible {
    /// The value as JSON text.
    public var description: String {
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
