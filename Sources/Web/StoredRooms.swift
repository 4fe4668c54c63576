import GameState
import Storage

/// A cache of the newest listed rooms in the store. It reads the store at most once per second,
/// because Redis needs 64 range queries for the list.
final class StoredRooms {
    package typealias Done = (Result<[RoomSummary], StoreFailure>) -> Void

    /// The age at which the cached list expires, in milliseconds. Rooms in memory do not come from
    /// this list.
    static let keptMilliseconds = 1_000

    private let store: any RoomStore
    private let now: () -> Int
    /// The cached list; `limit` is the number of rooms that the read asked for.
    private var kept: (rooms: [RoomSummary], limit: Int, until: Int)?
    /// The read in progress, and the clients that wait for it. Each client has a connection of its
    /// own.
    private var reading: (limit: Int, waiting: [(limit: Int, done: Done)])?

    init(store: any RoomStore, now: @escaping () -> Int) {
        self.store = store
        self.now = now
    }

    /// Calls `done` with the newest rooms, at most `limit`.
    package func newest(_ limit: Int, _ done: @escaping Done) {
        if let kept, kept.limit >= limit, now() < kept.until { return done(.success(Array(kept.rooms.prefix(limit)))) }
        guard reading == nil else {
            reading?.waiting.append((limit, done))
            return
        }
        read(limit, [(limit, done)])
    }

    private func read(_ limit: Int, _ waiting: [(limit: Int, done: Done)]) {
        reading = (limit, waiting)
        store.rooms(before: nil, limit: limit, listedOnly: true) { [self] result in
            let waiting = reading?.waiting ?? []
            reading = nil
            if case .success(let rooms) = result { kept = (rooms, limit, now() + Self.keptMilliseconds) }
            let (answered, more) = (waiting.filter { $0.limit <= limit }, waiting.filter { $0.limit > limit })
            for one in answered { one.done(result.map { Array($0.prefix(one.limit)) }) }
            guard let most = more.map(\.limit).max() else { return }
            if reading == nil { read(most, more) } else { reading?.waiting += more }
        }
    }
}
