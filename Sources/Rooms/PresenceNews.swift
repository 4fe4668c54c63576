import Nodes

/// Rooms that announce joins and leaves in batches: large rooms every ``milliseconds``, medium ones
/// after ``momentMilliseconds``. A crowd that joins at once then costs each client one message
/// instead of one per newcomer.
package final class PresenceNews {
    /// The interval between announcements in large rooms, in milliseconds.
    package static let milliseconds = 500
    /// The delay between the first join or leave and its announcement in medium rooms, in
    /// milliseconds.
    static let momentMilliseconds = 10

    private let timer: (@escaping () -> Void) -> any OneShotTimer
    private var rooms: [LiveRoom] = []
    private var soon: [LiveRoom] = []
    private var moment: (any OneShotTimer)?

    /// - Parameter timer: makes a timer that calls the closure when it fires.
    package init(timer: @escaping (@escaping () -> Void) -> any OneShotTimer) { self.timer = timer }

    /// The number of rooms that have something to announce.
    package var count: Int { rooms.count + soon.count }

    /// Adds a room whose news will be announced. Returns false if it waits for that already.
    func add(_ live: LiveRoom) -> Bool {
        if live.audience.count < Audience.coalescingSize { return addSoon(live) }
        guard !rooms.contains(where: { $0 === live }) else { return false }
        rooms.append(live)
        return true
    }

    private func addSoon(_ live: LiveRoom) -> Bool {
        guard !soon.contains(where: { $0 === live }) else { return false }
        if soon.isEmpty {
            let moment = moment ?? timer { [weak self] in self?.scheduleAnnouncement() }
            moment.schedule(afterMilliseconds: Self.momentMilliseconds)
            self.moment = moment
        }
        soon.append(live)
        return true
    }

    package func announce() {
        for live in rooms { live.broadcastPresence() }
        rooms = []
    }

    func scheduleAnnouncement() {
        for live in soon { live.broadcastPresence() }
        soon = []
    }
}
