import GameState

/// The data that a store has about one participant, except games.
public struct PersonRecord: Equatable, Sendable {
    public let id: ParticipantID
    public var name: String
    public var isBot: Bool
    /// The digest of a guest's token, or `nil` for the owner of a name, who has sessions instead.
    public var tokenHash: [UInt8]?
    /// The account, or `nil` for a guest.
    public var account: Account?
    /// The key under which the name is stored. It stays the same if a later version computes
    /// another key for the name.
    public var key: NameKey?
    /// The key of the name before the owner changed it.
    public var formerName: NameKey?
    public var sessions: [StoredSession]
    public var ratings: [StoredRating]

    /// Creates a record. Sorts sessions by token and ratings by kind, so that records with the same
    /// content are equal.
    public init(
        id: ParticipantID, name: String, isBot: Bool, tokenHash: [UInt8]?, account: Account? = nil,
        key: NameKey? = nil, formerName: NameKey? = nil, sessions: [StoredSession] = [], ratings: [StoredRating] = []
    ) {
        self.id = id
        self.name = name
        self.isBot = isBot
        self.tokenHash = account == nil ? tokenHash : nil
        self.account = account
        self.key = account.map { key ?? $0.key }
        self.formerName = formerName
        self.sessions = sessions.sorted { $0.tokenHash.lexicographicallyPrecedes($1.tokenHash) }
        self.ratings = ratings.sorted { $0.kind.isBefore($1.kind) }
    }

    /// Creates the record of a guest without other data.
    public init(_ stored: StoredParticipant) {
        let guest = stored.participant
        self.init(id: guest.id, name: guest.name, isBot: guest.isBot, tokenHash: stored.tokenHash)
    }

    public var participant: Participant { Participant(id: id, name: name, isBot: isBot, isClaimed: account != nil) }

    public func rating(_ kind: RatingKind) -> StoredRating? { ratings.first { $0.kind == kind } }

    // MARK: Lookup keys

    /// The keys of the names under which the person is found.
    public var names: [NameKey] { [key, formerName].compactMap(\.self) }
    /// The digests of the tokens that authenticate the person.
    public var tokens: [[UInt8]] { (tokenHash.map { [$0] } ?? []) + sessions.map(\.tokenHash) }
    /// The ratings that appear in rankings: all of them for a person with an account (the owner of
    /// a claimed name), none for a guest.
    public var ranked: [StoredRating] { account == nil ? [] : ratings }

    // MARK: Changes

    /// Gives the account another name, which is found under `key` from now on.
    mutating func call(_ name: String, _ key: NameKey) {
        self.name = name
        guard account != nil else { return }
        account?.name = name
        self.key = key
    }

    mutating func rate(_ kept: StoredRating) {
        ratings.removeAll { $0.kind == kept.kind }
        ratings.append(kept)
    }
}
