/// The SGF properties `BL` and `WL`: seconds with up to three decimals.
enum SGFTime {
    /// The maximum number of digits before the point.
    private static let digits = 9

    static func text(_ milliseconds: Int) -> String {
        let rest = milliseconds % 1_000
        guard rest > 0 else { return "\(milliseconds / 1_000)" }
        var decimals = String("00\(rest)".suffix(3))
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return "\(milliseconds / 1_000).\(decimals)"
    }

    /// Parses the value as milliseconds. Returns `nil` for values that ``text(_:)`` never writes.
    static func milliseconds(_ text: String) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts[0].utf8.count <= digits, let seconds = Int(parts[0]), seconds >= 0 else {
            return nil
        }
        let decimals = parts.count == 2 ? String((parts[1] + "00").prefix(3)) : "0"
        guard let rest = Int(decimals), rest >= 0 else { return nil }
        let time = seconds * 1_000 + rest
        return Self.text(time) == text ? time : nil
    }
}
