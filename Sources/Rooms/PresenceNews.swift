import Nodes

/// Rooms in which coming and going is told together: a few times a second where many are, within a moment where
/// some are, so that a crowd that comes at once costs each of them one message and not as many as come.
package final class PresenceNews {
    /// Between two tellings in large rooms, milliseconds.
    package static let milliseconds = 500
    /// In others, from the first who came until it is told.
    static let momentMilliseconds = 10

    private let timer: (@escaping () -> Void) -> any OneShotTimer
    private var rooms: [LiveRoom] = []
    private var soon: [LiveRoom] = []
    private var moment: (any OneShotTimer)?

    /// - Parameter timer: makes a timer that calls when it is due.
    package init(timer: @escaping (@escaping () -> Void) -> any OneShotTimer) { self.timer = timer }

    /// Rooms that have something to tell.
    package var count: Int { rooms.count + soon.count }

    /// It is told with the next ``tell()``.
    package func add(_ live: LiveRoom) {
        if !rooms.contains(where: { $0 === live }) { rooms.append(live) }
    }

    /// It is told in ``momentMilliseconds``.
    func addSoon(_ live: LiveRoom) {
        guard !soon.contains(where: { $0 === live }) else { return }
        if soon.isEmpty {
            let moment = moment ?? timer { [weak self] in self?.tellSoon() }
            moment.schedule(afterMilliseconds: Self.momentMilliseconds)
            self.moment = moment
        }
        soon.append(live)
    }

    package func tell() {
        for live in rooms { live.spreadNews() }
        rooms = []
    }

    func tellSoon() {
        for live in soon { live.spreadNews() }
        soon = []
    }
}
