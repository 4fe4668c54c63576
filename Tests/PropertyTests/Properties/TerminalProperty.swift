@testable import gomoku_cli

extension Property {
    /// Input and output of a terminal. Keys are the same however their bytes are split, and no text
    /// can control the terminal.
    static let terminal = Property("terminal") { bytes in
        var whole = KeyDecoder()
        let keys = whole.feed(bytes)
        var pieces = KeyDecoder()
        var fed: [Key] = []
        let step = max(1, Int(bytes.first ?? 0) % 5)
        for start in stride(from: 0, to: bytes.count, by: step) {
            fed += pieces.feed(bytes[start..<min(bytes.count, start + step)])
        }
        try ensure(fed == keys, "in pieces \(fed) instead of \(keys)")
        try ensure(whole.flush() == pieces.flush(), "what waits depends on the pieces")
        let text = String(decoding: bytes, as: UTF8.self)
        for isUnicode in [true, false] {
            let safe = SafeText(text, isUnicode: isUnicode)
            try ensureSafe(safe.text, isUnicode)
            for width in [0, 1, 7] {
                let cut = safe.cut(to: width, isUnicode: isUnicode)
                try ensure(cut.width <= width, "\(cut.text) is wider than \(width)")
                try ensure(
                    safe.wrapped(to: width).allSatisfy { $0.width <= max(width, 0) }, "a line wider than \(width)")
            }
        }
    }

    private static func ensureSafe(_ text: String, _ isUnicode: Bool) throws {
        let dangerous = text.unicodeScalars.first {
            switch $0.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
            default: !isUnicode && !$0.isASCII
            }
        }
        try ensure(dangerous == nil, "\(dangerous.debugDescription) reaches the terminal")
    }
}
