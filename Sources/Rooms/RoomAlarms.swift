import GameState
import Nodes

/// The timers of one room, created on first use.
struct RoomAlarms {
    private var flag: (any OneShotTimer)?
    private var absence: (any OneShotTimer)?

    /// Sets an alarm that calls `ring` once after `delay`. It replaces an earlier setting of the
    /// same alarm.
    package mutating func set(
        _ alarm: GameSupervisor.Alarm, afterMilliseconds delay: Int,
        timer new: (@escaping () -> Void) -> any OneShotTimer, _ ring: @escaping () -> Void
    ) {
        let timer = self[alarm] ?? new(ring)
        timer.schedule(afterMilliseconds: delay)
        self[alarm] = timer
    }

    package func cancel(_ alarm: GameSupervisor.Alarm) { self[alarm]?.cancel() }

    private subscript(alarm: GameSupervisor.Alarm) -> (any OneShotTimer)? {
        get {
            switch alarm {
            case .flag: flag
            case .absence: absence
            }
        }
        set {
            switch alarm {
            case .flag: flag = newValue
            case .absence: absence = newValue
            }
        }
    }
}
