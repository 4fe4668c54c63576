/// The options of an ``EventLoop``.
public struct LoopOptions: Sendable {
    /// The maximum number of connections of this loop. It determines the size of the descriptor
    /// table of libwebsockets. The soft limit of open files is raised to the hard limit.
    public var maximumConnections = 10_000
    /// A receiver of the errors and warnings of libwebsockets, called on the loop's thread while
    /// the loop exists. There is one log per process, so every loop with a receiver gets all lines.
    public let log: (@Sendable (String) -> Void)?
    /// The time that `stop` waits for peers to take their close frames.
    public var stopWithinMilliseconds = 3000

    public init(log: (@Sendable (String) -> Void)? = nil) { self.log = log }
}
