import GameState
import Rooms

/// The rooms in memory that anybody may be told of, kept up to date: who asks for the list does not have all rooms gone
/// through.
package final class ListedRooms: RoomObserver {
    /// Rooms that are listed as in memory; more are listed as stored ones.
    package static let limit = 10_000
    /// Rooms in one answer at the most.
    package static let page = 500
    /// So many are put in order for each answer; the order of more is used for a while, in milliseconds.
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

    /// Those with most people before the others, then those where something has happened last.
    package func first(_ count: Int) -> ArraySlice<LiveRoom> {
        guard rooms.count > Self.fewEnough else { return Self.ordered(rooms.values).prefix(count) }
        if order.asOf + Self.keptMilliseconds <= now() || order.asOf == 0 {
            order = (Array(Self.ordered(rooms.values).prefix(Self.page)), now())
        }
        return order.rooms.prefix(count)
    }

    private static func ordered(_ rooms: some Collection<LiveRoom>) -> [LiveRoom] {
        let all = Array(rooms)
        return all.indices.map { (all[$0].audience.presentCount, all[$0].touched, $0) }.sorted { $0 > $1 }.map {
            all[$0.2]
        }
    }
}
