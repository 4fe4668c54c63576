/// The game that somebody looks for: two seeks can only meet when all of it is equal.
public struct SeekTerms: Hashable, Sendable {
    public var rule: Rule
    public var size: BoardSize
    public var opening: Opening
    /// Nil: no clock.
    public var clock: ClockSetting?
    public var allowsTakebacks: Bool
    public var isRated: Bool

    public init(
        rule: Rule = .freestyle, size: BoardSize = .standard, opening: Opening = .none, clock: ClockSetting? = nil,
        allowsTakebacks: Bool = true, isRated: Bool = false
    ) {
        self.rule = rule
        self.size = size
        self.opening = opening
        self.clock = clock
        self.allowsTakebacks = allowsTakebacks
        self.isRated = isRated
    }

    /// A room's first New Game, between these two, that the lobby tells of.
    public func newGame(_ seats: ByStone<ParticipantID>) -> Delta {
        var words = [
            (GameKey.game, "1"), (GameKey.rule, rule.rawValue), (GameKey.opening, opening.rawValue),
            (GameKey.size, String(size.side)),
            (GameKey.takebacks, allowsTakebacks ? "yes" : "no"), (GameKey.rated, isRated ? "yes" : "no"),
            (GameKey.listed, "yes"),
            (GameKey.x, seats.x.text), (GameKey.o, seats.o.text),
        ]
        if let clock { words.append((GameKey.clock, clock.description)) }
        return Delta(changes: words.map { .init($0.0, .string($0.1)) })
    }
}

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
