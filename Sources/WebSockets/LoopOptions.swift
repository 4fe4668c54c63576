/// The options of an ``EventLoop``.
public struct LoopOptions: Sendable {
    /// Of this loop, in all. Sizes the library's table of descriptors; the soft limit of open files is raised to
    /// the hard one.
    public var maximumConnections = 10_000
    /// Takes libwebsockets' own errors and warnings, on the loop's thread, while the loop lives. The library has
    /// one log for the process: every loop with a log hears all of it.
    public let log: (@Sendable (String) -> Void)?
    /// How long `stop` waits for peers to take their close frames.
    public var stopWithinMilliseconds = 3000

    public init(log: (@Sendable (String) -> Void)? = nil) { self.log = log }
}
