/// Whole numbers as the keys write them: decimal, no sign, no leading zero.
public enum Digits {
    /// The most digits any key needs.
    private static let lengthLimit = 9

    public static func number(_ text: some StringProtocol) -> Int? {
        let bytes = text.utf8
        guard let first = bytes.first, bytes.count <= lengthLimit else { return nil }
        guard first != UInt8(ascii: "0") || bytes.count == 1 else { return nil }
        var number = 0
        for byte in bytes {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
    }

    /// From a key's value: digits as text, or a number (the server takes both where digits belong).
    public static func number(_ value: JSON) -> Int? {
        switch value {
        case .string(let text), .number(let text): number(text)
        default: nil
        }
    }
}
