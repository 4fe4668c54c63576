import GameState

/// Whether a store can write.
public enum StoreHealth: Equatable, Sendable {
    case ok
    /// Since when (milliseconds since 1970), and why, as a sentence.
    case failing(since: Int, String)
}

/// A store that outlives the process: what a server does for it now and then, and asks of it besides rooms and people.
public protocol LastingStore: RoomStore {
    /// Whether it can write.
    var health: StoreHealth { get }
    /// Counters for `/metrics`.
    var metrics: [(name: String, help: String, value: Int)] { get }
    /// Bytes that its files will yet get of what it has taken already, and of moving that about.
    var bytesToCome: Int { get }
    /// When a server was last known to run on this store before now, milliseconds since 1970; nil when none was.
    var lastAlive: Int? { get }
    /// What was found damaged when it was opened, and what became of it, as a sentence; nil: nothing.
    var damage: String? { get }
    /// The servers that share it; nil: it is one server's own.
    var nodes: (any NodeNetwork)? { get }
    /// What those servers have together beside rooms and people; nil: it is one server's own.
    var shared: (any SharedRecords)? { get }
    /// Notes that the server runs (``lastAlive`` after the next start), which also finds out whether a store that
    /// failed works again.
    func heartbeat(_ done: @escaping (StoreFailure?) -> Void)
    /// Looks whether what it keeps things in is still there; if it is not, ``health`` says so.
    func look()
    /// Removes rooms, oldest first, at most `limit`, and none of `kept` (those that are in memory or being loaded);
    /// tells how many.
    func purge(
        _ retention: Retention, keeping kept: Set<RoomName>, limit: Int,
        _ done: @escaping (Result<Int, StoreFailure>) -> Void)
}

extension LastingStore {
    public var damage: String? { nil }
    public var nodes: (any NodeNetwork)? { nil }
    public var shared: (any SharedRecords)? { nil }
    public var bytesToCome: Int { 0 }
}
