import GameState
import Wire

/// An effect that a room releases once all deltas that were judged before it are durable.
///
/// Deltas are the most frequent effect and are stored inline. Cases that hold a notice are larger
/// and rarer, so they are indirect.
enum RoomEffect {
    /// Broadcasts an accepted delta. `by` is the group that caused it (``ClientConnection/group``),
    /// or empty if no client did.
    case spread(AcceptedDelta, by: String)
    /// Sends a delta of private state to the connections of its author.
    case spreadOwn(AcceptedDelta)
    indirect case tell(ClientConnection, Notice)
    /// Sends the missed deltas or a snapshot, and starts broadcasts to the connection.
    indirect case admit(ClientConnection, Notice)
    case dismiss(ClientConnection)
    /// Calls back once everything judged so far is stored. False means that this cannot be known.
    case settled((Bool) -> Void)
    /// Calls back with the snapshot that was made at the time of the request.
    indirect case snapshot(Notice.Snapshot, (Notice.Snapshot?) -> Void)
}
