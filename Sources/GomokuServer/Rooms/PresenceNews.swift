/// Large rooms in which coming and going is told a few times a second, together.
final class PresenceNews {
    /// Between two tellings, milliseconds.
    static let milliseconds = 500

    private var rooms: [LiveRoom] = []

    /// Rooms that have something to tell.
    var count: Int { rooms.count }

    func add(_ live: LiveRoom) {
        if !rooms.contains(where: { $0 === live }) { rooms.append(live) }
    }

    func tell() {
        for live in rooms { live.spreadNews() }
        rooms = []
    }
}
