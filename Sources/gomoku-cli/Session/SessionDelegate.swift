import Client
import Wire

/// What a session tells. Every call comes on the loop's thread.
protocol SessionDelegate: AnyObject {
    func statusChanged(_ session: Session)
    /// After the session has taken it in; `change` is what it did to the room's mirror.
    func received(_ message: Notice, change: RoomMirror.Change, session: Session)
    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session)
    /// The room is entered on a new connection: what ends with a connection can be asked for again.
    func joined(_ session: Session)
    /// It cannot go on; the last call.
    func failed(_ failure: SessionFailure, session: Session)
}

extension SessionDelegate {
    func joined(_ session: Session) {}
}
