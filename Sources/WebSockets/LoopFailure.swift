/// The reason why a loop could not start, listen or run. `description` adds advice.
public enum LoopFailure: Error, Equatable, Sendable {
    /// The kernel gave no epoll descriptor.
    case noEventLoop
    /// libwebsockets refused to start; `reason` is its log message.
    case library(reason: String)
    /// The name of the host to listen on has no address.
    case unknownHost(String)
    /// Binding or listening failed with this `errno`.
    case cannotListen(host: String, port: Int, errno: Int32)
    /// Binding or listening at the path of a unix socket failed with this `errno`.
    case cannotListenAt(path: String, errno: Int32)
    /// The service manager handed over a descriptor that is not a listening socket.
    case notListening(descriptor: Int32)
    /// No server accepts commands at that path, or not from this user.
    case cannotConnect(path: String, errno: Int32)
    /// The server at that path received the command and did not answer in time.
    case noAnswer(path: String, milliseconds: Int)
    /// The certificate or its key cannot be used; `reason` comes from the system or from
    /// libwebsockets.
    case certificate(file: String, reason: String)
    /// `listen` was called twice on one loop.
    case alreadyListening
    /// `run` was called on a loop that has already run.
    case alreadyRun

    /// A stable word for logs and tests.
    public var code: String {
        switch self {
        case .noEventLoop: "no-event-loop"
        case .library: "library"
        case .unknownHost: "unknown-host"
        case .cannotListen, .cannotListenAt, .notListening: "cannot-listen"
        case .cannotConnect: "cannot-connect"
        case .noAnswer: "no-answer"
        case .certificate: "certificate"
        case .alreadyListening: "already-listening"
        case .alreadyRun: "already-run"
        }
    }
}
