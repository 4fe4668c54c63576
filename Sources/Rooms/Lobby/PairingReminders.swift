import GameState

/// Pairings to repeat to players who were notified but have not come, because a connection may have
/// broken or been too slow just then.
struct PairingReminders {
    /// The time for which a pairing is repeated, in milliseconds. After it, the opponent may claim
    /// the game.
    package static let milliseconds = GameSupervisor.quietGrace + GameSupervisor.announcedGrace
    /// The maximum number of reminders. Expired ones are removed only when it is reached.
    package static let limit = 10_000

    struct Reminder {
        package let room: RoomName
        package let side: Stone
        /// The connection that was notified.
        package let connection: Int
        fileprivate let at: Int
    }

    private var waiting: [ParticipantID: Reminder] = [:]

    package mutating func add(
        _ participant: ParticipantID, _ room: RoomName, _ side: Stone, on connection: Int, now: Int
    ) {
        if waiting.count >= Self.limit { waiting = waiting.filter { now - $0.value.at < Self.milliseconds } }
        guard waiting.count < Self.limit else { return }
        waiting[participant] = Reminder(room: room, side: side, connection: connection, at: now)
    }

    /// Ends the reminder of a participant who has joined the room.
    package mutating func joined(_ participant: ParticipantID, _ room: RoomName) {
        if waiting[participant]?.room == room { waiting[participant] = nil }
    }

    /// Returns the reminder for `participant`, or nil if there is none or it has expired.
    package func reminder(for participant: ParticipantID, now: Int) -> Reminder? {
        waiting[participant].flatMap { now - $0.at < Self.milliseconds ? $0 : nil }
    }
}
