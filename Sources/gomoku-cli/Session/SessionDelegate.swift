import Client
import Wire

/// The observer of a session. All calls are on the loop's thread.
protocol SessionDelegate: AnyObject {
    func statusChanged(_ session: Session)
    /// Called after the session has processed the message. `change` is its effect on the room's
    /// mirror.
    func received(_ message: Notice, change: RoomMirror.Change, session: Session)
    func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session)
    /// Called after joining the room on a new connection, when requests that end with a connection
    /// can be repeated.
    func joined(_ session: Session)
    /// Called last, when the session cannot continue.
    func failed(_ failure: SessionFailure, session: Session)
}

extension SessionDelegate {
    func joined(_ session: Session) {}
}
