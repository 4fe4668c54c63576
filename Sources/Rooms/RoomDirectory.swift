import GameState

/// The rooms in memory, by name, and in an order in which they can be gone through a few at a time.
package final class RoomDirectory {
    private var places: [RoomName: Int] = [:]
    private var rooms: [LiveRoom] = []
    /// Where ``next(_:)`` goes on.
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

    /// Whether it was there; another one of the same name stays.
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

    /// Takes the time since `begin`, in server milliseconds, off all clocks that run.
    package func resumeClocks(since begin: Int) {
        for live in all where live.room.game?.clock?.runningSince != nil {
            live.happened(.resumed(lastAlive: begin))
        }
    }

    /// The server ends: rooms know this by their services, and it knows them.
    package func removeAll() {
        places = [:]
        rooms = []
    }

    /// At most `count` rooms, others than the last time; in so many calls as it takes, every one.
    package func next(_ count: Int) -> ArraySlice<LiveRoom> {
        if cursor >= rooms.count { cursor = 0 }
        let slice = rooms[cursor..<min(rooms.count, cursor + count)]
        cursor += count
        return slice
    }
}
