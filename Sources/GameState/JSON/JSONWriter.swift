/// A writer that appends JSON text to a byte buffer.
///
/// Frequent messages are written with this type directly, member by member, because Foundation's
/// encoder takes more time than delivering the message. `JSONAgainstFoundationTests` compares the
/// results of both.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []
    /// Whether a comma must precede the next member or element.
    private var needsComma = false

    /// Creates a writer.
    ///
    /// - Parameter headroom: Bytes to leave free before the text, for a header that is written when
    ///   the length is known.
    public init(reserving capacity: Int = 256, headroom: Int = 0) {
        bytes.reserveCapacity(headroom + capacity)
        for _ in 0..<headroom { bytes.append(0) }
    }

    // MARK: Structure

    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes a member's name. Exactly one value, object or array must follow.
    public mutating func name(_ name: String) {
        comma()
        quoted(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member's name that needs no escaping.
    public mutating func name(_ name: StaticString) {
        let count = name.utf8CodeUnitCount
        let needsComma = needsComma
        bytes.append(addingCapacity: count + 4) { output in
            if needsComma { output.append(UInt8(ascii: ",")) }
            output.append(UInt8(ascii: "\""))
            // The pointer stays valid because literals live as long as the program.
            for index in 0..<count { unsafe output.append(name.utf8Start[index]) }
            output.append(UInt8(ascii: "\""))
            output.append(UInt8(ascii: ":"))
        }
        self.needsComma = false
    }

    // MARK: Values

    public mutating func string(_ text: String) {
        comma()
        quoted(text)
        needsComma = true
    }

    /// Writes a string that needs no escaping.
    public mutating func word(_ word: StaticString) {
        comma()
        let count = word.utf8CodeUnitCount
        bytes.append(addingCapacity: count + 2) { output in
            output.append(UInt8(ascii: "\""))
            for index in 0..<count { unsafe output.append(word.utf8Start[index]) }
            output.append(UInt8(ascii: "\""))
        }
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

    /// Writes bytes that already are one JSON value.
    public mutating func raw(_ json: some Sequence<UInt8>) {
        comma()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    public mutating func raw(_ json: [UInt8]) {
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

    // MARK: UTF-8 text

    /// Writes a member's name that is given as bytes.
    mutating func name(_ name: Span<UInt8>) {
        comma()
        quoted(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func string(_ text: Span<UInt8>) {
        comma()
        quoted(text)
        needsComma = true
    }

    /// Writes bytes that already are one JSON value.
    mutating func raw(_ json: Span<UInt8>) {
        comma()
        append(json)
        needsComma = true
    }

    // MARK: Internals

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
        // Fast path for numbers from 0, because revisions and times are never negative.
        guard number >= 0 else { return bytes.append(contentsOf: String(number).utf8) }
        var width = 1
        var limit = 10
        while width < Self.mostDigits, number >= limit {
            width += 1
            if width < Self.mostDigits { limit *= 10 }
        }
        bytes.append(addingCapacity: width) { output in
            for _ in 0..<width { output.append(UInt8(ascii: "0")) }
            var text = output.mutableSpan
            var rest = UInt(number)
            for place in stride(from: width - 1, through: 0, by: -1) {
                text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
    }

    /// The number of digits of the largest `Int`.
    private static let mostDigits = 19

    private mutating func quoted(_ text: String) { quoted(text.utf8.span) }

    private mutating func quoted(_ text: Span<UInt8>) {
        if text.count <= Self.shortText {
            if appendPlain(text) { return }
        } else if Self.isPlain(text) {
            bytes.append(UInt8(ascii: "\""))
            append(text)
            return bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "\""))
        for index in 0..<text.count { escaped(text[index]) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends bytes without escaping.
    private mutating func append(_ text: Span<UInt8>) {
        // A single append is faster, and the text may have a megabyte.
        unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    /// The length up to which texts are scanned for escapes while they are copied, in bytes.
    private static let shortText = 64

    /// Writes the text in quotes. If a character needs escaping, writes nothing and returns
    /// `false`.
    private mutating func appendPlain(_ text: Span<UInt8>) -> Bool {
        let start = bytes.count
        var isPlain = true
        bytes.append(addingCapacity: text.count + 2) { output in
            output.append(UInt8(ascii: "\""))
            for index in 0..<text.count {
                let byte = text[index]
                guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
                    isPlain = false
                    break
                }
                output.append(byte)
            }
            output.append(UInt8(ascii: "\""))
        }
        if !isPlain { bytes.removeLast(bytes.count - start) }
        return isPlain
    }

    /// Returns whether no character needs escaping. This scan of up to a megabyte of state blocks
    /// the event loop. A span is three times as fast as the iterator of `String`.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        for index in 0..<text.count {
            let byte = text[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
        }
        return true
    }

    /// Returns the number of bytes that `text` takes between its quotes.
    static func size(of text: String) -> Int {
        let span = text.utf8.span
        var size = span.count
        for index in 0..<span.count {
            let byte = span[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            size += byte >= 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 ? 1 : 5
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
