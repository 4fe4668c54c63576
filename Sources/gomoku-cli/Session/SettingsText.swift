/// The text of a settings file: lines of `key = value` and comments, a small part of TOML
/// (https://toml.io/en/v1.0.0). Pure.
///
/// A value is a basic string (`"…"`), a literal string (`'…'`), `true` or `false`.
struct SettingsText: Equatable {
    struct Line: Equatable {
        /// The number of the line, counted from 1.
        let number: Int
        let text: String
    }

    private(set) var lines: [Line]

    init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map {
            Line(number: $0 + 1, text: String($1))
        }
        if lines.last?.text.isEmpty == true { lines.removeLast() }
    }

    /// The text to write to the file.
    var text: String { lines.map { $0.text + "\n" }.joined() }

    /// Returns the text with another value of a setting, in the line of the old value or in a new
    /// one. Without a value, the line is removed. Other lines, and the comments in them, stay.
    func setting(_ key: Settings.Key, to value: String?) -> SettingsText {
        var texts = lines.map(\.text)
        let new = value.map { "\(key.rawValue) = \(Self.written($0, of: key))" }
        let places = lines.indices.filter { lines[$0].key.flatMap(Settings.Key.init(word:)) == key }
        for place in places.dropFirst().reversed() { texts.remove(at: place) }
        if let first = places.first {
            if let new { texts[first] = new } else { texts.remove(at: first) }
        } else if let new {
            texts.append(new)
        }
        return SettingsText(texts.map { $0 + "\n" }.joined())
    }

    /// Returns a value in the notation of the file.
    static func written(_ value: String, of key: Settings.Key) -> String {
        guard !key.isFlag else { return value }
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension SettingsText.Line {
    /// The text without blanks around it; nil for an empty line or a comment.
    private var content: Substring? {
        let content = Self.trimmed(text[...])
        return content.isEmpty || content.hasPrefix("#") ? nil : content
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// The word before `=`, or nil if there is none.
    var key: String? {
        guard let content, let mark = content.firstIndex(of: "=") else { return nil }
        return String(Self.trimmed(content[..<mark]))
    }

    /// Returns the setting in the line, or nil if the line is empty or a comment.
    func setting() throws(Settings.Fault) -> (key: Settings.Key, value: String)? {
        guard let content else { return nil }
        guard let mark = content.firstIndex(of: "="), let word = key else { throw .noValue }
        guard let key = Settings.Key(word: word) else { throw .unknown(word) }
        let text = Self.trimmed(content[content.index(after: mark)...])
        guard let value = Self.value(text) else { throw .notQuoted }
        guard let canonical = key.canonical(value) else { throw .value(key) }
        return (key, canonical)
    }

    /// Returns the value at the beginning of a text. Nil unless only a comment follows it.
    private static func value(_ text: Substring) -> String? {
        guard let quote = text.first, quote == "\"" || quote == "'" else {
            let word = trimmed(text.prefix { $0 != "#" })
            return word == "true" || word == "false" ? String(word) : nil
        }
        var rest = text.dropFirst()
        var value = ""
        while let character = rest.popFirst() {
            if character == quote {
                let after = trimmed(rest)
                return after.isEmpty || after.hasPrefix("#") ? value : nil
            }
            guard character == "\\", quote == "\"" else {
                value.append(character)
                continue
            }
            guard let escaped = escape(&rest) else { return nil }
            value.append(escaped)
        }
        return nil
    }

    /// Returns the character of an escape sequence after its backslash.
    private static func escape(_ rest: inout Substring) -> Character? {
        switch rest.popFirst() {
        case "\"": return "\""
        case "\\": return "\\"
        case "t": return "\t"
        case "n": return "\n"
        case "r": return "\r"
        case "u": return code(&rest, digits: 4)
        case "U": return code(&rest, digits: 8)
        default: return nil
        }
    }

    private static func code(_ rest: inout Substring, digits: Int) -> Character? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16),
            let scalar = Unicode.Scalar(value)
        else { return nil }
        rest = rest.dropFirst(digits)
        return Character(scalar)
    }
}
