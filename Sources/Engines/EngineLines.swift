import GameState

/// The meaning of a line that an engine has written. Lines without a meaning are noise.
package enum EngineLine: Equatable, Sendable {
    case ok
    /// An error line, to be shown to the user.
    case error(String)
    case move(column: Int, row: Int)
    case suggestion(String)
    case noise(String)

    /// The greatest number of digits in a coordinate.
    private static let digitsLimit = 3

    /// Parses a line. A move is a whole line of two numbers with a comma, because coordinates also
    /// occur in messages.
    package init(_ bytes: [UInt8]) {
        if let move = Self.move(bytes) {
            self = move
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let words = text.split(whereSeparator: \.isWhitespace)
        switch words.first {
        case "OK" where words.count == 1: self = .ok
        case "ERROR": self = .error(text)
        case "SUGGEST" where words.count == 2: self = .suggestion(String(words[1]))
        default: self = .noise(text)
        }
    }

    private static func move(_ bytes: [UInt8]) -> EngineLine? {
        var rest = bytes[...]
        func number() -> Int? {
            while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
            guard !digits.isEmpty, digits.count <= digitsLimit else { return nil }
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        guard let column = number(), rest.popFirst() == UInt8(ascii: ","), let row = number(), rest.isEmpty else {
            return nil
        }
        return .move(column: column, row: row)
    }
}

extension EngineLine: CustomStringConvertible {
    /// The line as the engine wrote it, without blanks around a move.
    package var description: String {
        switch self {
        case .ok: "OK"
        case .error(let line), .noise(let line): line
        case .move(let column, let row): "\(column),\(row)"
        case .suggestion(let point): "SUGGEST \(point)"
        }
    }
}

/// A splitter of an engine's output into lines.
///
/// LF, CR LF or CR ends a line. The bytes need not be UTF-8. Lines that are too long are dropped.
package struct BotLineCutter {
    /// The greatest length of a line in bytes. Longer lines are ignored.
    static let lineLimit = 4_096

    private var line: [UInt8] = []
    private var isOverlong = false

    /// Creates a splitter that has read nothing.
    package init() {}

    /// Returns the lines that end in `bytes`. An unfinished line is kept for the next call.
    package mutating func cut(_ bytes: ArraySlice<UInt8>) -> [EngineLine] {
        var lines: [EngineLine] = []
        for byte in bytes {
            if byte == 10 || byte == 13 {
                if !isOverlong, !line.isEmpty { lines.append(EngineLine(line)) }
                line.removeAll(keepingCapacity: true)
                isOverlong = false
            } else if line.count < Self.lineLimit {
                line.append(byte)
            } else {
                isOverlong = true
            }
        }
        return lines
    }
}
