/// A reader that returns the main line of the first game in an SGF file (FF[4], red-bean.com/sgf)
/// as nodes of properties.
///
/// The main line follows the first variation at every fork. It therefore ends at the first `)`,
/// because only other variations and games follow. The reader does not recurse, so deep nesting is
/// harmless.
struct SGFReader {
    private let bytes: [UInt8]
    private var next = 0

    /// Creates a reader. If the bytes are not valid UTF-8, they are read as Latin-1, which is SGF's
    /// default.
    init(_ bytes: [UInt8]) {
        if String(validating: bytes, as: UTF8.self) != nil {
            self.bytes = bytes
        } else {
            self.bytes = bytes.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
        }
    }

    /// Returns the nodes of the main line, with their properties in the order of the file.
    mutating func nodes() throws(RecordError) -> [[GameRecord.Property]] {
        try skipToTree()
        var nodes: [[GameRecord.Property]] = []
        while true {
            skipSpace()
            guard next < bytes.count else { throw .unfinished }
            switch bytes[next] {
            case UInt8(ascii: ";"):
                next += 1
                nodes.append([])
            case UInt8(ascii: "("): next += 1
            case UInt8(ascii: ")"): return nodes
            default:
                guard !nodes.isEmpty else { throw .syntax(offset: next) }
                nodes[nodes.count - 1].append(try property())
            }
        }
    }

    /// Skips text before the first `(;`, as the format requires.
    private mutating func skipToTree() throws(RecordError) {
        while let open = bytes[next...].firstIndex(of: UInt8(ascii: "(")) {
            next = open + 1
            skipSpace()
            if next < bytes.count, bytes[next] == UInt8(ascii: ";") { return }
        }
        throw .notThisFormat
    }

    private mutating func skipSpace() {
        while next < bytes.count, bytes[next] <= UInt8(ascii: " ") { next += 1 }
    }

    private mutating func property() throws(RecordError) -> GameRecord.Property {
        let start = next
        var name: [UInt8] = []
        while next < bytes.count, Self.isLetter(bytes[next]) {
            // In FF[3] and older, names may contain lowercase letters, which are ignored.
            if bytes[next] <= UInt8(ascii: "Z") { name.append(bytes[next]) }
            next += 1
        }
        var values: [String] = []
        skipSpace()
        while next < bytes.count, bytes[next] == UInt8(ascii: "[") {
            values.append(try value())
            skipSpace()
        }
        guard next < bytes.count else { throw .unfinished }
        guard !values.isEmpty, let property = GameRecord.Property(String(decoding: name, as: UTF8.self), values) else {
            throw .syntax(offset: start)
        }
        return property
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    /// Reads a value from `[` past `]`, removes its escapes and converts every line end to `\n`.
    private mutating func value() throws(RecordError) -> String {
        var text: [UInt8] = []
        next += 1
        while next < bytes.count {
            let byte = bytes[next]
            switch byte {
            case UInt8(ascii: "]"):
                next += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                next += 1
                guard next < bytes.count else { throw .unfinished }
                // An escaped line end is not part of the value.
                if !skipLineEnd() {
                    text.append(bytes[next])
                    next += 1
                }
            default:
                if skipLineEnd() {
                    text.append(UInt8(ascii: "\n"))
                } else {
                    text.append(byte)
                    next += 1
                }
            }
        }
        throw .unfinished
    }

    /// Skips a line end (LF, CR, CR LF or LF CR), and returns whether there was one.
    private mutating func skipLineEnd() -> Bool {
        let lineFeed = UInt8(ascii: "\n")
        let carriageReturn = UInt8(ascii: "\r")
        let byte = bytes[next]
        guard byte == lineFeed || byte == carriageReturn else { return false }
        next += 1
        if next < bytes.count, bytes[next] == (byte == lineFeed ? carriageReturn : lineFeed) { next += 1 }
        return true
    }
}
