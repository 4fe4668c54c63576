/// What has to be before a call's answer is handed out.
public enum Assurance: Sendable {
    /// The Redis that was asked has answered.
    case answered
    /// As many replicas as the client waits for have what was asked, and all that was before it.
    case replicated
    /// Each replica that the primary has, or had a moment ago, has it as well: whichever Sentinels promote. This is for
    /// writes that nobody stores again after a failover.
    case everywhere
}
