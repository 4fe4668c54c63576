/// A request for an opponent that is waiting in the lobby.
public struct Seek: Equatable, Sendable {
    /// A number that increases with every seek and is never reused.
    public let number: Int
    /// The seeker's connection. The seek ends when the connection ends.
    public let connection: Int
    /// The `id` of the request, for the answer.
    public let id: String?
    public internal(set) var seeker: Seeker
    public let terms: GameTerms
    public let range: RatingRange

    /// The seek's key in the room `~lobby`.
    public var key: String { Self.key(ofNumber: number) }
    private static let prefix = "seek."

    public static func key(ofNumber number: Int) -> String { prefix + String(number) }

    /// Returns the number in `key`, or `nil` if it is not the key of a seek.
    public static func number(ofKey key: String) -> Int? {
        guard key.hasPrefix(prefix) else { return nil }
        return Digits.number(key.dropFirst(prefix.count))
    }

    /// Returns whether the owners of both seeks can be paired.
    public func fits(_ other: Seek) -> Bool {
        terms == other.terms && seeker.participant.id != other.seeker.participant.id
            && range.contains(other.seeker.rating) && other.range.contains(seeker.rating)
    }
}

/// A participant who looks for a game, with the rating for that kind of game.
public struct Seeker: Equatable, Sendable {
    public var participant: Participant
    public var rating: Int

    /// The rating of a participant who has none yet, which is Glicko's initial rating.
    public static let unrated = 1_500

    public init(_ participant: Participant, rating: Int = unrated) {
        self.participant = participant
        self.rating = rating
    }
}

/// The reason why the lobby refuses a request.
public enum LobbyRefusal: CodedError, Equatable, Sendable {
    /// The seek is no longer open.
    case gone
    /// The seek belongs to the participant who tried to take it.
    case own
    case outOfRange(RatingRange)
    /// The game is rated and the participant has not claimed a name.
    case notClaimed
    /// Too many seeks are open in total, from one address or by one participant.
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
        case .gone: "This seek is no longer open. Take another one, or create your own."
        case .own: "This is your own seek. Wait for an opponent to take it."
        case .outOfRange(let range): "This seek is for opponents rated \(range) only. Take another seek."
        case .notClaimed:
            "To play rated games, claim a name or sign in. You can also look for an unrated game."
        case .full(let limit): "There are already \(limit) open seeks. Take one of them, or try again in a moment."
        }
    }
}
