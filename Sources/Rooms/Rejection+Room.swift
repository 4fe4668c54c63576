import GameState

/// What a room refuses before it judges.
extension Rejection {
    /// As many deltas of the room wait for the store as may. A commit takes milliseconds.
    static let tooManyUncommitted = Rejection.rateLimited("deltas in this room", retryAfter: 100)
    /// So much waits to be delivered to the room that only its players may cause more.
    static let backlogFull = Rejection.rateLimited("messages to this room", retryAfter: backlogMilliseconds)
    /// How long whoever talks or changes something should wait for the deliveries of a large room, in milliseconds.
    package static let backlogMilliseconds = 1_000
}
