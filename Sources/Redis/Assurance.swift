/// What has to be before a call's answer is handed out.
public enum Assurance: Sendable {
    /// The Redis that was asked has answered.
    case answered
    /// As many replicas as the client waits for have what was asked, and all that was before it.
    case replicated
}
