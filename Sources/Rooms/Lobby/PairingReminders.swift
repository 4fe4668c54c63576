import GameState

/// Who was told of a game and has not come yet: a line may have broken, or been too slow, just then.
struct PairingReminders {
    /// How long somebody is told again, milliseconds; then the opponent may claim the game.
    package static let milliseconds = GameSupervisor.quietGrace + GameSupervisor.announcedGrace
    /// People who are remembered; over it those whose time is up are forgotten.
    package static let limit = 10_000

    struct Reminder {
        package let room: RoomName
        package let side: Stone
        /// The connection that was told.
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

    /// They are in the room: nothing is to be told any more.
    package mutating func joined(_ participant: ParticipantID, _ room: RoomName) {
        if waiting[participant]?.room == room { waiting[participant] = nil }
    }

    /// What `participant` is to be told again.
    package func reminder(for participant: ParticipantID, now: Int) -> Reminder? {
        waiting[participant].flatMap { now - $0.at < Self.milliseconds ? $0 : nil }
    }
}
