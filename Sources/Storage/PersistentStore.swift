import GameState

/// The ability of a store to write.
public enum StoreHealth: Equatable, Sendable {
    case ok
    /// The time since which the store has failed (milliseconds since 1970), and the reason as a
    /// sentence.
    case failing(since: Int, String)
}

/// A store that outlives the process. Besides rooms and people, it offers health, metrics and
/// maintenance to the server.
public protocol PersistentStore: RoomStore {
    /// The store's ability to write.
    var health: StoreHealth { get }
    /// The counters for `/metrics`.
    var metrics: [(name: String, help: String, value: Int)] { get }
    /// The bytes by which the store's files will still grow: accepted data that is not in its final
    /// file yet.
    var pendingBytes: Int { get }
    /// The time at which a server last ran on this store before this one, in milliseconds since
    /// 1970, or `nil` for a new store.
    var lastAlive: Int? { get }
    /// A sentence about damage that the store found when it opened, and about how the store handled
    /// it. `nil` if there was no damage.
    var damage: String? { get }
    /// The servers that share the store, or `nil` if a single server owns it.
    var nodes: (any NodeNetwork)? { get }
    /// The records that the servers of this store share besides rooms and people, or `nil` if a
    /// single server owns the store.
    var shared: (any SharedRecords)? { get }
    /// Records that the server is running, for ``lastAlive`` after the next start. A failed store
    /// also tests whether it works again.
    func heartbeat(_ done: @escaping (StoreFailure?) -> Void)
    /// Checks that the store's files still exist. If they do not, ``health`` reports it.
    func checkFiles()
    /// Removes up to `limit` rooms, oldest first, and returns their number.
    ///
    /// - Parameter kept: Rooms that stay because they are in memory or loading.
    func purge(
        _ retention: Retention, keeping kept: Set<RoomName>, limit: Int,
        _ done: @escaping (Result<Int, StoreFailure>) -> Void)
}

extension PersistentStore {
    public var damage: String? { nil }
    public var nodes: (any NodeNetwork)? { nil }
    public var shared: (any SharedRecords)? { nil }
    public var pendingBytes: Int { 0 }
}
