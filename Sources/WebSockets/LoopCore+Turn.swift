import CWebSockets

/// What handlers hear at the end of a turn.
enum Happening {
    case overflowed(WebSocket)
    case drained(WebSocket)
    case closed(WebSocket, Connection)
    case failed(WebSocket, Connection)
}

extension LoopCore {
    /// The loop has slept and something has come.
    func beginTurn() { turnBegan = Histogram.now() }

    /// The end of a turn, before the loop sleeps: writes what was queued, then tells what happened, and again for what
    /// that has queued.
    func endTurn() {
        var passes = 0
        serveLine()
        for work in works { work() }
        while !(dirty.isEmpty && happenings.isEmpty) {
            guard passes < Self.passesPerTurn else {
                watchers.waker.wake()
                break
            }
            passes += 1
            flushDirty()
            tellHappenings()
            for work in works { work() }
        }
        if isStopping, connections.isEmpty { gomoku_ev_break(reactor.loop) }
        if let began = turnBegan { turns.add(since: began) }
        turnBegan = nil
    }

    /// Whether so much has been done in this turn that a request over HTTP had better wait for the next one.
    var isTurnLong: Bool {
        turnBegan.map { Histogram.now() - $0 > RequestLine.turnMicroseconds } ?? false
    }

    /// One request at the least, and as many as there is time for.
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

    private func tellHappenings() {
        var events: [Happening] = []
        swap(&events, &happenings)
        for event in events { tell(event) }
    }

    private func tell(_ event: Happening) {
        switch event {
        case .overflowed(let socket):
            if socket.state != .closed { socket.connection?.server?.handler.overflowed(socket) }
        case .drained(let socket):
            // Not before: what somebody else sends it in this turn would come after a gap that nobody has filled.
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

    /// Once a second while there are connections: time-outs and pings.
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
        // The library looks at its own time-outs whenever it is woken; its timer alone may be late (see LoopTimer).
        if needsLibrary { library.wake() }
        if connections.isEmpty { watchers.rest() }
    }

    /// Frees everything that C borrowed, in this order: nobody can wake the loop any more, then the library closes what
    /// is open (its callbacks still find `self`), then the last handlers are told. libev's loop goes with its timers.
    func tearDown() {
        isOver = true
        for mailbox in mailboxes { mailbox.detach() }
        mailboxes = []
        works = []
        requestLine = RequestLine()
        stopTimer = nil
        server?.stopListening()
        library.destroy()
        watchers.stop()
        dirty = []
        tellHappenings()
        for connection in connections { connection.socket?.releaseConnection() }
        connections = []
        server = nil
    }

    /// How often the kernel is asked what a connection has sent, in seconds; every second it is another part of them.
    private static let secondsPerCount = 4

    /// Handlers that answer each other must not keep the loop from reading.
    private static let passesPerTurn = 16
}
