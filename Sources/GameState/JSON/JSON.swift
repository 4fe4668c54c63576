/// A JSON value that preserves its source: numbers keep their text, and members keep their order.
///
/// The server passes on values that it does not interpret, such as those of Wave gadgets. Reading
/// and writing must not lose any information.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    /// A number as its source text, so that `1`, `1.0` and `1e0` remain different.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A name and value in an object.
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
    /// The value of the member `name`. If there are several, the last one, as in JavaScript. `nil`
    /// if the value is not an object.
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

    /// The value as a whole number. `nil` for fractions, exponents and numbers that do not fit into
    /// `Int`.
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
