import GameState

/// A stored rating for a rule and a speed.
public struct StoredRating: Equatable, Sendable {
    public let kind: RatingKind
    public let rating: Glicko2.Rating
    /// The server time of the last change, in milliseconds since 1970.
    public let asOf: Int

    public init(kind: RatingKind, rating: Glicko2.Rating, asOf: Int) {
        self.kind = kind
        self.rating = rating
        self.asOf = asOf
    }
}

/// The profile of a person.
public struct Person: Equatable, Sendable {
    public let participant: Participant
    /// The server time at which the person claimed the name, in milliseconds since 1970, or `nil`
    /// for guests.
    public let since: Int?
    public let ratings: [StoredRating]
    /// The numbers of stored games against others, by result.
    public let won: Int
    public let lost: Int
    public let drawn: Int

    public init(participant: Participant, since: Int?, ratings: [StoredRating], won: Int, lost: Int, drawn: Int) {
        self.participant = participant
        self.since = since
        self.ratings = ratings
        self.won = won
        self.lost = lost
        self.drawn = drawn
    }
}

/// The person whose profile is requested.
public enum PersonQuery: Equatable, Sendable {
    case id(ParticipantID)
    /// A claimed name.
    case name(NameKey)

    /// Parses an ID or a name from a URL.
    public init(_ text: String) {
        self = text.hasPrefix("p-") || text.hasPrefix("robot:") ? .id(ParticipantID(text)) : .name(NameKey(text))
    }
}

/// The interface for storing people: claimed names, sessions, ratings and finished games. As in
/// ``RoomStore``, every `done` is called later, on the thread that owns the store.
///
/// A store loads records and executes verbs (``PeopleVerb``), which implement the rules once for
/// all stores. A finished game and its ratings are written together with the delta that ended the
/// game (``Append/finished``).
public protocol PeopleStore: AnyObject {
    /// Loads records. The result may omit names without an owner.
    func load(_ reads: PeopleReads, _ done: @escaping (Result<PeopleRecords, StoreFailure>) -> Void)
    /// Executes a verb completely, or not at all if `done` gets a refusal.
    func change(_ verb: PeopleVerb, _ done: @escaping (PeopleRefusal?) -> Void)
    /// Loads up to `limit` finished games of a participant that ended before `before`, newest
    /// first.
    func games(
        of id: ParticipantID, before: Int?, limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void)
    /// Loads the best owners of names for each rated rule and speed, up to `limit` each. They are
    /// sorted by ``Glicko2/Rating/conservative``, best first.
    func leaders(limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void)
    /// Loads the ranking of one rule and speed in the order of ``leaders(limit:_:)``. Skips the
    /// first `from` people and loads up to `limit` of the others.
    func ranking(
        _ kind: RatingKind, from: Int, limit: Int, _ done: @escaping (Result<[RankedPerson], StoreFailure>) -> Void)
    /// Loads up to `limit` of the rated games that ended last, newest first, without those in rooms
    /// with a secret. Searches only the newest ``PeopleLimits/recentGames`` games.
    func recentGames(limit: Int, _ done: @escaping (Result<[StoredGame]?, StoreFailure>) -> Void)
    /// Loads the finished game with a permanent ID.
    func game(_ id: GameID, _ done: @escaping (Result<StoredGame?, StoreFailure>) -> Void)
}

/// Queries that a store answers from records.
extension PeopleStore {
    /// Loads the account with a claimed name, current or former. Returns `nil` if the name has not
    /// been claimed.
    public func account(name: NameKey, _ done: @escaping (Result<Account?, StoreFailure>) -> Void) {
        load(PeopleReads(names: [name])) { done($0.map { $0.owner(of: name)?.account }) }
    }

    /// Loads the sessions of the owner of a name, in no particular order.
    public func sessions(
        of participant: ParticipantID, _ done: @escaping (Result<[StoredSession], StoreFailure>) -> Void
    ) { load(PeopleReads(people: [participant])) { done($0.map { $0.people[participant]?.sessions ?? [] }) } }

    /// Loads the rating at `now`, or the initial rating if there is none.
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

    /// Loads the profile of a person, or returns `nil` if there is no such person.
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

    /// Loads up to `limit` finished games of a person that ended before `before`, newest first.
    /// Returns `nil` if there is no such person.
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

/// A person with a rating, in a list of the best.
public struct RankedPerson: Equatable, Sendable {
    public let id: ParticipantID
    public let name: String
    public let kept: StoredRating

    public init(id: ParticipantID, name: String, kept: StoredRating) {
        self.id = id
        self.name = name
        self.kept = kept
    }
}

extension Glicko2.Rating {
    /// A conservative estimate of strength. With 97 % probability the player is at least this
    /// strong, so a new player does not lead after one game.
    public var conservative: Double { rating - 2 * deviation }
}

/// The limits for records of people.
public enum PeopleLimits {
    /// The number of newest games among which a store searches for recent rated games.
    public static let recentGames = 2_000
    /// The number of people in the ranking of one rule and speed.
    public static let ranked = 10_000
    /// The number of sessions of one person.
    public static let sessions = 32
    /// The precision of the time at which a token was last used, in milliseconds. A page that is
    /// opened often therefore causes few writes.
    public static let seenMilliseconds = 600_000
    /// The time for which the name of a deleted account is reserved, in milliseconds (90 days).
    public static let reservedMilliseconds = 90 * 86_400_000
}
