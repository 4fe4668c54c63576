/// A client's request to change state in a room.
public struct DeltaRequest: Equatable, Sendable {
    /// The keys that must be unchanged since ``base``.
    public enum Guard: Equatable, Sendable {
        /// No keys: the last writer wins.
        case none
        /// Every key of the delta.
        case all
        case keys([String])
    }

    /// The state that the request changes.
    public enum Scope: Sendable {
        case shared
        /// The sender's private state in the room, which other participants do not see.
        case own
    }

    public let room: RoomName
    /// An id that is unique for the participant. A request with a repeated id is a retry of the
    /// same delta.
    public let id: String
    /// The newest revision that the sender had applied. `nil` stands for the room's newest
    /// revision.
    public let base: Int?
    public let guards: Guard
    public let scope: Scope
    public let delta: Delta

    public init(
        room: RoomName, id: String, base: Int? = nil, guards: Guard = .none, scope: Scope = .shared, delta: Delta
    ) {
        self.room = room
        self.id = id
        self.base = base
        self.guards = guards
        self.scope = scope
        self.delta = delta
    }
}
