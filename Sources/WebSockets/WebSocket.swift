import CWebSockets

/// One WebSocket: of a client of this server, or to a server.
///
/// `send` only queues; what a turn of the loop has queued leaves at its end, in one write a socket. Confined to the
/// loop's thread.
public final class WebSocket {
    enum State { case connecting, open, closing, closed }

    /// Unique in its loop, never used again.
    public let id: UInt64
    /// The peer's address, without port; for a client, the host it connects to.
    public let remoteAddress: String
    /// Data of the layer above, so that it needs no dictionary lookup for a message.
    public var owner: AnyObject?

    /// libwebsockets' connection. Set while the connection lives: cleared at CLOSED, before the library frees it.
    @exclusivity(unchecked) var wsi: OpaquePointer?
    @exclusivity(unchecked) var state: State
    /// The handler was told that it is open.
    var wasOpened = false
    /// Owns this socket until it is closed; nil from then on.
    var connection: Connection?
    let loop: LoopCore
    let limits: SocketLimits

    // What a frame passes through on its way out is used by nobody else meanwhile: nothing here calls a handler. In a
    // large room finding that out at each step costs more than all the rest that is done here for a delivery.
    @exclusivity(unchecked) var outbox = Outbox()
    var inbox = Inbox()
    /// libwebsockets holds the rest of a write; nothing more is written until WRITEABLE.
    @exclusivity(unchecked) var isBlocked = false
    /// Bytes of the write that libwebsockets has not finished.
    @exclusivity(unchecked) var bytesInLibrary = 0
    /// A frame was dropped; so is all that follows until the outbox is empty and the handler has been told.
    @exclusivity(unchecked) var isDropping = false
    /// Stands in the loop's list of sockets to flush at the end of this turn.
    @exclusivity(unchecked) var isDirty = false
    /// A ping of the peer may have come between what it sent last: its pong, which the library sends, goes first.
    var waitsForPong = false
    /// A write failed: nothing can be sent any more.
    @exclusivity(unchecked) var isBroken = false

    /// Seconds of the loop's clock when the peer was last heard.
    @exclusivity(unchecked) var heardAt: Int
    @exclusivity(unchecked) var pingedAt: Int?
    var roundTrip = RoundTrip()
    var closesBy: Int?
    /// Ends what ``pauseReading(forMilliseconds:)`` has begun; nil: there is no pause.
    var pause: LoopTimer?
    /// When the pause ends, in microseconds of ``Histogram/now()``.
    var readsAt = 0
    /// Since when nothing is read until ``readOn()`` is called.
    var stoppedAt: Int?
    /// Somebody waits for `drained` (``hasUnsent(over:)``).
    @exclusivity(unchecked) var tellsWhenTaken = false
    /// When the kernel last took something of a write that did not leave at once.
    var tookAt = 0
    var closeCode: Int?
    /// Our close frame is out; the peer's is awaited.
    var isCloseSent = false
    var closeReason = ""

    init(id: UInt64, connection: Connection, limits: SocketLimits, state: State) {
        self.id = id
        self.connection = connection
        self.loop = connection.loop
        self.limits = limits
        self.state = state
        remoteAddress = connection.address
        heardAt = connection.loop.seconds
        LiveCount.shared.add(1)
    }

    deinit { LiveCount.shared.add(-1) }

    /// Open and not being closed.
    public var isOpen: Bool { state == .open }

    /// Bytes queued here or in the library, not yet taken by the kernel.
    public var unsentBytes: Int { outbox.bytes + bytesInLibrary }

    /// Sends a message. Dropped when the socket is not open, or its outbox is full: see `ServerHandler.overflowed`.
    public func send(_ frame: Frame) {
        guard state == .open, !isDropping else { return }
        let size = frame.size
        if unsentBytes + size > limits.outboxBytes, unsentBytes > 0 {
            if !isBlocked { flush() }
            guard unsentBytes == 0 || unsentBytes + size <= limits.outboxBytes else {
                isDropping = true
                loop.happened(.overflowed(self))
                return
            }
        }
        outbox.append(frame)
        guard !isDirty, !isBlocked else { return }
        isDirty = true
        loop.dirty.append(self)
    }

    public func send(_ text: String) { send(Frame(text)) }

    /// Cuts the line, from the loop.
    func kill() {
        if let connection { loop.kill(connection) }
    }

    /// Reads nothing for this long: a sender that is too fast waits, and nothing is lost. Of two pauses the one that ends
    /// later counts.
    public func pauseReading(forMilliseconds delay: Int) {
        guard state == .open, delay > 0, let wsi else { return }
        let end = Histogram.now() + delay * 1_000
        if pause == nil {
            if stoppedAt == nil { lws_rx_flow_control(wsi, 0) }
            pause = loop.timer { [weak self] in self?.endPause() }
        } else if end <= readsAt {
            return
        }
        readsAt = end
        pause?.schedule(afterMilliseconds: delay)
    }

    private func endPause() {
        pause = nil
        guard state == .open, stoppedAt == nil, let wsi else { return }
        lws_rx_flow_control(wsi, 1)
    }

    /// Whether more than this is unsent, be it that the peer does not take it or that this turn has made so much. If
    /// so, `drained` is called when all of it has left, in another turn: others have theirs before.
    public func hasUnsent(over bytes: Int) -> Bool {
        guard unsentBytes > bytes else { return false }
        tellsWhenTaken = true
        return true
    }

    /// Reads nothing until ``readOn()``: what the peer says waits where it comes from, and nothing is lost. One that
    /// takes nothing of what it is sent meanwhile is dropped after ``SocketLimits/takesWithinSeconds``.
    public func stopReading() {
        guard state == .open, stoppedAt == nil, let wsi else { return }
        stoppedAt = loop.seconds
        if pause == nil { lws_rx_flow_control(wsi, 0) }
    }

    /// Ends ``stopReading()``.
    public func readOn() {
        guard stoppedAt != nil else { return }
        stoppedAt = nil
        guard state == .open, pause == nil, let wsi else { return }
        lws_rx_flow_control(wsi, 1)
    }

    /// Sends what is queued, then the close frame; at the latest after `closeWithinSeconds` the line is cut.
    ///
    /// - Parameter reason: for a person; cut to 123 bytes, as RFC 6455 has it.
    public func close(_ code: CloseCode, reason: String = "") {
        switch state {
        case .closing, .closed: return
        case .connecting:
            state = .closing
            closeCode = code.rawValue
            kill()
        case .open:
            state = .closing
            closeCode = code.rawValue
            closeReason = reason
            closesBy = loop.seconds + limits.closeWithinSeconds
            inbox = Inbox()
            guard !isDirty, !isBlocked else { return }
            isDirty = true
            loop.dirty.append(self)
        }
    }
}

/// The limits of one side's sockets.
struct SocketLimits {
    var messageBytes: Int
    var outboxBytes: Int
    var pingAfterSeconds: Int
    var pongWithinSeconds: Int
    var closeWithinSeconds: Int
    /// How long somebody who is not read may take nothing of what it is sent.
    static let takesWithinSeconds = 60
    /// A client's frames must be masked (RFC 6455, section 5.3).
    var masks: Bool
}
