import GameState

/// The rooms in memory, by name, and in an order that allows visiting a few at a time.
package final class RoomDirectory {
    private var places: [RoomName: Int] = [:]
    private var rooms: [LiveRoom] = []
    /// The index at which ``next(_:)`` continues.
    private var cursor = 0

    package init() {}

    package var count: Int { rooms.count }
    package var all: [LiveRoom] { rooms }
    package var names: Dictionary<RoomName, Int>.Keys { places.keys }

    package subscript(name: RoomName) -> LiveRoom? { places[name].map { rooms[$0] } }

    package func add(_ live: LiveRoom) {
        if let place = places[live.name] {
            rooms[place] = live
        } else {
            places[live.name] = rooms.count
            rooms.append(live)
        }
    }

    /// Removes the room and returns whether it was there. Another room of the same name stays.
    package func remove(_ live: LiveRoom) -> Bool {
        guard let place = places[live.name], rooms[place] === live else { return false }
        places[live.name] = nil
        let last = rooms.removeLast()
        if last !== live {
            rooms[place] = last
            places[last.name] = place
        }
        return true
    }

    /// Gives the time since `begin` (server time in milliseconds) back to all running clocks.
    package func resumeClocks(since begin: Int) {
        for live in all where live.room.game?.clock?.runningSince != nil {
            live.happened(.resumed(lastAlive: begin))
        }
    }

    /// Removes all rooms when the server stops, because rooms and their services keep each other in
    /// memory.
    package func removeAll() {
        // A room may release a suspended connection, whose next request asks for rooms. So the
        // rooms are released after `rooms` has changed.
        let former = rooms
        places = [:]
        rooms = []
        withExtendedLifetime(former) {}
    }

    /// Returns the next rooms, at most `count`. Repeated calls visit every room.
    package func next(_ count: Int) -> ArraySlice<LiveRoom> {
        if cursor >= rooms.count { cursor = 0 }
        let slice = rooms[cursor..<min(rooms.count, cursor + count)]
        cursor += count
        return slice
    }
}
