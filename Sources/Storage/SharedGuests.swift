import GameState

/// The guests of several servers that share a store.
///
/// The store writes a guest together with the first data about that guest. Until then, only the
/// servers to which the guest is connected have the guest in memory. The token alone identifies the
/// guest: every server can verify its signature and tell for which guest it was made (``secret``).
public protocol SharedGuests: AnyObject {
    /// The key that signs the tokens of new guests, the same on all servers.
    var secret: [UInt8] { get }
    /// Looks up the owner of a token.
    ///
    /// - Parameters:
    ///   - tokenHash: The SHA-256 digest of the token.
    ///   - signed: The guest named by the token's signature, or `nil` if the signature is missing
    ///     or invalid.
    func owner(
        tokenHash: [UInt8], signed: ParticipantID?, _ done: @escaping (Result<TokenOwner, StoreFailure>) -> Void)
    /// Returns the guest if this server knows that the guest is not stored yet.
    func unsaved(_ id: ParticipantID) -> StoredParticipant?
    /// Keeps an unsaved guest in memory for as long as the returned object exists. Returns `nil`
    /// for any other participant.
    func hold(_ id: ParticipantID) -> AnyObject?
    /// Keeps a guest of another server in memory, under the current name, for as long as the
    /// returned object exists.
    func hold(_ guest: StoredParticipant) -> AnyObject
    /// Stores an unsaved guest before any later request to the store.
    func save(_ id: ParticipantID)
    /// Stores an unsaved guest before any later request to the store. Calls `done` when the guest
    /// is stored or cannot be stored, or at once if there is nothing to store.
    func save(_ id: ParticipantID, _ done: @escaping () -> Void)
    /// Removes a guest from memory, because another server has stored or deleted the participant.
    func drop(_ id: ParticipantID)
}

/// The owner of a token.
public enum TokenOwner: Equatable, Sendable {
    case participant(Participant)
    /// A guest who is not stored, with the name if this server has it in memory.
    case guest(ParticipantID, name: String?)
    /// No owner, because the token is unknown.
    case nobody
}

extension Append {
    /// The participants that the delta concerns: its author, anyone it seats, and for the first
    /// delta also the room's creator.
    public var people: [ParticipantID] {
        var people = [delta.by]
        if delta.rev == 1 { people.append(room.creator) }
        if room.kind == .gomoku, scope == .shared {
            for stone in Stone.allCases {
                if case .some(.some(.string(let id))) = delta.delta[.seat(stone)] { people.append(ParticipantID(id)) }
            }
        }
        return people
    }
}
