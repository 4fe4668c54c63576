/// Reasons for closing all connections of a room, in at most 123 bytes, because a close frame holds
/// no more.
extension LiveRoom {
    package static let movedReason = "another server serves this room now"
    package static let rewoundReason =
        "the store lost the newest deltas of this room; it continues from the stored ones"
    static let unreadableReason = "this room cannot be read from the store"
    static let unansweredReason = "the store does not answer; the last requests may or may not be stored"
    static let stoppingReason = "the server is stopping"

    /// The interval at which fallen flags are checked while moves cannot be stored, in
    /// milliseconds.
    static let outageLook = 1_000
}
