import GameState
import Rooms

/// The rooms in memory that may be listed publicly. The index is kept up to date, so that a request
/// for the list does not visit all rooms.
package final class ListedRooms: RoomObserver {
    /// The maximum number of rooms in the index. Further ones are listed from the store.
    package static let limit = 10_000
    /// The maximum number of rooms per answer.
    package static let page = 500
    /// The number of rooms up to which the list is sorted for each answer, and the time for which a
    /// longer sorted list is cached, in milliseconds.
    static let fewEnough = 1_000
    static let keptMilliseconds = 1_000

    private let now: () -> Int
    private var rooms: [RoomName: LiveRoom] = [:]
    private var order: (rooms: [LiveRoom], asOf: Int) = ([], 0)

    package init(now: @escaping () -> Int) { self.now = now }

    package func observe(_ event: RoomEvent) {
        switch event {
        case .closed(let name): rooms[name] = nil
        case .settled(let live):
            guard live.room.kind != .lobby else { return }
            if live.room.isListed {
                if rooms.count < Self.limit || rooms[live.name] != nil { rooms[live.name] = live }
            } else if !rooms.isEmpty {
                rooms[live.name] = nil
            }
        }
    }

    package func contains(_ name: RoomName) -> Bool { rooms[name] != nil }

    /// Returns the first `count` rooms: those with the most participants first, and among equals
    /// those with the latest activity.
    package func first(_ count: Int) -> ArraySlice<LiveRoom> {
        guard rooms.count > Self.fewEnough else { return Self.ordered(rooms.values).prefix(count) }
        if order.asOf + Self.keptMilliseconds <= now() || order.asOf == 0 {
            order = (Array(Self.ordered(rooms.values).prefix(Self.page)), now())
        }
        return order.rooms.prefix(count)
    }

    private static func ordered(_ rooms: some Collection<LiveRoom>) -> [LiveRoom] {
        let all = Array(rooms)
        return all.indices.map { (all[$0].audience.presentCount, all[$0].activeAt, $0) }.sorted { $0 > $1 }.map {
            all[$0.2]
        }
    }
}
