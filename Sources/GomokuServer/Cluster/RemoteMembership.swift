import GameState

/// A connection's rooms on other servers (``RemoteRooms``).
final class RemoteMembership {
    /// The connection's number in messages between servers.
    let number: Int
    /// The servers of the rooms that the connection is in or is entering.
    var rooms: [RoomName: NodeID] = [:]
    /// The servers that this server has told the client's identity.
    var hosts: Set<NodeID> = []
    /// The answer that the connection's next requests wait for.
    var hold: (any PendingAnswer)?
    /// Servers that were asked for snapshots after frames were dropped. Frames that they sent earlier would leave a gap.
    var behind: Set<NodeID> = []
    /// Whether the lobby, on another server, lists a seek of the client.
    var isSeeking = false

    init(number: Int) { self.number = number }

    var isFree: Bool { rooms.isEmpty && !isSeeking }

    func forget(_ room: RoomName) -> Bool { rooms.removeValue(forKey: room) != nil }
}
