/// A decoder of a terminal's bytes into keys. Sequences may arrive in any number of pieces. Pure.
///
/// Sources: ECMA-48 (control sequences); xterm's "Control Sequences" (arrow keys, SGR mouse reports
/// 1006, bracketed paste 2004).
struct KeyDecoder {
    /// The greatest length of a paste, in bytes. The rest is dropped.
    static let pasteLimit = 4_096
    /// The greatest length of a control sequence, in bytes. A longer one is skipped.
    private static let sequenceLimit = 64

    private var waiting: [UInt8] = []
    /// The bytes pasted so far, or nil outside a paste.
    private var pasted: [UInt8]?
    /// Whether the next bytes belong to a control sequence that is too long.
    private var isPassingOver = false

    /// Whether an unfinished sequence waits for more bytes. A lone ESC looks like one.
    var isWaiting: Bool { isPassingOver || !waiting.isEmpty && pasted == nil }

    /// Processes bytes and returns the completed keys.
    mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
        waiting += bytes
        var keys: [Key] = []
        while !waiting.isEmpty {
            if pasted != nil {
                guard let key = takePaste() else { break }
                keys.append(key)
                continue
            }
            if isPassingOver {
                passOver()
                continue
            }
            switch Self.first(of: waiting) {
            case .incomplete: return keys
            case .key(let key, let length):
                waiting.removeFirst(length)
                if let key { keys.append(key) }
            case .pasteBegins(let length):
                waiting.removeFirst(length)
                pasted = []
            case .tooLong(let length):
                waiting.removeFirst(length)
                isPassingOver = true
            }
        }
        return keys
    }

    /// Skips the rest of a control sequence that is too long, including its last byte. An ESC
    /// begins another sequence.
    private mutating func passOver() {
        waiting.removeFirst(waiting.prefix(while: Self.isParameter).count)
        guard let last = waiting.first else { return }
        if last != Self.esc { waiting.removeFirst() }
        isPassingOver = false
    }

    /// Returns the keys in an unfinished sequence. Called when no more bytes have arrived for a
    /// while.
    mutating func flush() -> [Key] {
        guard isWaiting else { return [] }
        let rest = waiting
        waiting = []
        isPassingOver = false
        guard rest.first == Self.esc else { return [] }
        return [.escape] + feed(rest.dropFirst())
    }

    private static let esc: UInt8 = 0x1B
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// Moves waiting bytes to the paste, and returns the key after its end.
    private mutating func takePaste() -> Key? {
        while !waiting.isEmpty {
            if waiting.starts(with: Self.pasteEnd) {
                waiting.removeFirst(Self.pasteEnd.count)
                let text = String(decoding: pasted ?? [], as: UTF8.self)
                pasted = nil
                return .paste(text)
            }
            // The end marker may be incomplete.
            if Self.pasteEnd.starts(with: waiting) { return nil }
            let byte = waiting.removeFirst()
            if (pasted?.count ?? 0) < Self.pasteLimit { pasted?.append(byte) }
        }
        return nil
    }

    private enum First {
        case incomplete
        /// A key, or nil for a sequence without a meaning here.
        case key(Key?, length: Int)
        case pasteBegins(length: Int)
        /// A control sequence without an end in the given number of bytes.
        case tooLong(length: Int)
    }

    private static func first(of bytes: [UInt8]) -> First {
        switch bytes[0] {
        case esc: return escape(bytes)
        case 0x0D, 0x0A: return .key(.enter, length: 1)
        case 0x09: return .key(.tab, length: 1)
        case 0x08, 0x7F: return .key(.backspace, length: 1)
        case 0x00: return .key(nil, length: 1)
        case 0x01...0x1A: return .key(.control(Character(Unicode.Scalar(bytes[0] + 0x60))), length: 1)
        case 0x1C...0x1F: return .key(nil, length: 1)
        case 0x20...0x7E: return .key(.character(Character(Unicode.Scalar(bytes[0]))), length: 1)
        default: return unicode(bytes)
        }
    }

    private static func unicode(_ bytes: [UInt8]) -> First {
        let length: Int
        switch bytes[0] {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return .key(nil, length: 1)
        }
        let tail = bytes.dropFirst().prefix(length - 1)
        if let wrong = tail.firstIndex(where: { $0 & 0xC0 != 0x80 }) { return .key(nil, length: wrong) }
        guard bytes.count >= length else { return .incomplete }
        guard let text = String(validating: bytes[..<length], as: UTF8.self), let character = text.first else {
            return .key(nil, length: length)
        }
        return .key(.character(character), length: length)
    }

    private static func escape(_ bytes: [UInt8]) -> First {
        guard bytes.count > 1 else { return .incomplete }
        switch bytes[1] {
        case UInt8(ascii: "["): return controlSequence(bytes)
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return .incomplete }
            return .key(named(bytes[2]), length: 3)
        case esc: return .key(.escape, length: 1)
        default: return .key(.escape, length: 1)
        }
    }

    private static func controlSequence(_ bytes: [UInt8]) -> First {
        guard let end = bytes.prefix(sequenceLimit).dropFirst(2).firstIndex(where: { !isParameter($0) }) else {
            return bytes.count >= sequenceLimit ? .tooLong(length: sequenceLimit) : .incomplete
        }
        let length = end + 1
        let middle = bytes[2..<end]
        // An ESC inside begins another sequence. Drop the bytes before it.
        if bytes[end] == esc { return .key(nil, length: end) }
        switch bytes[end] {
        case UInt8(ascii: "~"):
            let number = String(decoding: middle.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            if number == "200" { return .pasteBegins(length: length) }
            return .key(numbered[number], length: length)
        case UInt8(ascii: "M"), UInt8(ascii: "m"):
            return .key(mouse(middle, pressed: bytes[end] == UInt8(ascii: "M")), length: length)
        default: return .key(named(bytes[end]), length: length)
        }
    }

    /// Whether the byte can occur in a control sequence before its last byte.
    private static func isParameter(_ byte: UInt8) -> Bool { (0x20...0x3F).contains(byte) }

    private static func named(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): .enter
        default: nil
        }
    }

    private static let numbered: [String: Key] = [
        "1": .home, "3": .delete, "4": .end, "5": .pageUp, "6": .pageDown, "7": .home, "8": .end,
    ]

    /// Parses `<button;column;row`, counted from 1. Only presses of the left button and the wheel
    /// count.
    private static func mouse(_ middle: ArraySlice<UInt8>, pressed: Bool) -> Key? {
        guard pressed, middle.first == UInt8(ascii: "<") else { return nil }
        let numbers = String(decoding: middle.dropFirst(), as: UTF8.self).split(separator: ";").map { Int($0) ?? -1 }
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let (column, row) = (numbers[1] - 1, numbers[2] - 1)
        switch numbers[0] {
        case 0: return .click(column: column, row: row)
        case 64: return .wheel(.up, column: column, row: row)
        case 65: return .wheel(.down, column: column, row: row)
        default: return nil
        }
    }
}
