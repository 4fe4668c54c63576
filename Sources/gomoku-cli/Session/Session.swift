import Client
import GameState
import WebSockets
import Wire

/// An identity in a room of a server, kept across any number of connections.
///
/// - A delta or chat message is sent under one ID until the server has answered it.
/// - A dead connection is detected within `pingEvery + pingWithin`.
/// - After a reconnect, the session rejoins the room from the last known revision. Only then does
///   it resend unanswered requests.
final class Session {
    /// The interval between pings, in milliseconds.
    static let pingEvery = 4_000
    /// The number of first pings of a connection, and their interval in milliseconds. They are
    /// frequent so that clocks soon become exact.
    static let firstPings = 4, firstPingEvery = 250
    /// The time limit for a ping's answer, in milliseconds.
    static let pingWithin = 4_000
    /// The time limit for connecting and being welcomed, in milliseconds.
    static let openWithin = 10_000

    let loop: EventLoop
    let setup: Setup
    private weak var delegate: (any SessionDelegate)?
    private(set) var status = SessionStatus.connecting(again: false)
    private(set) var mirror: RoomMirror
    private(set) var outbox = ClientOutbox()
    private(set) var me: Participant?
    /// The estimate of the server's time.
    private(set) var clock = ServerClock()
    /// The last ping's round-trip time, in milliseconds.
    var latency: Int? { clock.latency }
    /// The server's time minus the loop's clock, in milliseconds.
    var clockOffset: Int? { clock.offset }
    /// The error of writing the token file, if any.
    private(set) var tokenFailure: TokenFileError?

    private var socket: WebSocket?
    /// The token that proves the identity, or nil before the first welcome. Secret.
    private(set) var token: String?
    private var kind: RoomKind
    /// The kinds to join as, one after the other, if the room is of another kind.
    private var untriedKinds: [RoomKind]
    private var backoff = Backoff()
    private var random = SystemRandomNumberGenerator()
    private var onlineSince: Int?
    /// Whether the join was answered on this connection. Requests sent from now on are not lost.
    private var isJoined = false
    private var isRejoining = false
    private var pings = 0
    private var counter = 0
    private let idPrefix: String
    private var isOver = false
    private var retryTimer: LoopTimer?
    private var openTimer: LoopTimer?
    private var pingTimer: LoopTimer?
    private var silenceTimer: LoopTimer?

    init(_ setup: Setup, loop: EventLoop) {
        self.setup = setup
        self.loop = loop
        mirror = RoomMirror(room: setup.room)
        kind = setup.room.isReserved ? RoomKind(usualFor: setup.room) : setup.kind
        untriedKinds = setup.takesAnyKind ? [.open, .analysis, .race] : []
        idPrefix = String(UInt32.random(in: .min ... .max, using: &random), radix: 36)
        token = setup.tokens?.read() ?? setup.token
        retryTimer = loop.timer(of: self) { $0.connect() }
        openTimer = loop.timer(of: self) { $0.drop(.noAnswer(host: $0.setup.address.server)) }
        pingTimer = loop.timer(of: self) { $0.ping() }
        silenceTimer = loop.timer(of: self) { $0.drop(.noAnswer(host: $0.setup.address.server)) }
    }

    // MARK: Interface

    func start(telling delegate: any SessionDelegate) {
        self.delegate = delegate
        connect()
    }

    /// Reconnects now instead of at the end of the pause.
    func retryNow() {
        if case .offline = status { connect() }
    }

    /// Closes the connection. The delegate gets no more calls.
    func close() {
        isOver = true
        detach(saying: .normal)
        retryTimer?.cancel()
    }

    /// Sends a delta, and sends it again after each reconnect until it is answered. Returns its ID,
    /// or nil if too many requests are waiting.
    ///
    /// - Parameter base: the revision that the user had seen, or nil for the newest.
    func send(_ delta: Delta, base: Int? = nil, guards: DeltaRequest.Guard = .none) -> String? {
        counter += 1
        let id = "\(idPrefix)-\(counter)"
        let base = base ?? (mirror.isKnown ? mirror.rev : nil)
        return keep(.delta(DeltaRequest(room: setup.room, id: id, base: base, guards: guards, delta: delta)))
    }

    /// Sends a chat message, and sends it again after each reconnect until it is answered. Returns
    /// its ID, or nil if too many requests are waiting.
    func say(_ text: String) -> String? {
        counter += 1
        return keep(.say(text: text, id: "\(idPrefix)-\(counter)", room: setup.room))
    }

    /// Sends a request that is not repeated after a reconnect. Returns false if there is no
    /// connection.
    func sendOnce(_ text: String) -> Bool {
        guard isJoined, let socket else { return false }
        socket.send(text)
        return true
    }

    /// Sends a request with an ID, which is not repeated after a reconnect. Returns the ID, or nil
    /// if there is no connection.
    func ask(_ request: (_ id: String) -> String) -> String? {
        guard isJoined, let socket else { return nil }
        counter += 1
        let id = "\(idPrefix)-\(counter)"
        socket.send(request(id))
        return id
    }

    private func keep(_ request: ClientOutbox.Request) -> String? {
        guard outbox.add(request) else { return nil }
        if isJoined { socket?.send(request.text) }
        return request.id
    }

    // MARK: Connection

    private func connect() {
        guard !isOver else { return }
        detach(saying: .goingAway)
        retryTimer?.cancel()
        var isAgain = true
        if case .connecting(again: false) = status { isAgain = backoff.attempts > 0 }
        publish(.connecting(again: isAgain))
        openTimer?.schedule(afterMilliseconds: Self.openWithin)
        socket = loop.connect(setup.address.target, handler: self)
    }

    private func publish(_ next: SessionStatus) {
        status = next
        delegate?.statusChanged(self)
    }

    /// The failure of a session that the user quits before a server has ever answered. It names the
    /// server, and its exit status tells scripts. Nil after the first answer, and before the first
    /// attempt has failed.
    var unansweredFailure: SessionFailure? {
        if me == nil, case .offline(let why, _) = status { .unavailable(why) } else { nil }
    }

    /// Drops the socket and cancels its timers.
    private func detach(saying code: CloseCode) {
        for timer in [openTimer, pingTimer, silenceTimer] { timer?.cancel() }
        isJoined = false
        isRejoining = false
        let old = socket
        socket = nil
        old?.close(code)
    }

    private func drop(_ why: ConnectionLoss) {
        detach(saying: .goingAway)
        guard !isOver else { return }
        guard setup.retries.cover(why, wasWelcomed: me != nil) else { return fail(.unavailable(why)) }
        if let onlineSince { backoff.lost(after: loop.now() - onlineSince) }
        onlineSince = nil
        let pause = backoff.next(using: &random)
        retryTimer?.schedule(afterMilliseconds: pause)
        publish(.offline(why: why, retryAt: loop.now() + pause))
    }

    private func fail(_ failure: SessionFailure) {
        close()
        delegate?.failed(failure, session: self)
    }

    private func ping() {
        pings += 1
        pingTimer?.schedule(afterMilliseconds: pings < Self.firstPings ? Self.firstPingEvery : Self.pingEvery)
        if silenceTimer?.isScheduled != true { silenceTimer?.schedule(afterMilliseconds: Self.pingWithin) }
        socket?.send(Request.ping(.init(at: JSON(loop.now()))).text)
    }

    // MARK: Messages

    private func handle(_ message: Notice) {
        silenceTimer?.cancel()
        switch message {
        case .welcome(let welcome): return welcomed(welcome, message)
        case .pong(let pong): measure(at: pong.at, time: pong.time)
        // The server removes a player from an analysis that shows their rated game. Changes wait in
        // the outbox until the game is over.
        case .error(let error) where error.id == nil && error.reason.code == .rated:
            return drop(.turnedAway(error.reason))
        case .error(let error) where !isJoined && error.id == nil: return refused(error.reason)
        default: break
        }
        let settled = outbox.settle(message, me: me?.id)
        let change = mirror.apply(message)
        if case .gap = change { rejoin() }
        for (request, answer) in settled { delegate?.settled(request, answer, session: self) }
        delegate?.received(message, change: change, session: self)
        switch message {
        // The snapshot may include the deltas that would have answered the waiting requests. Only
        // resending the requests shows whether they were accepted.
        case .snapshot(let snapshot) where snapshot.room == setup.room: resend(always: true)
        case .deltas(let backlog) where backlog.room == setup.room && backlog.resume != nil && change != .gap:
            resend(always: false)
        default: break
        }
    }

    private func welcomed(_ welcome: Notice.Welcome, _ message: Notice) {
        me = welcome.participant
        token = welcome.token
        do { try setup.tokens?.write(welcome.token) } catch { tokenFailure = error }
        openTimer?.cancel()
        onlineSince = loop.now()
        pings = 0
        publish(.online)
        delegate?.received(message, change: .none, session: self)
        socket?.send(Request.join(.init(room: setup.room, kind: kind, known: mirror.known, secret: setup.secret)).text)
        ping()
    }

    /// Handles a gap: asks for the missing deltas, or for a snapshot if that was tried before.
    private func rejoin() {
        if isRejoining { mirror.discard() }
        isRejoining = true
        socket?.send(Request.join(.init(room: setup.room, kind: kind, known: mirror.known, secret: setup.secret)).text)
    }

    private func resend(always: Bool) {
        isRejoining = false
        guard !isJoined || always else { return }
        let isNew = !isJoined
        isJoined = true
        for request in outbox.waiting { socket?.send(request.text) }
        if isNew { delegate?.joined(self) }
    }

    /// Handles an error in place of the answer to a hello or join.
    private func refused(_ reason: Notice.Reason) {
        switch reason.code {
        case .otherKind where setup.takesAnyKind && !untriedKinds.isEmpty:
            kind = untriedKinds.removeFirst()
            socket?.send(Request.join(.init(room: setup.room, kind: kind, secret: setup.secret)).text)
        case .otherKind where kind == .gomoku && setup.room != .lobby: fail(.noGame(setup.room))
        case .busy, .unavailable, .roomFull, .serverFull, .rateLimited: drop(.turnedAway(reason))
        default: fail(.refused(reason))
        }
    }

    private func measure(at: JSON?, time: Int) {
        guard let at = at?.integer else { return }
        clock.measured(sent: at, time: time, now: loop.now())
    }
}

extension Session: ClientHandler {
    func opened(_ socket: WebSocket) {
        guard socket === self.socket else { return }
        socket.send(Request.hello(.init(name: setup.name, token: token, isBot: setup.isBot)).text)
    }

    func received(_ text: [UInt8], on socket: WebSocket) {
        guard socket === self.socket else { return }
        do throws(NoticeFailure) {
            handle(try Notice(text))
        } catch {
            // Reconnect if this connection has had a readable welcome. Otherwise it is not a Gomoku
            // server.
            if onlineSince == nil { fail(.notUnderstood(error)) } else { drop(.unreadable) }
        }
    }

    func closed(_ socket: WebSocket, code: Int?, reason: String) {
        guard socket === self.socket else { return }
        switch code {
        case CloseCode.goingAway.rawValue, 1012: drop(.restarting)
        case CloseCode.policy.rawValue: drop(.tooMuchSent)
        default: drop(.broken)
        }
    }

    func failed(_ socket: WebSocket, _ failure: ConnectFailure) {
        guard socket === self.socket else { return }
        guard me == nil else { return drop(.broken) }
        switch SessionFailure(failure) {
        case .unavailable(let loss): drop(loss)
        case let other: fail(other)
        }
    }
}
