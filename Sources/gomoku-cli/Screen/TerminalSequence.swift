/// Text inside a control sequence: printable and of limited width, so that text from the network
/// can neither end the sequence nor begin another.
struct SequenceText: Equatable {
    /// The greatest width in columns.
    static let columns = 160

    let text: String

    init(_ text: String, isUnicode: Bool) {
        self.text = SafeText(text, isUnicode: isUnicode).cut(to: Self.columns, isUnicode: isUnicode).text
    }
}

/// Control sequences besides drawing.
///
/// Sources: xterm's "Control Sequences" (OSC 2, OSC 52, XTWINOPS 22 and 23), iTerm2's "Proprietary
/// Escape Codes" (OSC 9), rxvt-unicode's urxvtperl (OSC 777), and "Hyperlinks in Terminal
/// Emulators" by Egmont Koblinger (OSC 8).
enum TerminalSequence {
    static let bell = "\u{7}"
    static let linkEnd = command("8;;")

    static func title(_ text: SequenceText) -> String { command("2;\(text.text)") }

    /// Returns the sequences of a desktop notification. The text begins with the program's name,
    /// because a text that begins with a digit is a command to ConEmu.
    static func notification(_ text: SequenceText, as form: TerminalFeatures.Notify) -> String {
        let simple = command("9;gomoku: \(text.text)")
        let titled = command("777;notify;gomoku;\(text.text)")
        return switch form {
        case .auto: simple + titled
        case .osc9: simple
        case .osc777: titled
        case .off: ""
        }
    }

    /// Returns the sequence that puts a text into the clipboard.
    static func copy(_ text: String) -> String { command("52;c;\(Base64.text(Array(text.utf8)))") }

    /// Returns the beginning of a hyperlink; ``linkEnd`` ends it.
    static func link(_ target: LinkTarget) -> String { command("8;;\(target.text)") }

    private static func command(_ text: String) -> String { "\u{1B}]\(text)\u{1B}\\" }
}

/// The address of a hyperlink: printable ASCII without blanks, as OSC 8 requires.
struct LinkTarget: Equatable {
    /// The greatest length in bytes, which some terminals limit to 2,083.
    static let limit = 2_000

    let text: String

    /// Returns nil if the text is not such an address.
    init?(_ text: String) {
        guard text.utf8.count <= Self.limit, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.text = text
    }
}

/// The encoding of RFC 4648, section 4.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    static func text(_ bytes: [UInt8]) -> String {
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            var part: [Character] = []
            for place in 0..<4 {
                part.insert(4 - place > group.count + 1 ? "=" : digits[bits & 63], at: 0)
                bits >>= 6
            }
            text += String(part)
        }
        return text
    }
}
