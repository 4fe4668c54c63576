/// The reason why a text cannot be parsed.
public enum JSONFailure: Error, Equatable, Sendable {
    case unexpectedEnd
    case unexpected(at: Int)
    case tooDeep(limit: Int)
    /// A `\u` escape that is one half of a surrogate pair, which no Unicode text contains.
    case loneSurrogate(at: Int)
}

extension JSONFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unexpectedEnd: "The JSON text ends too early."
        case .unexpected(let at): "The JSON text has a syntax error at byte \(at)."
        case .tooDeep(let limit): "The JSON text is nested more than \(limit) levels deep."
        case .loneSurrogate(let at): "The JSON text has half a surrogate pair at byte \(at)."
        }
    }
}

/// A strict parser for one JSON text (RFC 8259). Its input must be valid UTF-8.
public struct JSONParser: ~Copyable {
    /// The maximum nesting depth of arrays and objects.
    public static let depthLimit = 32
    /// The number of members for which an object reserves capacity at first.
    private static let usualMembers = 4

    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Parses a JSON value from bytes.
    public static func parse(_ bytes: [UInt8]) throws(JSONFailure) -> JSON {
        var parser = JSONParser(bytes)
        let value = try parser.value()
        parser.skipBlanks()
        guard parser.index == bytes.count else { throw .unexpected(at: parser.index) }
        return value
    }

    /// Parses a JSON value from a string.
    public static func parse(_ text: String) throws(JSONFailure) -> JSON {
        try parse(Array(text.utf8))
    }

    // MARK: Grammar

    private mutating func value() throws(JSONFailure) -> JSON {
        skipBlanks()
        switch try peek() {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws(JSONFailure) -> JSON {
        try descend()
        var members: [JSON.Member] = []
        members.reserveCapacity(Self.usualMembers)
        skipBlanks()
        if try peek() == UInt8(ascii: "}") {
            ascend()
            return .object(members)
        }
        while true {
            skipBlanks()
            guard try peek() == UInt8(ascii: "\"") else { throw .unexpected(at: index) }
            let name = try string()
            skipBlanks()
            guard try take() == UInt8(ascii: ":") else { throw .unexpected(at: index - 1) }
            members.append(JSON.Member(name, try value()))
            skipBlanks()
            switch try peek() {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "}"):
                ascend()
                return .object(members)
            default: throw .unexpected(at: index)
            }
        }
    }

    private mutating func array() throws(JSONFailure) -> JSON {
        try descend()
        var elements: [JSON] = []
        skipBlanks()
        if try peek() == UInt8(ascii: "]") {
            ascend()
            return .array(elements)
        }
        while true {
            elements.append(try value())
            skipBlanks()
            switch try peek() {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "]"):
                ascend()
                return .array(elements)
            default: throw .unexpected(at: index)
            }
        }
    }

    private mutating func word(_ word: String, _ value: JSON) throws(JSONFailure) -> JSON {
        for byte in word.utf8 {
            guard try take() == byte else { throw .unexpected(at: index - 1) }
        }
        return value
    }

    private mutating func number() throws(JSONFailure) -> JSON {
        let start = index
        if current == UInt8(ascii: "-") { index += 1 }
        if current == UInt8(ascii: "0") { index += 1 } else { try digits() }
        if current == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            index += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        return .number(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    /// Skips one or more digits.
    private mutating func digits() throws(JSONFailure) {
        let start = index
        while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
        if index == start { throw index < bytes.count ? .unexpected(at: index) : .unexpectedEnd }
    }

    private mutating func string() throws(JSONFailure) -> String {
        index += 1
        let start = index
        while true {
            let byte = try peek()
            if byte == UInt8(ascii: "\"") {
                let text = String(decoding: bytes[start..<index], as: UTF8.self)
                index += 1
                return text
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            guard byte >= 0x20 else { throw .unexpected(at: index) }
            index += 1
        }
    }

    /// Parses the rest of a string that has an escape at `index`. `start` is the offset of its
    /// first byte.
    private mutating func escapedString(from start: Int) throws(JSONFailure) -> String {
        var text = Array(bytes[start..<index])
        while true {
            let byte = try take()
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw .unexpected(at: index - 1)
            default: text.append(byte)
            }
        }
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONFailure) {
        switch try take() {
        case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = UInt32(try hexadecimal())
            if 0xD800..<0xDC00 ~= code {
                guard current == UInt8(ascii: "\\") else { throw .loneSurrogate(at: index) }
                index += 1
                guard try take() == UInt8(ascii: "u") else { throw .loneSurrogate(at: index) }
                let low = UInt32(try hexadecimal())
                guard 0xDC00..<0xE000 ~= low else { throw .loneSurrogate(at: index) }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw .loneSurrogate(at: index) }
            text.append(contentsOf: String(Character(scalar)).utf8)
        default: throw .unexpected(at: index - 1)
        }
    }

    private mutating func hexadecimal() throws(JSONFailure) -> UInt16 {
        var code: UInt16 = 0
        for _ in 0..<4 {
            let byte = try take()
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw .unexpected(at: index - 1)
            }
            code = code << 4 | UInt16(digit)
        }
        return code
    }

    // MARK: Bytes

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func peek() throws(JSONFailure) -> UInt8 {
        guard index < bytes.count else { throw .unexpectedEnd }
        return bytes[index]
    }

    private mutating func take() throws(JSONFailure) -> UInt8 {
        let byte = try peek()
        index += 1
        return byte
    }

    private mutating func skipBlanks() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    /// Moves past an opening bracket.
    private mutating func descend() throws(JSONFailure) {
        depth += 1
        guard depth <= Self.depthLimit else { throw .tooDeep(limit: Self.depthLimit) }
        index += 1
    }

    /// Moves past a closing bracket.
    private mutating func ascend() {
        depth -= 1
        index += 1
    }
}
