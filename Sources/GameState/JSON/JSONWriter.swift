/// Appends JSON text to a byte buffer.
///
/// Hot messages are written with this directly, member by member; Foundation's encoder
/// costs more than a whole delivery. `JSONAgainstFoundationTests` holds it against Foundation's.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    /// Whether the next member or element needs a comma before it.
    private var needsComma = false

    public init(reserving capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    // MARK: structure

    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// A member's name; exactly one value, object or array must follow.
    public mutating func name(_ name: String) {
        comma()
        quoted(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A member's name that is known to need no escape, written by the compiler as one copy.
    public mutating func name(_ name: StaticString) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.description.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: values

    public mutating func string(_ text: String) {
        comma()
        quoted(text)
        needsComma = true
    }

    public mutating func integer(_ number: Int) {
        comma()
        digits(number)
        needsComma = true
    }

    public mutating func bool(_ flag: Bool) {
        comma()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        needsComma = true
    }

    public mutating func null() {
        comma()
        bytes.append(contentsOf: "null".utf8)
        needsComma = true
    }

    /// Text that already is one JSON value.
    public mutating func raw(_ json: some Sequence<UInt8>) {
        comma()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    public mutating func value(_ value: JSON) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .number(let text): raw(text.utf8)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                name(member.name)
                self.value(member.value)
            }
            endObject()
        }
    }

    // MARK: pieces

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func open(_ bracket: UInt8) {
        comma()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func digits(_ number: Int) {
        // Small and positive is what revisions and times are; the rest is rare.
        guard number >= 0 else { return bytes.append(contentsOf: String(number).utf8) }
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    private mutating func quoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let utf8 = text.utf8
        if Self.isPlain(utf8.span) {
            bytes.append(contentsOf: utf8)
        } else {
            for byte in utf8 { escaped(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether nothing needs an escape. A megabyte of state is looked through here while everybody waits: a span is
    /// three times as quick as the string's own iterator.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        for index in 0..<text.count {
            let byte = text[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
        }
        return true
    }

    /// How many bytes `text` takes between its quotes.
    static func size(of text: String) -> Int {
        let span = text.utf8.span
        var size = span.count
        for index in 0..<span.count {
            switch span[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x0A, 0x0D, 0x09: size += 1
            case 0..<0x20: size += 5
            default: break
            }
        }
        return size
    }

    private mutating func escaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20:
            bytes.append(contentsOf: "\\u00".utf8)
            for nibble in [byte >> 4, byte & 15] {
                bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
            }
        default: bytes.append(byte)
        }
    }
}
