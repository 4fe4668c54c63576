import CWebSockets

/// An event that handlers are notified of at the end of a turn.
enum DeferredEvent {
    case overflowed(WebSocket)
    case drained(WebSocket)
    case closed(WebSocket, Connection)
    case failed(WebSocket, Connection)
}

extension LoopCore {
    /// Begins a turn: the loop has woken up.
    func beginTurn() { turnBegan = Histogram.now() }

    /// Ends a turn, before the loop sleeps: writes queued frames and notifies the handlers,
    /// repeatedly if that queues more.
    func endTurn() {
        var passes = 0
        serveLine()
        for work in endOfTurnCallbacks { work() }
        while !(dirty.isEmpty && happenings.isEmpty) {
            guard passes < Self.passesPerTurn else {
                watchers.waker.wake()
                break
            }
            passes += 1
            flushDirty()
            deliverEvents()
            for work in endOfTurnCallbacks { work() }
        }
        if isStopping, connections.isEmpty { gomoku_ev_break(reactor.loop) }
        if let began = turnBegan { turns.add(since: began) }
        turnBegan = nil
    }

    /// Whether this turn has taken so long that an HTTP request should wait for the next one.
    var isTurnLong: Bool {
        turnBegan.map { Histogram.now() - $0 > RequestQueue.turnMicroseconds } ?? false
    }

    /// Serves at least one queued request, and more while there is time.
    private func serveLine() {
        guard !requestLine.isEmpty else { return }
        repeat {
            guard let exchange = requestLine.next() else { return }
            exchange.connection?.serve(exchange)
        } while !isTurnLong
        if !requestLine.isEmpty { watchers.waker.wake() }
    }

    private func flushDirty() {
        swap(&dirty, &spareDirty)
        for socket in spareDirty { socket.flush() }
        spareDirty.removeAll(keepingCapacity: true)
    }

    private func deliverEvents() {
        var events: [DeferredEvent] = []
        swap(&events, &happenings)
        for event in events { deliver(event) }
    }

    private func deliver(_ event: DeferredEvent) {
        switch event {
        case .overflowed(let socket):
            if socket.state != .closed { socket.connection?.server?.handler.overflowed(socket) }
        case .drained(let socket):
            // Stop dropping frames only now. A frame sent earlier in this turn would arrive after a
            // gap that the handler has not filled yet.
            socket.stopDropping()
            if socket.state == .open { socket.connection?.server?.handler.drained(socket) }
        case .closed(let socket, let connection):
            if let server = connection.server {
                server.handler.closed(socket, code: socket.closeCode, reason: socket.closeReason)
            } else {
                connection.client?.closed(socket, code: socket.closeCode, reason: socket.closeReason)
            }
            socket.detach()
        case .failed(let socket, let connection):
            connection.client?.failed(
                socket, ConnectFailure(host: connection.address, reason: connection.failure ?? .closed))
            socket.detach()
        }
    }

    /// Checks timeouts and sends pings. Called once a second while there are connections.
    func heartbeat() {
        seconds += 1
        server?.resumeAccepting()
        var needsLibrary = false
        for connection in connections {
            if let socket = connection.socket, socket.state != .connecting {
                socket.tick(seconds)
                if (seconds + Int(truncatingIfNeeded: socket.id)) % Self.secondsPerCount == 0,
                    let server = connection.server
                {
                    let bytes = socket.otherBytes()
                    if bytes > 0, socket.state == .open { server.handler.receivedOther(bytes, on: socket) }
                }
                if socket.state != .open { needsLibrary = true }
            } else {
                needsLibrary = true
                connection.tick(seconds)
            }
        }
        // libwebsockets checks its timeouts whenever it is woken. Its timer alone can be late (see
        // LoopTimer).
        if needsLibrary { library.wake() }
        if connections.isEmpty { watchers.rest() }
    }

    /// Frees everything that C has borrowed, in this order: first nothing can wake the loop any
    /// more, then libwebsockets closes the open connections (its callbacks still find `self`), then
    /// the last handlers are notified. The libev loop is freed with its timers.
    func tearDown() {
        isOver = true
        for mailbox in mailboxes { mailbox.detach() }
        mailboxes = []
        endOfTurnCallbacks = []
        requestLine = RequestQueue()
        stopTimer = nil
        server?.stopListening()
        library.destroy()
        watchers.stop()
        dirty = []
        deliverEvents()
        for connection in connections { connection.socket?.releaseConnection() }
        connections = []
        server = nil
    }

    /// The interval at which the kernel is asked for the bytes that a connection has sent, in
    /// seconds. Each second a quarter of the connections is checked.
    private static let secondsPerCount = 4

    /// The limit of passes per turn, so that handlers that answer each other do not keep the loop
    /// from reading.
    private static let passesPerTurn = 16
}
