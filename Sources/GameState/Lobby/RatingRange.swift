/// Ratings that somebody wants to meet, both ends included. Written `1300-1700`.
public struct RatingRange: Hashable, Sendable, CustomStringConvertible {
    /// The highest rating that can be asked for.
    public static let highest = 9_999
    /// Whom everybody wants to meet who says nothing.
    public static let any = RatingRange(unchecked: 0, highest)

    public let lowest: Int
    public let highest: Int

    private init(unchecked lowest: Int, _ highest: Int) {
        self.lowest = lowest
        self.highest = highest
    }

    /// Reads the canonical writing only: no signs, spaces or leading zeros, the lower end first.
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
