/// The keys of a `gomoku` room, and how they are written.
public enum GameKey {
    public static let game = "game"
    public static let rule = term(.rule), opening = term(.opening), clock = term(.clock), size = term(.size),
        rated = term(.rated)
    public static let x = "x", o = "o", move = "move", result = "result", reason = "reason", line = "line",
        offer = "offer"
    public static let refused = "refused", gone = "gone"
    public static let phase = "phase", awaits = "awaits", choices = "choices", choice = "choice", fifth = "fifth",
        fifths = "fifths"
    public static let steps = "steps"

    /// What ``Clock`` writes.
    public static let clockKeys = [
        clock, "xTime", "oTime", "xPeriods", "oPeriods", "xLag", "oLag", "began", "turn", "turnAt", "used",
    ]

    public static func term(_ field: GameTerms.Field) -> String { field.rawValue }
    public static func seat(_ stone: Stone) -> String { stone.rawValue }
    public static func column(_ move: Int) -> String { "col\(move)" }
    public static func row(_ move: Int) -> String { "row\(move)" }

    /// Whether `key` is one that a game has, or that is asked with.
    public static func isKnown(_ key: String) -> Bool { all.contains(key) || moveNumber(of: key) != nil }

    private static let all = Set(
        [
            game, x, o, move, result, reason, line, offer, refused, gone, phase, awaits, choices, choice, fifth, fifths,
            steps,
        ] + GameTerms.Field.allCases.map(term) + clockKeys)

    /// N of `colN` or `rowN`, written canonically; nil for other keys.
    public static func moveNumber(of key: String) -> Int? {
        guard key.hasPrefix("col") || key.hasPrefix("row") else { return nil }
        return Digits.number(key.dropFirst(3)).flatMap { $0 > 0 ? $0 : nil }
    }
}

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
