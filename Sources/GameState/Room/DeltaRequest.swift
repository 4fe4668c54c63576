/// What a client asks of a room's shared state.
public struct DeltaRequest: Equatable, Sendable {
    /// Which keys must be unchanged since ``base``.
    public enum Guard: Equatable, Sendable {
        /// Plain last-writer-wins.
        case none
        /// All keys of the delta.
        case all
        case keys([String])
    }

    /// Whose state is changed.
    public enum Scope: Sendable {
        case shared
        /// The sender's own in that room, seen by no other.
        case own
    }

    public let room: RoomName
    /// Unique for this participant; the same id again is the same delta again.
    public let id: String
    /// The newest revision that the sender had applied; nil: whatever is newest.
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
