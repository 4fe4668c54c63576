import GameState

/// Everything that a store has of one participant except the games.
public struct PersonRecord: Equatable, Sendable {
    public let id: ParticipantID
    public var name: String
    public var isBot: Bool
    /// The token of a guest; nil once the name is claimed, because the owner of a name has sessions.
    public var tokenHash: [UInt8]?
    /// Nil: a guest.
    public var account: Account?
    /// The key under which the name is stored. It stays when a later version computes another key from the same name.
    public var key: NameKey?
    /// The name before the owner changed it.
    public var formerName: NameKey?
    public var sessions: [StoredSession]
    public var ratings: [KeptRating]

    /// Orders sessions by token and ratings by kind, so that equal content is equal.
    public init(
        id: ParticipantID, name: String, isBot: Bool, tokenHash: [UInt8]?, account: Account? = nil,
        key: NameKey? = nil, formerName: NameKey? = nil, sessions: [StoredSession] = [], ratings: [KeptRating] = []
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

    /// A guest without anything else.
    public init(_ stored: StoredParticipant) {
        let guest = stored.participant
        self.init(id: guest.id, name: guest.name, isBot: guest.isBot, tokenHash: stored.tokenHash)
    }

    public var participant: Participant { Participant(id: id, name: name, isBot: isBot, isClaimed: account != nil) }

    public func rating(_ kind: RatingKind) -> KeptRating? { ratings.first { $0.kind == kind } }

    // MARK: what stores find a person by

    /// The names that lead to the person.
    public var names: [NameKey] { [key, formerName].compactMap(\.self) }
    /// The tokens that let the person in.
    public var tokens: [[UInt8]] { (tokenHash.map { [$0] } ?? []) + sessions.map(\.tokenHash) }
    /// The ratings that list the person among the best. Only the owner of a name is listed.
    public var ranked: [KeptRating] { account == nil ? [] : ratings }

    // MARK: changes

    /// Gives the account another name, which is found under `key` from now on.
    mutating func call(_ name: String, _ key: NameKey) {
        self.name = name
        guard account != nil else { return }
        account?.name = name
        self.key = key
    }

    mutating func rate(_ kept: KeptRating) {
        ratings.removeAll { $0.kind == kept.kind }
        ratings.append(kept)
    }
}
