/// A reader of the parts of an SGF file (FF[4], red-bean.com/sgf) in their order: variations, nodes
/// and properties. The reader does not recurse, so deep nesting is harmless.
struct SGFReader {
    /// A part of a game tree.
    enum Part {
        /// `(`, which begins a variation.
        case open
        /// `)`, which ends a variation. After the last one, a further game may follow.
        case close
        /// `;`
        case node
        case property(GameRecord.Property)
    }

    private let bytes: [UInt8]
    /// The encoding of the file's texts.
    let encoding: TextEncoding
    private var next = 0
    /// The byte at which the newest part begins.
    private(set) var offset = 0

    /// Creates a reader. If the bytes are not valid UTF-8, texts are read as Windows-1252, which
    /// has the characters of SGF's default, Latin-1.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        encoding = TextEncoding(of: bytes)
    }

    /// Returns the nodes of the first game's main line, with their properties in the order of the
    /// file.
    ///
    /// The main line follows the first variation at every fork. It therefore ends at the first `)`,
    /// because only other variations and games follow.
    mutating func nodes() throws(RecordError) -> [[GameRecord.Property]] {
        guard skipToTree() else { throw .notThisFormat }
        var nodes: [[GameRecord.Property]] = []
        while true {
            switch try part() {
            case .node: nodes.append([])
            case .open: break
            case .close: return nodes
            case .property(let property):
                guard !nodes.isEmpty else { throw .syntax(offset: offset) }
                nodes[nodes.count - 1].append(property)
            }
        }
    }

    /// Skips text before the next `(;`, as the format requires. Returns whether there is a tree.
    mutating func skipToTree() -> Bool {
        while let open = bytes[next...].firstIndex(of: UInt8(ascii: "(")) {
            offset = open
            next = open + 1
            skipSpace()
            if next < bytes.count, bytes[next] == UInt8(ascii: ";") { return true }
        }
        return false
    }

    /// Returns the next part of a tree.
    mutating func part() throws(RecordError) -> Part {
        skipSpace()
        guard next < bytes.count else { throw .unfinished }
        offset = next
        switch bytes[next] {
        case UInt8(ascii: ";"):
            next += 1
            return .node
        case UInt8(ascii: "("):
            next += 1
            return .open
        case UInt8(ascii: ")"):
            next += 1
            return .close
        default: return .property(try property())
        }
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
                return encoding.text(text)
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
