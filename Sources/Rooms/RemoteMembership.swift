import GameState
import Storage

/// A connection's rooms on other servers (``RemoteRooms``).
package final class RemoteMembership {
    /// The connection's number in messages between servers.
    package let number: Int
    /// The servers of the rooms that the connection is in or is entering.
    package var rooms: [RoomName: NodeID] = [:]
    /// The servers that know the client's identity from this server.
    package var hosts: Set<NodeID> = []
    /// The pending answer that the connection's next requests wait for.
    package var hold: (any PendingAnswer)?
    /// Servers that were asked for new snapshots, because frames were dropped. Frames that they
    /// send before the snapshots are ignored, because a gap precedes these frames.
    package var behind: Set<NodeID> = []
    /// Whether the lobby on another server lists a seek of the client.
    package var isSeeking = false

    package init(number: Int) { self.number = number }

    package var isFree: Bool { rooms.isEmpty && !isSeeking }

    package func remove(_ room: RoomName) -> Bool { rooms.removeValue(forKey: room) != nil }
}
