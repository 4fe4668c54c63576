import GameState

/// The rooms that one connection is in, by the names that it calls them. Nearly always one, so that a walk is quicker
/// than a hash; their number is limited (``Limits/roomsPerConnection``).
struct JoinedRooms {
    private var joined: [(name: RoomName, live: LiveRoom)] = []

    var count: Int { joined.count }
    var isEmpty: Bool { joined.isEmpty }
    /// As it calls them.
    var names: [RoomName] { joined.map(\.name) }
    var all: [LiveRoom] { joined.map(\.live) }

    subscript(name: RoomName) -> LiveRoom? {
        for room in joined where room.name == name { return room.live }
        return nil
    }

    /// A room that it is not in yet.
    mutating func add(_ live: LiveRoom, as name: RoomName) { joined.append((name, live)) }

    mutating func remove(_ name: RoomName) -> LiveRoom? {
        joined.firstIndex { $0.name == name }.map { joined.remove(at: $0).live }
    }

    mutating func removeAll() { joined = [] }
}
