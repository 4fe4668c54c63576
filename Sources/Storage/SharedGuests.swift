import GameState

/// Guests of several servers that share a store.
///
/// The store keeps a guest with the first thing worth keeping. Until then the guest is in the memory of the servers that
/// the guest is connected to, and the token alone says whose it is: every server can tell from a signed token which
/// guest it was given to (``secret``).
public protocol SharedGuests: AnyObject {
    /// The key that signs the tokens of new guests, the same on all servers.
    var secret: [UInt8] { get }
    /// Looks up the owner of a token.
    ///
    /// - Parameters:
    ///   - tokenHash: the SHA-256 of the token.
    ///   - signed: the guest whom the token was signed for; nil: it has no signature of ours.
    func owner(
        tokenHash: [UInt8], signed: ParticipantID?, _ done: @escaping (Result<TokenOwner, StoreFailure>) -> Void)
    /// Returns the guest if this server knows that the guest is not stored yet.
    func unsaved(_ id: ParticipantID) -> StoredParticipant?
    /// Remembers a guest who is not stored yet for as long as the result lives. Returns nil for anybody else.
    func hold(_ id: ParticipantID) -> AnyObject?
    /// Remembers a guest of another server for as long as the result lives, under the name that it has now.
    func hold(_ guest: StoredParticipant) -> AnyObject
    /// Stores a guest who is not stored yet, before anything that is asked of the store later.
    func save(_ id: ParticipantID)
    /// The same; calls `done` once the guest is stored or cannot be, at once if nothing is to be stored.
    func save(_ id: ParticipantID, _ done: @escaping () -> Void)
    /// Forgets what is in memory of a participant: another server has stored it, or it was deleted.
    func drop(_ id: ParticipantID)
}

/// The owner of a token.
public enum TokenOwner: Equatable, Sendable {
    case participant(Participant)
    /// A guest who is not stored; the name, if this server remembers it.
    case guest(ParticipantID, name: String?)
    /// No owner: the token is not known here.
    case nobody
}

extension Append {
    /// The participants that the delta concerns: its author, the room's host, and anyone it seats.
    public var people: [ParticipantID] {
        var people = [delta.by]
        if delta.rev == 1 { people.append(room.host) }
        if room.kind == .gomoku, scope == .shared {
            for stone in Stone.allCases {
                if case .some(.some(.string(let id))) = delta.delta[.seat(stone)] { people.append(ParticipantID(id)) }
            }
        }
        return people
    }
}
