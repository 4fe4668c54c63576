import CWebSockets
import Glibc

/// An event loop on one thread.
///
/// The parts and their connections:
///
///     other threads ──> Mailbox ──┐                      ┌─> ServerHandler / ClientHandler
///     SignalWatcher ──> Mailbox ──┤                      │
///     LoopTimer ──────────────────┼─> libev (Reactor) ───┤
///     listening socket ─> Server ─┤        ^             │
///     libwebsockets <─ its plug-in ────────┘ ─> libraryCallback ─> Connection ─> WebSocket, HTTPExchange
///
/// The libev loop is owned here and lent to libwebsockets. A turn handles the events of the kernel:
/// `accept`, timers, mailboxes, and callbacks of libwebsockets, each of which becomes one call of a
/// `Connection`. Handlers only queue: frames in the `Outbox` of each socket, events in
/// `happenings`.
///
/// At the end of the turn, before the loop sleeps, each socket with new frames is written to once.
/// Then the handlers are notified (`closed`, `drained`, `overflowed`), never in the middle of a
/// broadcast.
///
/// Everything here except `Mailbox`, `Frame` and the value types is confined to the thread that
/// created the loop and runs it. These types are not Sendable, so the compiler enforces this.
public final class EventLoop {
    /// Runs tasks on the loop's thread.
    public let executor = LoopExecutor()
    private let core: LoopCore
    private let log: LibraryLog.Listener?

    public init(_ options: LoopOptions = .init()) throws(LoopFailure) {
        signal(SIGPIPE, SIG_IGN)
        // Ignore SIGXFSZ, so that a write that exceeds the file size limit fails with an error
        // instead of ending the process (setrlimit(2)).
        signal(SIGXFSZ, SIG_IGN)
        LibraryLog.open()
        log = options.log.map(LibraryLog.Listener.init)
        core = try LoopCore(options)
    }

    deinit { core.abandon() }

    /// Calls `handle` on the loop for each message of the mailbox, in order. You can attach several
    /// mailboxes.
    public func attach<Message: Sendable>(_ mailbox: Mailbox<Message>, _ handle: @escaping (Message) -> Void) {
        var spent: [Message] = []
        core.attach(
            AttachedMailbox(
                drain: {
                    mailbox.removeAll(into: &spent)
                    for message in spent { handle(message) }
                    spent.removeAll(keepingCapacity: spent.capacity <= EventLoop.keptMessages)
                },
                detach: { mailbox.detach() }))
        mailbox.attach(core.watchers.waker)
    }

    /// Creates a timer. Deallocating it cancels it.
    public func timer(_ fire: @escaping () -> Void) -> LoopTimer { core.timer(fire) }

    /// Watches a descriptor for reading. Deallocating the result ends the watch.
    ///
    /// - Parameter ready: Called with whether the descriptor is readable, and whether it is
    ///   writable.
    public func watch(_ descriptor: CInt, _ ready: @escaping (_ reads: Bool, _ writes: Bool) -> Void)
        -> DescriptorWatch
    { DescriptorWatch(core.reactor, descriptor, ready) }

    /// Calls `work` at the end of each turn, before the loop sleeps, so that it can handle all
    /// requests of a turn together.
    public func atEndOfTurn(_ work: @escaping () -> Void) { core.endOfTurnCallbacks.append(work) }

    /// The durations of the loop's turns. New events wait until the current turn ends.
    public var turns: Histogram { core.turns }

    /// Bytes that were sent to all sockets and that the kernel has not taken yet.
    public var unsentBytes: Int { core.connections.reduce(0) { $0 + ($1.socket?.unsentBytes ?? 0) } }

    /// The WebSockets that are connecting, open or closing.
    public var sockets: [WebSocket] { core.connections.compactMap(\.socket) }

    /// Bytes of all WebSockets that are in the kernel and that peers have not acknowledged.
    public var bytesInKernel: Int { core.connections.reduce(0) { $0 + ($1.socket?.bytesInKernel ?? 0) } }

    /// Returns the milliseconds of a monotonic clock.
    public func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Listens, and returns the port. Connections are served once `run` is called.
    public func listen(_ configuration: ListenConfiguration, handler: any ServerHandler) throws(LoopFailure) -> Int {
        try core.listen(configuration, handler: handler)
    }

    /// Throws the error that ``listen(_:handler:)`` would throw, but does not listen and changes
    /// nothing. Does not check inherited sockets.
    public func check(_ configuration: ListenConfiguration) throws(LoopFailure) {
        try Server.check(configuration, core.library)
    }

    /// Throws the error that ``control(at:_:)`` would throw, and changes nothing.
    public func checkControl(at path: String) throws(LoopFailure) { try ListeningSocket.check(path: path) }

    /// Accepts commands at `path` until the result is deallocated. Calls `answer` on the loop.
    public func control(
        at path: String, _ answer: @escaping (String, @escaping (String) -> Void) -> Void
    ) throws(LoopFailure) -> ControlSocket { try ControlSocket(core, path: path, answer: answer) }

    /// Stops accepting connections; existing ones stay open.
    public func stopListening() { core.server?.stopListening() }

    /// Reads the certificate of ``ListenConfiguration/tls`` again. New connections use it, existing
    /// ones stay open. A certificate that cannot be used changes nothing.
    public func reloadCertificate() throws(LoopFailure) { try core.server?.reloadCertificate() }

    /// Connects, and returns the socket before it is open. The handler gets `opened` or `failed`,
    /// never from inside this call. Blocks the loop while libwebsockets looks up the name of the
    /// host.
    public func connect(_ target: ConnectTarget, handler: any ClientHandler) -> WebSocket {
        core.connect(target, handler: handler)
    }

    /// Serves until ``stop()``. Call this once.
    public func run() throws(LoopFailure) { try core.run() }

    /// Stops listening, and closes every socket with 1001. `run` returns when all sockets have
    /// closed, or after `stopWithinMilliseconds`.
    public func stop() { core.stop() }

    /// The number of messages for which a mailbox keeps its storage.
    private static let keptMessages = 1024
}

/// A mailbox with its message type erased.
struct AttachedMailbox {
    let drain: () -> Void
    let detach: () -> Void
}
