/// The ratings of acceptable opponents, both ends included. The text form is `1300-1700`.
public struct RatingRange: Hashable, Sendable, CustomStringConvertible {
    /// The highest rating that a range can contain.
    public static let highest = 9_999
    /// The default range, which contains every rating.
    public static let any = RatingRange(unchecked: 0, highest)

    public let lowest: Int
    public let highest: Int

    private init(unchecked lowest: Int, _ highest: Int) {
        self.lowest = lowest
        self.highest = highest
    }

    /// Parses the canonical form only: no signs, spaces or leading zeros, and the lower end first.
    public init?(_ text: String) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let low = Digits.number(ends[0]), let high = Digits.number(ends[1]), low <= high,
            high <= Self.highest
        else { return nil }
        self.init(unchecked: low, high)
    }

    public func contains(_ rating: Int) -> Bool { rating >= lowest && rating <= highest }

    public var description: String { "\(lowest)-\(highest)" }
}
