import GameState

/// The rooms that one connection is in, by the names that it calls them. Nearly always one, so that a walk is quicker
/// than a hash; their number is limited (``Limits/roomsPerConnection``).
package struct JoinedRooms {
    private var joined: [(name: RoomName, live: LiveRoom)] = []

    package var count: Int { joined.count }
    package var isEmpty: Bool { joined.isEmpty }
    /// As it calls them.
    package var names: [RoomName] { joined.map(\.name) }
    package var all: [LiveRoom] { joined.map(\.live) }

    package subscript(name: RoomName) -> LiveRoom? {
        for room in joined where room.name == name { return room.live }
        return nil
    }

    /// A room that it is not in yet.
    package mutating func add(_ live: LiveRoom, as name: RoomName) { joined.append((name, live)) }

    package mutating func remove(_ name: RoomName) -> LiveRoom? {
        joined.firstIndex { $0.name == name }.map { joined.remove(at: $0).live }
    }

    package mutating func removeAll() { joined = [] }
}
