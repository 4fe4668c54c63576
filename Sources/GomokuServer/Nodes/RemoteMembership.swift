import GameState

/// What one connection has on other servers (``RemoteRooms``).
final class RemoteMembership {
    /// What the other servers know the connection by.
    let number: Int
    /// Who serves the rooms that it is in, or is about to enter.
    var rooms: [RoomName: NodeID] = [:]
    /// The servers that know who the client is.
    var hosts: Set<NodeID> = []
    /// Requests of the connection that wait for the answer of a host.
    var hold: (any PendingAnswer)?
    /// The servers that were told that it has missed something: what they sent before they knew would leave a gap.
    var behind: Set<NodeID> = []
    /// It has asked the lobby for an opponent, and perhaps not found one.
    var isSeeking = false

    init(number: Int) { self.number = number }

    var isFree: Bool { rooms.isEmpty && !isSeeking }

    func forget(_ room: RoomName) -> Bool { rooms.removeValue(forKey: room) != nil }
}
