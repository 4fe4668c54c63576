import CWebSockets
import Glibc

/// One event loop on one thread.
///
/// How the pieces fit:
///
///     other threads ──> Mailbox ──┐                      ┌─> ServerHandler / ClientHandler
///     SignalWatcher ──> Mailbox ──┤                      │
///     LoopTimer ──────────────────┼─> libev (Reactor) ───┤
///     listening socket ─> Server ─┤        ^             │
///     libwebsockets <─ its plug-in ────────┘ ─> libraryCallback ─> Connection ─> WebSocket, HTTPExchange
///
/// libev's loop is ours and is lent to libwebsockets. A turn of the loop handles what the kernel reports: `accept`,
/// timers, mailboxes, and the library's callbacks, each of which becomes one call of a `Connection`. Handlers only
/// queue: frames in each socket's `Outbox`, events in `happenings`. At the end of the turn, before the loop sleeps,
/// each socket that got frames is written to once, and then handlers hear what happened (`closed`, `drained`,
/// `overflowed`): never from inside a fan-out.
///
/// Everything here but `Mailbox`, `Frame` and the value types is confined to the thread that made the loop and runs
/// it, and is not Sendable, so the compiler keeps it there.
public final class EventLoop {
    private let core: LoopCore
    private let log: LibraryLog.Listener?

    public init(_ options: LoopOptions = .init()) throws(LoopFailure) {
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow is an error of its write (setrlimit(2)), not the end of the process.
        signal(SIGXFSZ, SIG_IGN)
        LibraryLog.open()
        log = options.log.map(LibraryLog.Listener.init)
        core = try LoopCore(options)
    }

    deinit { core.abandon() }

    /// Messages are handled in order, on the loop. Several mailboxes may be attached.
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

    /// A timer; keep it to keep it alive.
    public func timer(_ fire: @escaping () -> Void) -> LoopTimer { core.timer(fire) }

    /// Watches a descriptor for something to read; keep it to keep it alive.
    ///
    /// - Parameter ready: whether there is something to read, and whether something can be written.
    public func watch(_ descriptor: CInt, _ ready: @escaping (_ reads: Bool, _ writes: Bool) -> Void)
        -> DescriptorWatch
    { DescriptorWatch(core.reactor, descriptor, ready) }

    /// Has `work` called at the end of each turn, before the loop sleeps: what was asked of it in a turn it does
    /// together.
    public func atEndOfTurn(_ work: @escaping () -> Void) { core.works.append(work) }

    /// How long the loop's turns took: what comes meanwhile waits so long.
    public var turns: Histogram { core.turns }

    /// Bytes that sockets were sent and that the kernel has not taken yet, all together.
    public var unsentBytes: Int { core.connections.reduce(0) { $0 + ($1.socket?.unsentBytes ?? 0) } }

    /// The WebSockets that are open or closing.
    public var sockets: [WebSocket] { core.connections.compactMap(\.socket) }

    /// Bytes of WebSockets that are in the kernel and that peers have not acknowledged, all together.
    public var bytesInKernel: Int { core.connections.reduce(0) { $0 + ($1.socket?.bytesInKernel ?? 0) } }

    /// Milliseconds of a clock that never goes back.
    public func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Listens, and returns the port. Connections are served once `run` is called.
    public func listen(_ configuration: ListenConfiguration, handler: any ServerHandler) throws(LoopFailure) -> Int {
        try core.listen(configuration, handler: handler)
    }

    /// Throws what ``listen(_:handler:)`` would throw, but listens nowhere and changes nothing. Sockets that were handed
    /// over are not looked at.
    public func check(_ configuration: ListenConfiguration) throws(LoopFailure) {
        try Server.check(configuration, core.library)
    }

    /// Throws what ``control(at:_:)`` would throw, and changes nothing.
    public func checkControl(at path: String) throws(LoopFailure) { try ListeningSocket.check(path: path) }

    /// Takes orders at `path` for as long as it is kept; `answer` is called on the loop.
    public func control(
        at path: String, _ answer: @escaping (String, @escaping (String) -> Void) -> Void
    ) throws(LoopFailure) -> ControlSocket { try ControlSocket(core, path: path, answer: answer) }

    /// Takes no new connections; those there are go on.
    public func stopListening() { core.server?.stopListening() }

    /// Reads the certificate that ``ListenConfiguration/tls`` names anew: connections from now on get it, those that
    /// there are go on. One that cannot be used changes nothing.
    public func reloadCertificate() throws(LoopFailure) { try core.server?.reloadCertificate() }

    /// Connects. The socket is returned before it is open: `handler` hears `opened` or `failed`, never from inside this
    /// call. Looking up a name blocks the loop: libwebsockets does it on the spot.
    public func connect(_ target: ConnectTarget, handler: any ClientHandler) -> WebSocket {
        core.connect(target, handler: handler)
    }

    /// Serves until `stop`. To be called once.
    public func run() throws(LoopFailure) { try core.run() }

    /// Stops listening, closes every socket with 1001, and lets `run` return when all have gone, or after
    /// `stopWithinMilliseconds`.
    public func stop() { core.stop() }

    /// Messages for which a mailbox keeps storage.
    private static let keptMessages = 1024
}

/// One mailbox, its type of message forgotten.
struct AttachedMailbox {
    let drain: () -> Void
    let detach: () -> Void
}
