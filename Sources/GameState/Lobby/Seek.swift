/// Somebody who looks for an opponent, as the lobby lists it.
public struct Seek: Equatable, Sendable {
    /// In the order in which they came; never used twice.
    public let number: Int
    /// The connection that seeks; a seek ends with it.
    public let connection: Int
    /// The `id` of the request, for the answer.
    public let id: String?
    public internal(set) var seeker: Seeker
    public let terms: GameTerms
    public let range: RatingRange

    /// Its key in the room `~lobby`.
    public var key: String { Self.key(ofNumber: number) }
    private static let prefix = "seek."

    public static func key(ofNumber number: Int) -> String { prefix + String(number) }

    /// The number that such a key names; nil for other texts.
    public static func number(ofKey key: String) -> Int? {
        guard key.hasPrefix(prefix) else { return nil }
        return Digits.number(key.dropFirst(prefix.count))
    }

    /// Whether the two would play each other.
    public func fits(_ other: Seek) -> Bool {
        terms == other.terms && seeker.participant.id != other.seeker.participant.id
            && range.contains(other.seeker.rating) && other.range.contains(seeker.rating)
    }
}

/// Who seeks, with the rating that counts for what is sought.
public struct Seeker: Equatable, Sendable {
    public var participant: Participant
    public var rating: Int

    /// What somebody counts as who has no rating (Glicko's start).
    public static let unrated = 1_500

    public init(_ participant: Participant, rating: Int = unrated) {
        self.participant = participant
        self.rating = rating
    }
}

/// Why the lobby does not do what it was asked to.
public enum LobbyRefusal: CodedError, Equatable, Sendable {
    /// The seek is not there any more.
    case gone
    /// One cannot play oneself.
    case own
    case outOfRange(RatingRange)
    /// Rated games are for those whose name is claimed.
    case notClaimed
    /// Too many seeks are open: in all, or of one address.
    case full(limit: Int)

    /// The stable word on the wire.
    public var code: Code {
        switch self {
        case .gone: .gone
        case .own: .badMessage
        case .outOfRange: .outOfRange
        case .notClaimed: .notClaimed
        case .full: .rateLimited
        }
    }

    public var retryAfter: Int? { if case .full = self { Self.fullMilliseconds } else { nil } }

    /// The retry delay when the list of seeks is full, in milliseconds.
    private static let fullMilliseconds = 5_000

    public var description: String {
        switch self {
        case .gone: "Somebody was faster: this seek is gone. Take another one, or seek yourself."
        case .own: "This is your own seek. Wait for somebody else to take it."
        case .outOfRange(let range): "Whoever seeks this wants to meet ratings of \(range) only. Take another seek."
        case .notClaimed:
            "Rated games are for those who have claimed a name. Claim yours first, or look for an unrated game."
        case .full(let limit): "There are \(limit) open seeks already. Take one of them, or try again in a moment."
        }
    }
}
