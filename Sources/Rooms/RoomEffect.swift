import GameState
import Wire

/// What a room lets out, once all that it was judged on is durable.
///
/// A delta, which is what there is most of, is moved about as it is; what holds a notice is larger and rarer, and has a
/// place of its own.
enum RoomEffect {
    /// An accepted delta, to everybody; and where it was caused (``ClientConnection/group``), empty: by nobody.
    case spread(AcceptedDelta, by: String)
    /// One of its sender's own state, to the sender's connections.
    case spreadOwn(AcceptedDelta)
    indirect case tell(ClientConnection, Notice)
    /// It gets what happens from now on; first what it missed, or everything.
    indirect case admit(ClientConnection, Notice)
    case dismiss(ClientConnection)
    /// Whoever waits for what was judged so far: true, it is stored.
    case settled((Bool) -> Void)
    /// The room as it was when this was asked for.
    indirect case snapshot(Notice.Snapshot, (Notice.Snapshot?) -> Void)
}
