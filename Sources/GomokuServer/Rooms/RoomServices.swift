import GameState

/// Calls once, some time from now; letting go of it cancels it.
protocol RoomTimer: AnyObject {
    func schedule(afterMilliseconds delay: Int)
    func cancel()
}

/// For tables that nobody drives by time (tests).
private final class NoTimer: RoomTimer {
    func schedule(afterMilliseconds delay: Int) {}
    func cancel() {}
}

/// What every table needs of the services it stands in.
final class RoomServices {
    let store: any RoomStore
    let limits: Limits
    let counters: Counters
    /// Server time, milliseconds since 1970.
    let now: () -> Int
    /// Called when coming and going at a large table should be told soon.
    var presenceChanged: (LiveRoom) -> Void = { _ in }
    /// Called when a table's room cannot be read any more.
    var broken: (LiveRoom) -> Void = { _ in }

    /// When the server was last known to run before it was started, milliseconds since 1970.
    var lastAlive = 0
    /// Called when a table has shown something, and nothing else is on its way there.
    var shown: (LiveRoom) -> Void = { _ in }
    /// Called at the same times, for the list of games in play.
    var seen: (LiveRoom) -> Void = { _ in }
    /// Makes a timer that calls when it is due; set by whoever has the loop.
    var timer: (@escaping () -> Void) -> any RoomTimer = { _ in NoTimer() }

    /// All that `table` has to show is shown.
    func settled(_ table: LiveRoom) {
        shown(table)
        seen(table)
    }

    private var lives = 0

    /// A number that no life of any room has had before.
    func newLife() -> Int {
        lives += 1
        return lives
    }

    init(store: any RoomStore, limits: Limits, counters: Counters = Counters(), now: @escaping () -> Int) {
        self.store = store
        self.limits = limits
        self.counters = counters
        self.now = now
    }
}
