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
/// queue: frames in each socket's `Outbox`, events in `happenings`. At the end of the turn, before the loop sleeps, each
/// socket that got frames is written to once, and then handlers hear what happened (`closed`, `drained`,
/// `overflowed`): never from inside a fan-out.
///
/// Everything here but `Mailbox`, `Frame` and the value types is confined to the thread that made the loop and runs
/// it, and is not Sendable, so the compiler keeps it there.
public final class EventLoop {
  public struct Options: Sendable {
    /// Sizes the library's table of descriptors; the soft limit of open files is raised accordingly.
    public var maximumConnections = 10_000
    /// Takes libwebsockets' own errors and warnings, on the loop's thread. There is one for the process.
    public var log: (@Sendable (String) -> Void)?
    /// How long `stop` waits for peers to take their close frames.
    public var stopWithinMilliseconds = 3000

    public init() {}
  }

  let options: Options
  let reactor: Reactor
  let library: Library
  let watchers: LoopWatchers
  let writeBuffer = WriteBuffer()

  /// All connections; each knows its index.
  private(set) var connections: [Connection] = []
  /// Sockets with frames to write at the end of this turn.
  var dirty: [WebSocket] = []
  private var spareDirty: [WebSocket] = []
  private var happenings: [Happening] = []
  private var mailboxes: [AttachedMailbox] = []
  var server: Server?
  private var stopTimer: LoopTimer?
  private var isStopping = false
  private var isOver = false
  private var lastID: UInt64 = 0
  /// Seconds of the loop's own clock, moved on by its heartbeat.
  private(set) var seconds = 0

  public init(_ options: Options = .init()) throws(LoopFailure) {
    self.options = options
    signal(SIGPIPE, SIG_IGN)
    LibraryLog.send(to: options.log)
    reactor = try Reactor()
    library = try Library(reactor, maximumConnections: options.maximumConnections)
    watchers = LoopWatchers(reactor)
    watchers.start(self)
  }

  deinit {
    guard !isOver else { return }
    // Never run: nobody is told of connections that were being made, and no callback may find a loop that is going.
    for connection in connections { connection.wsi.map { lws_set_opaque_user_data($0, nil) } }
    connections = []
    happenings = []
    tearDown()
  }

  /// Messages are handled in order, on the loop. Several mailboxes may be attached.
  public func attach<Message: Sendable>(_ mailbox: Mailbox<Message>, _ handle: @escaping (Message) -> Void) {
    var spent: [Message] = []
    mailboxes.append(AttachedMailbox(
      drain: {
        mailbox.take(reusing: &spent)
        for message in spent { handle(message) }
        spent.removeAll(keepingCapacity: spent.capacity <= EventLoop.keptMessages)
      },
      detach: { mailbox.detach() }))
    mailbox.attach(watchers.waker)
  }

  /// A one-shot timer; keep it to keep it alive.
  public func timer(_ fire: @escaping () -> Void) -> LoopTimer { LoopTimer(reactor, fire) }

  /// Milliseconds of a clock that never goes back.
  public func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// Listens, and returns the port. Connections are served once `run` is called.
  public func listen(_ configuration: ListenConfiguration, handler: any ServerHandler) throws(LoopFailure) -> Int {
    guard server == nil else { throw .alreadyListening }
    let made = try Server(self, configuration, handler)
    server = made
    return made.port
  }

  /// Takes no new connections; those there are go on.
  public func stopListening() { server?.stopListening() }

  /// Serves until `stop`. To be called once.
  public func run() throws(LoopFailure) {
    guard !isOver else { throw .alreadyRun }
    ev_run(reactor.loop, 0)
    tearDown()
  }

  /// Stops listening, closes every socket with 1001, and lets `run` return when all have gone, or after
  /// `stopWithinMilliseconds`.
  public func stop() {
    guard !isStopping, !isOver else { return }
    isStopping = true
    stopListening()
    for connection in connections {
      if let socket = connection.socket {
        socket.close(.goingAway, reason: "the server stops")
      } else if connection.exchange == nil {
        kill(connection)
      }
    }
    stopTimer = timer { [unowned self] in gomoku_ev_break(reactor.loop) }
    stopTimer?.schedule(afterMilliseconds: options.stopWithinMilliseconds)
    watchers.waker.wake()
  }

  /// Messages for which a mailbox keeps storage.
  private static let keptMessages = 1024
}

/// One mailbox, its type of message forgotten.
private struct AttachedMailbox {
  let drain: () -> Void
  let detach: () -> Void
}

/// What handlers hear at the end of a turn.
enum Happening {
  case overflowed(WebSocket)
  case drained(WebSocket)
  case closed(WebSocket, Connection)
  case failed(WebSocket, Connection)
}

extension EventLoop {
  func nextID() -> UInt64 {
    lastID += 1
    return lastID
  }

  func happened(_ event: Happening) { happenings.append(event) }

  func adopt(_ connection: Connection) {
    connection.index = connections.count
    connections.append(connection)
    watchers.beat()
  }

  func forget(_ connection: Connection) {
    guard connection.index < connections.count, connections[connection.index] === connection else { return }
    let last = connections.removeLast()
    if last !== connection {
      connections[connection.index] = last
      last.index = connection.index
    }
    connection.server?.lost(connection)
  }

  /// Cuts a connection, from the loop: allowed at any time, also from inside its own callbacks.
  func kill(_ connection: Connection) {
    guard let wsi = connection.wsi else { return }
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC)
    library.wake()
  }

  /// Another thread has posted.
  func drainMailboxes() {
    for mailbox in mailboxes { mailbox.drain() }
  }

  /// The end of a turn, before the loop sleeps: writes what was queued, then tells what happened, and again for what
  /// that has queued.
  func endTurn() {
    var passes = 0
    while !(dirty.isEmpty && happenings.isEmpty) {
      guard passes < EventLoop.passesPerTurn else {
        watchers.waker.wake()
        break
      }
      passes += 1
      flushDirty()
      tellHappenings()
    }
    if isStopping, connections.isEmpty { gomoku_ev_break(reactor.loop) }
  }

  private func flushDirty() {
    swap(&dirty, &spareDirty)
    for socket in spareDirty { socket.flush() }
    spareDirty.removeAll(keepingCapacity: true)
  }

  private func tellHappenings() {
    var events: [Happening] = []
    swap(&events, &happenings)
    for event in events { tell(event) }
  }

  private func tell(_ event: Happening) {
    switch event {
    case .overflowed(let socket):
      if socket.state != .closed { socket.connection.server?.handler.overflowed(socket) }
    case .drained(let socket):
      if socket.state == .open { socket.connection.server?.handler.drained(socket) }
    case .closed(let socket, let connection):
      if let server = connection.server {
        server.handler.closed(socket, code: socket.closeCode, reason: socket.closeReason)
      } else {
        connection.client?.closed(socket, code: socket.closeCode, reason: socket.closeReason)
      }
      socket.owner = nil
    case .failed(let socket, let connection):
      connection.client?.failed(socket, connection.failure ?? "The server closed the connection before it was open.")
      socket.owner = nil
    }
  }

  /// Once a second while there are connections: time-outs and pings.
  func heartbeat() {
    seconds += 1
    server?.resumeAccepting()
    var needsLibrary = false
    for connection in connections {
      if let socket = connection.socket, socket.state != .connecting {
        socket.tick(seconds)
        if socket.state != .open { needsLibrary = true }
      } else {
        needsLibrary = true
        if let deadline = connection.requestBy ?? connection.connectsBy, seconds >= deadline { kill(connection) }
      }
    }
    // The library looks at its own time-outs whenever it is woken; its timer alone may be late (see LoopTimer).
    if needsLibrary { library.wake() }
    if connections.isEmpty { watchers.rest() }
  }

  /// Frees everything that C borrowed, in this order: nobody can wake the loop any more, then the library closes what
  /// is open (its callbacks still find `self`), then the last handlers are told. libev's loop goes with its timers.
  private func tearDown() {
    isOver = true
    for mailbox in mailboxes { mailbox.detach() }
    mailboxes = []
    stopTimer = nil
    server?.stopListening()
    library.destroy()
    watchers.stop()
    dirty = []
    tellHappenings()
    connections = []
    server = nil
  }

  /// Handlers that answer each other must not keep the loop from reading.
  private static let passesPerTurn = 16
}
