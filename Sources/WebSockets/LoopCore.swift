import CWebSockets

/// The parts of one loop. Connections and sockets reference it; the ``EventLoop`` owns it and tears
/// it down.
final class LoopCore {
    let options: LoopOptions
    let reactor: Reactor
    let library: Library
    let watchers: LoopWatchers
    let writeBuffer = WriteBuffer()

    /// The connections of the loop. Each knows its index.
    var connections: [Connection] = []
    /// Sockets with frames to write at the end of this turn.
    @exclusivity(unchecked) var dirty: [WebSocket] = []
    @exclusivity(unchecked) var spareDirty: [WebSocket] = []
    @exclusivity(unchecked) var happenings: [DeferredEvent] = []
    var requestLine = RequestQueue()
    var mailboxes: [AttachedMailbox] = []
    /// Closures that are called at the end of each turn.
    var endOfTurnCallbacks: [() -> Void] = []
    var server: Server?
    var stopTimer: LoopTimer?
    private(set) var isStopping = false
    var isOver = false
    var lastID: UInt64 = 0
    /// Seconds of the loop's own clock, which its heartbeat advances.
    @exclusivity(unchecked) var seconds = 0
    /// The durations of the turns, and the start of the current turn in microseconds.
    var turns = Histogram()
    var turnBegan: Int?

    init(_ options: LoopOptions) throws(LoopFailure) {
        self.options = options
        reactor = try Reactor()
        library = try Library(reactor, maximumConnections: options.maximumConnections)
        watchers = LoopWatchers(reactor)
        watchers.start(self)
    }

    func attach(_ mailbox: AttachedMailbox) { mailboxes.append(mailbox) }

    func timer(_ fire: @escaping () -> Void) -> LoopTimer { LoopTimer(reactor, fire) }

    func listen(_ configuration: ListenConfiguration, handler: any ServerHandler) throws(LoopFailure) -> Int {
        guard server == nil else { throw .alreadyListening }
        let made = try Server(self, configuration, handler)
        server = made
        return made.port
    }

    func run() throws(LoopFailure) {
        guard !isOver else { throw .alreadyRun }
        ev_run(reactor.loop, 0)
        tearDown()
    }

    func stop() {
        guard !isStopping, !isOver else { return }
        isStopping = true
        server?.stopListening()
        for connection in connections {
            if let socket = connection.socket {
                socket.close(.goingAway, reason: "the server is stopping")
            } else if let exchange = connection.exchange {
                exchange.closesAfter = true
            } else {
                kill(connection)
            }
        }
        stopTimer = timer { [reactor] in gomoku_ev_break(reactor.loop) }
        stopTimer?.schedule(afterMilliseconds: options.stopWithinMilliseconds)
        watchers.waker.wake()
    }

    /// Tears the loop down when its owner is deallocated. If it never ran, pending connections are
    /// not reported, and callbacks must not find a loop that is being freed.
    func abandon() {
        guard !isOver else { return }
        for connection in connections {
            connection.wsi.map { lws_set_opaque_user_data($0, nil) }
            connection.socket?.releaseConnection()
        }
        connections = []
        happenings = []
        tearDown()
    }
}
