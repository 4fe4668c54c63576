import GameState
import Wire

/// What a room lets out, once all that it was judged on is durable.
enum RoomEffect {
    /// An accepted delta, to everybody.
    case spread(AcceptedDelta)
    /// One of its sender's own state, to the sender's connections.
    case spreadOwn(AcceptedDelta)
    case tell(ClientConnection, Notice)
    /// It gets what happens from now on; first what it missed, or everything.
    case admit(ClientConnection, Notice)
    case dismiss(ClientConnection)
    /// Whoever waits for what was judged so far: true, it is stored.
    case settled((Bool) -> Void)
    /// The room as it was when this was asked for.
    case snapshot(Notice.Snapshot, (Notice.Snapshot?) -> Void)
}
