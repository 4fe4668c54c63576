/// The guarantee that a call needs before its answer is delivered.
public enum WriteGuarantee: Sendable {
    /// Redis has answered.
    case answered
    /// The configured number of replicas has everything up to and including the call.
    case replicated
    /// Each replica that the primary has, or had a moment ago, has everything up to and including
    /// the call, so that it survives whichever replica Sentinels promote. For writes that the
    /// servers cannot repeat after a failover.
    case everywhere
}
