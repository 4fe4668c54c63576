/// Whole numbers in the form that keys use: decimal, without sign or leading zeros.
public enum Digits {
    /// The largest number of digits in any key.
    private static let lengthLimit = 9

    public static func number(_ text: String) -> Int? { number(text.utf8.span) }

    public static func number(_ text: Substring) -> Int? { number(text.utf8.span) }

    public static func number(_ text: some StringProtocol) -> Int? { number(Substring(text)) }

    static func number(_ bytes: Span<UInt8>, from start: Int = 0) -> Int? {
        let count = bytes.count - start
        guard count > 0, count <= lengthLimit, bytes[start] != UInt8(ascii: "0") || count == 1 else { return nil }
        var number = 0
        for index in start..<bytes.count {
            let byte = bytes[index]
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }

    /// Returns the number in the form that keys use.
    static func text(_ number: Int) -> String {
        number >= 0 && number < few.count ? few[number] : String(number)
    }

    /// The texts of the numbers that are used most: move numbers and coordinates.
    private static let few = (0...largestArea).map { String($0) }
    static let largestArea = 400

    /// Returns the number in a key's value, or `nil` if there is none. Clients may send a JSON
    /// number instead of a string of digits.
    public static func number(_ value: JSON) -> Int? {
        switch value {
        case .string(let text), .number(let text): number(text)
        default: nil
        }
    }
}
