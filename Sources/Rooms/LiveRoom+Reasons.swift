/// Reasons for closing all connections of a room. A close frame has room for 123 bytes.
extension LiveRoom {
    package static let movedReason = "another server serves this room now"
    package static let rewoundReason = "the store has lost the newest of this room: it goes on from what is stored"
    static let unreadableReason = "this room cannot be read from the store"
    static let unansweredReason = "the store does not answer: what was asked last may be stored"
    static let stoppingReason = "the server stops"

    /// The interval at which fallen flags are checked while moves cannot be stored, in
    /// milliseconds.
    static let outageLook = 1_000
}
