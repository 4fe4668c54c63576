import GameState

/// Somebody's rating for a rule and a speed, as it is kept.
public struct KeptRating: Equatable, Sendable {
    public let kind: RatingKind
    public let rating: Glicko2.Rating
    /// When it was last changed, server milliseconds since 1970.
    public let asOf: Int

    public init(kind: RatingKind, rating: Glicko2.Rating, asOf: Int) {
        self.kind = kind
        self.rating = rating
        self.asOf = asOf
    }
}

/// Somebody's profile.
public struct Person: Equatable, Sendable {
    public let participant: Participant
    /// When the name was claimed, server milliseconds; nil for guests.
    public let since: Int?
    public let ratings: [KeptRating]
    /// Games against others that are kept, and how they ended.
    public let won: Int
    public let lost: Int
    public let drawn: Int

    public init(participant: Participant, since: Int?, ratings: [KeptRating], won: Int, lost: Int, drawn: Int) {
        self.participant = participant
        self.since = since
        self.ratings = ratings
        self.won = won
        self.lost = lost
        self.drawn = drawn
    }
}

/// Whom a profile is asked of.
public enum PersonQuery: Equatable, Sendable {
    case id(ParticipantID)
    /// A claimed name.
    case name(NameKey)

    /// As it stands in an address: an id, or a name.
    public init(_ text: String) {
        self = text.hasPrefix("p-") || text.hasPrefix("robot:") ? .id(ParticipantID(text)) : .name(NameKey(text))
    }
}

/// What a store keeps of people: claimed names, further tokens, ratings and finished games. As ``RoomStore``: every
/// `done` is called later, on the thread that owns the store.
///
/// Finished games and ratings are written by no call of their own but with the delta that ended the game
/// (``Append/finished``).
public protocol PeopleStore: AnyObject {
    /// The account of a claimed name, of now or from before it was changed; nil when nobody has claimed it.
    func account(name: NameKey, _ done: @escaping (Result<Account?, StoreFailure>) -> Void)
    /// Makes a participant, who is stored already, the owner of a name. The token it has becomes its first session.
    /// Fails with `nameTaken` if the name has an owner or is reserved (``forget(_:at:_:)``).
    func claim(_ account: Account, device: String?, _ done: @escaping (ClaimFailure?) -> Void)
    /// Keeps one more session of the owner of a name; over ``PeopleLimits/sessions`` the one that was not used for
    /// longest is let go of.
    func addSession(_ session: StoredSession, of participant: ParticipantID, _ done: @escaping (StoreFailure?) -> Void)
    /// Where the owner of a name is signed in, in no order.
    func sessions(
        of participant: ParticipantID, _ done: @escaping (Result<[StoredSession], StoreFailure>) -> Void)
    /// Ends sessions of the owner of a name: their tokens are nobody's from then on.
    func endSessions(
        _ ended: EndedSessions, of participant: ParticipantID, _ done: @escaping (StoreFailure?) -> Void)
    /// The token was used; kept where it was not for ``PeopleLimits/seenMilliseconds``.
    func sawSession(_ tokenHash: [UInt8], at: Int, _ done: @escaping (StoreFailure?) -> Void)
    /// The owner of a name has another password, and no session but `kept`. Both or neither.
    func setPassword(
        _ password: PasswordHash, of participant: ParticipantID, keeping kept: [UInt8],
        _ done: @escaping (StoreFailure?) -> Void)
    /// The owner of a name has another one, once. The one until now is nobody else's, and leads to the owner as before.
    /// - Parameter now: server milliseconds.
    func rename(_ participant: ParticipantID, to name: String, at now: Int, _ done: @escaping (RenameFailure?) -> Void)
    /// Somebody is no more: no name, no session, no rating. Finished games and chat lines stay, with nobody's name (an
    /// empty one) where theirs was. The store reserves the claimed names for
    /// ``PeopleLimits/reservedMilliseconds``, so that no other person is mistaken for the former owner.
    func forget(_ participant: ParticipantID, at now: Int, _ done: @escaping (StoreFailure?) -> Void)
    /// The participant is called `name` from now on; if it has claimed its name, the new one instead of the old one. An
    /// operator may give a reserved name too.
    func giveName(_ participant: ParticipantID, to name: String, _ done: @escaping (ClaimFailure?) -> Void)
    /// The rating as it is `now`; the start's where there is none.
    func rating(
        of participant: ParticipantID, rule: Rule, speed: Speed, now: Int,
        _ done: @escaping (Result<Glicko2.Rating, StoreFailure>) -> Void)
    /// Somebody's profile, nil when there is no such person.
    func person(_ query: PersonQuery, _ done: @escaping (Result<Person?, StoreFailure>) -> Void)
    /// Somebody's finished games, newest first: those that ended before `before`; at most `limit`. Nil when there is no
    /// such person.
    func games(
        of query: PersonQuery, before: Int?, limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void
    )
    /// The best of those who have claimed a name, for each rule and speed that is rated: at most `limit` each, best first by
    /// what their rating is at least (``Glicko2/Rating/atLeast``).
    func leaders(limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void)
    /// The best of one rule and speed, in the same order, behind the first `from`.
    func ranking(
        _ kind: RatingKind, from: Int, limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void)
    /// The rated games that ended last, newest first, but for those in rooms with a secret; at most `limit` of the newest
    /// ``PeopleLimits/recentGames``.
    func recentGames(limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void)
    /// The finished game at a permanent address.
    func game(_ id: GameID, _ done: @escaping (Result<StoredGame?, StoreFailure>) -> Void)
}

/// Somebody with a rating, in a list of the best.
public struct RankedPerson: Equatable, Sendable {
    public let id: ParticipantID
    public let name: String
    public let kept: KeptRating

    public init(id: ParticipantID, name: String, kept: KeptRating) {
        self.id = id
        self.name = name
        self.kept = kept
    }
}

extension Glicko2.Rating {
    /// What it is at least, by 97 of 100: somebody new does not lead after one game.
    public var atLeast: Double { rating - 2 * deviation }
}

/// What is kept of one person at the most, or looked at.
public enum PeopleLimits {
    /// Games that are looked through for rated ones.
    public static let recentGames = 2_000
    /// People in the list of the best of one rule and speed.
    public static let ranked = 10_000
    /// Sessions.
    public static let sessions = 32
    /// The time a token was last used is kept to this, so that a page that is opened often is written down rarely.
    public static let seenMilliseconds = 600_000
    /// The time for which the name of a deleted account is reserved: 90 days.
    public static let reservedMilliseconds = 90 * 86_400_000
}
