import GameState

/// The rooms in memory, by name.
final class RoomDirectory {
    private var rooms: [RoomName: LiveRoom] = [:]

    var count: Int { rooms.count }
    var all: Dictionary<RoomName, LiveRoom>.Values { rooms.values }
    var names: Dictionary<RoomName, LiveRoom>.Keys { rooms.keys }

    subscript(name: RoomName) -> LiveRoom? { rooms[name] }

    func add(_ live: LiveRoom) { rooms[live.name] = live }

    /// Whether it was there; another one of the same name stays.
    func remove(_ live: LiveRoom) -> Bool {
        guard rooms[live.name] === live else { return false }
        rooms[live.name] = nil
        return true
    }
}
