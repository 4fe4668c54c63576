/// The texts of the terminal in one language. `scripts/words` writes and numbers them.
struct WordTable: Sendable {
    /// A text per number, with the plural forms of a text in one line.
    private let lines: [String]
    /// Returns the number of the plural form for a count.
    private let form: @Sendable (Int) -> Int

    /// - Parameter texts: A text per line. `{0}` is the place of the first value.
    init(_ texts: String, form: @escaping @Sendable (_ count: Int) -> Int) {
        lines = texts.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        self.form = form
    }

    /// The text with this number, which has no places for values.
    subscript(number: Int) -> String { lines[number] }

    /// Returns the text with this number, with the values at their places.
    func text(_ number: Int, _ values: [String]) -> String { Self.filled(lines[number][...], values) }

    /// Returns the plural form for a count of the text with this number.
    func text(_ number: Int, count: Int, _ values: [String]) -> String {
        let forms = lines[number].split(separator: "¦", omittingEmptySubsequences: false)
        // After an empty form come the English ones.
        let place = forms[0].isEmpty ? (count == 1 ? 1 : 2) : form(count)
        return Self.filled(forms[place], values)
    }

    private static func filled(_ text: Substring, _ values: [String]) -> String {
        var (filled, rest) = ("", text)
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            let digit = rest.utf8.index(after: open)
            let value = values[Int(rest.utf8[digit] - UInt8(ascii: "0"))]
            filled += rest[..<open] + value
            rest = rest[rest.utf8.index(digit, offsetBy: 2)...]
        }
        return filled + rest
    }
}
