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

/// What a store keeps of people: claimed names, sessions, ratings and finished games. As ``RoomStore``: every `done` is
/// called later, on the thread that owns the store.
///
/// A store loads records and carries out verbs; what they mean is decided here, once for all stores. Finished games and
/// ratings are written with the delta that ended the game (``Append/finished``).
public protocol PeopleStore: AnyObject {
    /// Loads records. Names that nobody owns may be left out.
    func load(_ reads: PeopleReads, _ done: @escaping (Result<PeopleRecords, StoreFailure>) -> Void)
    /// Carries out a verb completely, or not at all if `done` gets a refusal.
    func change(_ verb: PeopleVerb, _ done: @escaping (PeopleRefusal?) -> Void)
    /// A participant's finished games that ended before `before`, newest first, at most `limit`.
    func games(
        of id: ParticipantID, before: Int?, limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void)
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

/// Questions that a store answers from records.
extension PeopleStore {
    /// The account of a claimed name, of now or from before it was changed; nil when nobody has claimed it.
    public func account(name: NameKey, _ done: @escaping (Result<Account?, StoreFailure>) -> Void) {
        load(PeopleReads(names: [name])) { done($0.map { $0.owner(of: name)?.account }) }
    }

    /// Where the owner of a name is signed in, in no order.
    public func sessions(
        of participant: ParticipantID, _ done: @escaping (Result<[StoredSession], StoreFailure>) -> Void
    ) { load(PeopleReads(people: [participant])) { done($0.map { $0.people[participant]?.sessions ?? [] }) } }

    /// The rating as it is `now`; the start's where there is none.
    public func rating(
        of participant: ParticipantID, rule: Rule, speed: Speed, now: Int,
        _ done: @escaping (Result<Glicko2.Rating, StoreFailure>) -> Void
    ) {
        load(PeopleReads(people: [participant])) { answer in
            let kind = RatingKind(rule: rule, speed: speed)
            done(
                answer.map { records in
                    let kept = records.people[participant]?.rating(kind)
                    return Glicko2.current(kept?.rating, asOf: kept?.asOf, now: now)
                })
        }
    }

    /// Somebody's profile, nil when there is no such person.
    public func person(_ query: PersonQuery, _ done: @escaping (Result<Person?, StoreFailure>) -> Void) {
        find(query, counts: true) { answer in
            done(
                answer.map { found in
                    found.person.map { person in
                        let counts = found.counts
                        return Person(
                            participant: person.participant, since: person.account?.since, ratings: person.ratings,
                            won: counts.won, lost: counts.lost, drawn: counts.drawn)
                    }
                })
        }
    }

    /// Somebody's finished games, newest first: those that ended before `before`; at most `limit`. Nil when there is no
    /// such person.
    public func games(
        of query: PersonQuery, before: Int?, limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void
    ) {
        find(query, counts: false) { [self] answer in
            switch answer {
            case .failure(let failure): done(.failure(failure))
            case .success((let person?, _)): games(of: person.id, before: before, limit: limit, done)
            case .success: done(.success(nil))
            }
        }
    }

    private func find(
        _ query: PersonQuery, counts: Bool,
        _ done: @escaping (Result<(person: PersonRecord?, counts: GameCounts), StoreFailure>) -> Void
    ) {
        var reads =
            switch query {
            case .id(let id): PeopleReads(people: [id])
            case .name(let name): PeopleReads(names: [name])
            }
        reads.counts = counts
        load(reads) { answer in
            done(
                answer.map { records in
                    let person =
                        switch query {
                        case .id(let id): records.people[id]
                        case .name(let name): records.owner(of: name)
                        }
                    return (person, person.flatMap { records.counts[$0.id] } ?? GameCounts())
                })
        }
    }
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
