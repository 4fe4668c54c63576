import GameState

/// Rejections of requests that the room has not judged.
extension Rejection {
    /// Too many deltas of the room wait for the store. A commit takes milliseconds, so the client
    /// can retry soon.
    static let tooManyUncommitted = Rejection.rateLimited("deltas in this room", retryAfter: 100)
    /// So many frames wait to be delivered that only players may cause more.
    static let backlogFull = Rejection.rateLimited("messages to this room", retryAfter: backlogMilliseconds)
    /// The time that a client should wait for the deliveries of a large room before it sends again,
    /// in milliseconds.
    package static let backlogMilliseconds = 1_000
}
