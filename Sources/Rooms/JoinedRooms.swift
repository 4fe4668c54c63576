import GameState

/// The rooms that a connection has joined, by the names that it uses for them. There is nearly
/// always one, so a linear search is faster than hashing. ``Limits/roomsPerConnection`` limits
/// their number.
package struct JoinedRooms {
    private var joined: [(name: RoomName, live: LiveRoom)] = []

    package var count: Int { joined.count }
    package var isEmpty: Bool { joined.isEmpty }
    /// The names that the connection uses.
    package var names: [RoomName] { joined.map(\.name) }
    package var all: [LiveRoom] { joined.map(\.live) }

    package subscript(name: RoomName) -> LiveRoom? {
        for room in joined where room.name == name { return room.live }
        return nil
    }

    /// Adds a room that the connection has not joined yet.
    package mutating func add(_ live: LiveRoom, as name: RoomName) { joined.append((name, live)) }

    package mutating func remove(_ name: RoomName) -> LiveRoom? {
        joined.firstIndex { $0.name == name }.map { joined.remove(at: $0).live }
    }

    /// Removes a room, and returns the name that the connection uses for it.
    package mutating func remove(_ live: LiveRoom) -> RoomName? {
        joined.firstIndex { $0.live === live }.map { joined.remove(at: $0).name }
    }

    package mutating func removeAll() { joined = [] }
}
