import CWebSockets

/// What one loop consists of. Connections and sockets hold it, the ``EventLoop`` owns it and takes it apart.
final class LoopCore {
    let options: LoopOptions
    let reactor: Reactor
    let library: Library
    let watchers: LoopWatchers
    let writeBuffer = WriteBuffer()

    /// All connections; each knows its index.
    var connections: [Connection] = []
    /// Sockets with frames to write at the end of this turn.
    @exclusivity(unchecked) var dirty: [WebSocket] = []
    @exclusivity(unchecked) var spareDirty: [WebSocket] = []
    @exclusivity(unchecked) var happenings: [Happening] = []
    var requestLine = RequestLine()
    var mailboxes: [AttachedMailbox] = []
    /// Called at the end of each turn.
    var works: [() -> Void] = []
    var server: Server?
    var stopTimer: LoopTimer?
    private(set) var isStopping = false
    var isOver = false
    var lastID: UInt64 = 0
    /// Seconds of the loop's own clock, moved on by its heartbeat.
    @exclusivity(unchecked) var seconds = 0
    /// How long turns took, and when this one began (microseconds).
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
                socket.close(.goingAway, reason: "the server stops")
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

    /// Its owner goes. Where it never ran nobody is told of connections that were being made, and no callback may find
    /// a loop that is going.
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
