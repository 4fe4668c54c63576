import CWebSockets

/// A WebSocket, either of a client of this server or to a server.
///
/// `send` only queues. Queued frames leave at the end of the turn, in one write per socket.
/// Confined to the loop's thread.
public final class WebSocket {
    enum State { case connecting, open, closing, closed }

    /// A number that is unique in the loop and never reused.
    public let id: UInt64
    /// The peer's address, without a port; for a client, the host that it connects to.
    public let remoteAddress: String
    /// Data of the layer above, so that it needs no dictionary; nil once the socket is closed.
    public private(set) var owner: AnyObject?

    /// The connection of libwebsockets. Cleared at CLOSED, before libwebsockets frees it.
    @exclusivity(unchecked) private var wsi: OpaquePointer?
    @exclusivity(unchecked) private(set) var state: State
    /// Whether the handler was notified that the socket is open.
    private var wasOpened = false
    /// The owner of this socket; nil once the socket is closed.
    private(set) var connection: Connection?
    private let loop: LoopCore
    private let limits: SocketLimits

    // No other code accesses these properties during a write, because nothing here calls a handler.
    // In a large room, checking this would cost more than the rest of a delivery.
    @exclusivity(unchecked) private var outbox = Outbox()
    private var inbox = Inbox()
    /// Bytes read when the kernel was last asked, and bytes of messages since then.
    private var readBytes: UInt64?
    private var messageBytes = 0
    /// Whether libwebsockets holds the rest of a write. Nothing more is written until WRITEABLE.
    @exclusivity(unchecked) private var isBlocked = false
    /// The bytes of the write that libwebsockets has not finished.
    @exclusivity(unchecked) private var bytesInLibrary = 0
    /// Whether frames are dropped until the handler was notified that the outbox is empty.
    @exclusivity(unchecked) private var isDropping = false
    /// Whether the socket is in the loop's list of sockets to flush.
    @exclusivity(unchecked) private var isDirty = false
    /// Whether a ping may have arrived within a message; its pong must leave first.
    private var waitsForPong = false
    /// Whether a write failed, so that nothing can be sent any more.
    @exclusivity(unchecked) private var isBroken = false

    /// The time when the peer last sent anything, in seconds of the loop's clock.
    @exclusivity(unchecked) private var lastReceivedAt: Int
    @exclusivity(unchecked) private var pingedAt: Int?
    private var roundTrip = RoundTrip()
    private var closesBy: Int?
    /// The timer that ends the pause of reading; nil if there is none.
    private var pause: LoopTimer?
    /// The end of the pause, in microseconds of ``Histogram/now()``.
    private var readsAt = 0
    /// The time since which reading is stopped, in seconds of the loop's clock.
    private var stoppedAt: Int?
    /// Whether to report `drained`, because a caller waits for it.
    @exclusivity(unchecked) private var reportsDrained = false
    /// The time when the kernel last took a part of a blocked write, by the loop's clock.
    private var wroteAt = 0
    private(set) var closeCode: Int?
    /// Whether our close frame was sent, so that only the peer's is awaited.
    private var isCloseSent = false
    private(set) var closeReason = ""

    init(id: UInt64, connection: Connection, limits: SocketLimits, state: State) {
        self.id = id
        self.connection = connection
        self.loop = connection.loop
        self.limits = limits
        self.state = state
        remoteAddress = connection.address
        lastReceivedAt = connection.loop.seconds
        LiveCount.shared.add(1)
    }

    deinit { LiveCount.shared.add(-1) }

    /// Sets ``owner``.
    public func attach(_ owner: AnyObject) { self.owner = owner }

    /// Clears ``owner`` after the handler was notified that the socket is closed.
    func detach() { owner = nil }

    /// Whether the socket is open and not closing.
    public var isOpen: Bool { state == .open }

    /// Bytes that are queued here or in libwebsockets and that the kernel has not taken yet.
    public var unsentBytes: Int { outbox.bytes + bytesInLibrary }

    /// Bytes of memory that unread frames and an incomplete message of the peer use. A frame that
    /// several sockets share counts for each of them.
    public var heldBytes: Int { unsentBytes + inbox.count }

    /// Bytes in the kernel that the peer has not acknowledged.
    var bytesInKernel: Int { wsi.map { Int(gomoku_unacknowledged(lws_get_socket_fd($0))) } ?? 0 }

    /// Sends a message, or drops it if the socket is not open or its outbox full
    /// (`ServerHandler.overflowed`).
    public func send(_ frame: Frame) {
        guard state == .open, !isDropping else { return }
        let size = frame.size
        if unsentBytes + size > limits.outboxBytes, unsentBytes > 0 {
            if !isBlocked { flush() }
            guard unsentBytes == 0 || unsentBytes + size <= limits.outboxBytes else {
                isDropping = true
                loop.enqueue(.overflowed(self))
                return
            }
        }
        outbox.append(frame)
        guard !isDirty, !isBlocked else { return }
        isDirty = true
        loop.dirty.append(self)
    }

    public func send(_ text: String) { send(Frame(text)) }

    /// Cuts the connection without a close frame, which would wait behind unread frames. Frees the
    /// memory of its messages.
    public func abort() {
        guard state == .open || state == .closing else { return }
        state = .closing
        outbox.removeAll()
        inbox = Inbox()
        kill()
    }

    /// Cuts the connection later, from the loop.
    private func kill() {
        if let connection { loop.kill(connection) }
    }

    /// Stops reading for `delay` milliseconds; data waits at the sender. Of two pauses, the one
    /// that ends later counts.
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

    /// Returns whether more than `bytes` are unsent, because the peer does not read or because this
    /// turn produced that much. If so, `drained` is called in a later turn, when all of it has
    /// left, so that other sockets get their turn first.
    public func hasUnsent(over bytes: Int) -> Bool {
        guard unsentBytes > bytes else { return false }
        reportsDrained = true
        return true
    }

    /// Stops reading until ``resumeReading()``. Nothing is lost, because data waits at the peer. A
    /// peer that takes no frames meanwhile is dropped after ``SocketLimits/takesWithinSeconds``.
    public func stopReading() {
        guard state == .open, stoppedAt == nil, let wsi else { return }
        stoppedAt = loop.seconds
        if pause == nil { lws_rx_flow_control(wsi, 0) }
    }

    /// Ends ``stopReading()``.
    public func resumeReading() {
        guard stoppedAt != nil else { return }
        stoppedAt = nil
        guard state == .open, pause == nil, let wsi else { return }
        lws_rx_flow_control(wsi, 1)
    }

    /// Sends the queued frames, then a close frame. Cuts the connection after `closeWithinSeconds`.
    ///
    /// - Parameter reason: A text for the user, cut to 123 bytes (RFC 6455).
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

    // MARK: callbacks of libwebsockets

    /// Handles ESTABLISHED and CLIENT_ESTABLISHED: the handshake is complete.
    func established(_ wsi: OpaquePointer) {
        state = .open
        lastReceivedAt = loop.seconds
        self.wsi = wsi
        wasOpened = true
    }

    /// Handles RECEIVE: takes a piece of a message, or ignores it after a close.
    ///
    /// - Returns: The message if this piece is its last one.
    func received(_ piece: UnsafeRawBufferPointer, _ wsi: OpaquePointer) -> [UInt8]? {
        guard state == .open else { return nil }
        lastReceivedAt = loop.seconds
        pingedAt = nil
        if lws_frame_is_binary(wsi) != 0 {
            close(.unsupported, reason: "only text messages are accepted")
        } else if inbox.count + piece.count > limits.messageBytes {
            close(.tooBig, reason: "a message can have at most \(limits.messageBytes) bytes")
        } else if lws_is_final_fragment(wsi) == 0 {
            inbox.append(piece)
        } else {
            // libwebsockets does not report a ping between two pieces. Its pong must leave before
            // the answer.
            if inbox.count > 0 { waitsForPong = true }
            if let message = inbox.finish(with: piece) {
                messageBytes += message.count + Self.framingBytes
                return message
            }
            close(.invalidText, reason: "a message must be UTF-8")
        }
        return nil
    }

    /// The maximum overhead of a message in bytes: the headers of its frame and of a TLS record.
    private static let framingBytes = 64

    /// Returns the bytes that were read since the last call and are not complete messages: control
    /// frames, and parts of messages. libwebsockets answers pings without reporting them, so the
    /// kernel is asked.
    func otherBytes() -> Int {
        guard let wsi else { return 0 }
        let before = readBytes
        let now = max(gomoku_bytes_read(lws_get_socket_fd(wsi)), before ?? 0)
        let messages = messageBytes
        (readBytes, messageBytes) = (now, 0)
        return before.map { max(0, Int(now - $0) - messages) } ?? 0
    }

    /// Handles a pong. Pings are not reported: libwebsockets answers them, except those that arrive
    /// before an earlier pong has left.
    func heard(_ payload: UnsafeRawBufferPointer) {
        lastReceivedAt = loop.seconds
        pingedAt = nil
        roundTrip.heard(payload, at: RoundTrip.now())
    }

    /// Handles the close frame of the peer: two bytes of code, then the reason. Returns 0 to let
    /// libwebsockets answer it.
    func peerCloses(_ payload: UnsafeRawBufferPointer) -> CInt {
        // This is the answer to our own close frame, so both sides are done.
        if isCloseSent { return -1 }
        guard CloseCode.isWellFormed(payload) else {
            // libwebsockets would echo the malformed payload.
            if let wsi { lws_close_reason(wsi, LWS_CLOSE_STATUS_PROTOCOL_ERR, nil, 0) }
            return -1
        }
        if payload.count >= 2 {
            closeCode = Int(payload[0]) << 8 | Int(payload[1])
            closeReason = String(decoding: payload.dropFirst(2), as: UTF8.self)
        }
        if state == .open { state = .closing }
        return 0
    }

    /// Handles CLOSED: libwebsockets is about to free the connection.
    ///
    /// - Returns: Whether the handler was notified that the socket is open.
    func closed() -> Bool {
        connection = nil
        wsi = nil
        state = .closed
        pause = nil
        outbox.removeAll()
        bytesInLibrary = 0
        return wasOpened
    }

    /// Breaks the reference cycle with the connection if the loop ends before CLOSED.
    func releaseConnection() { connection = nil }

    // MARK: writing

    /// Writes the frames that the turn has queued. Called at the end of the turn.
    func flush() {
        isDirty = false
        guard !isBlocked, !isBroken, let wsi else { return }
        // Earlier requests are answered before the close frame of libwebsockets, which leaves in a
        // later turn.
        let isEnded = isEndedByLibrary
        guard !waitsForPong || isEnded else {
            lws_callback_on_writable(wsi)
            return
        }
        write(to: wsi)
        if isEnded { endedByLibrary() }
        // Returning -1 in WRITEABLE makes libwebsockets send a close frame.
        if state == .closing || reportsDrained, !isBlocked { lws_callback_on_writable(wsi) }
    }

    /// Whether the peer has violated the protocol, so that libwebsockets sends a close frame or has
    /// sent one.
    private var isEndedByLibrary: Bool {
        guard !limits.masks, let wsi else { return false }
        return lws_get_close_length(wsi) > 0
    }

    private func endedByLibrary() {
        outbox.removeAll()
        isCloseSent = true
        guard state == .open else { return }
        state = .closing
        closesBy = loop.seconds + limits.closeWithinSeconds
    }

    /// Handles SERVER_WRITEABLE and CLIENT_WRITEABLE: libwebsockets has sent the data that it held.
    /// A non-zero result closes the connection.
    func writable(_ wsi: OpaquePointer) -> CInt {
        if isBroken { return -1 }
        if isEndedByLibrary {
            endedByLibrary()
            return 0
        }
        let wasBlocked = isBlocked
        wroteAt = loop.seconds
        isBlocked = false
        waitsForPong = false
        bytesInLibrary = 0
        write(to: wsi)
        if isBroken { return -1 }
        if isBlocked { return 0 }
        if state == .closing {
            // libwebsockets masks a client's frames, so it must send the close frame itself.
            guard !limits.masks else {
                sendCloseReason(wsi)
                return -1
            }
            if !isCloseSent { writeCloseFrame(to: wsi) }
            return isBroken ? -1 : 0
        }
        if wasBlocked || isDropping || reportsDrained {
            reportsDrained = false
            loop.enqueue(.drained(self))
        }
        return 0
    }

    private func write(to wsi: OpaquePointer) {
        while let frame = outbox.popFirst() {
            let (size, result) = limits.masks ? writeMasked(frame, to: wsi) : writeBatch(startingWith: frame, to: wsi)
            if result < 0 {
                fail(wsi)
                return
            }
            if lws_partial_buffered(wsi) != 0 {
                // libwebsockets keeps the rest, and has requested WRITEABLE itself.
                isBlocked = true
                bytesInLibrary = size
                return
            }
        }
    }

    /// Writes frames of a server, which are ready for the wire: LWS_WRITE_HTTP writes bytes as they
    /// are. Several queued frames leave in one write, because four frames in one `send()` cost a
    /// quarter each.
    private func writeBatch(startingWith frame: Frame, to wsi: OpaquePointer) -> (size: Int, result: CInt) {
        guard !outbox.isEmpty, frame.size < WriteBuffer.batchBytes else {
            return (frame.size, writeAsIs(frame.wire, from: frame.start, to: wsi))
        }
        let buffer = loop.writeBuffer
        buffer.clear()
        buffer.append(frame.wire, from: frame.start)
        while buffer.count < WriteBuffer.batchBytes, let next = outbox.popFirst() {
            buffer.append(next.wire, from: next.start)
        }
        return (buffer.count, lws_write(wsi, buffer.start, buffer.count, LWS_WRITE_HTTP))
    }

    private func writeAsIs(_ bytes: [UInt8], from start: Int = 0, to wsi: OpaquePointer) -> CInt {
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            // The parameter is not const, but libwebsockets only reads it on this path.
            return lws_write(wsi, UnsafeMutablePointer(mutating: base + start), buffer.count - start, LWS_WRITE_HTTP)
        }
    }

    /// Writes a frame of a client. libwebsockets masks in place, so it gets a copy: other sockets
    /// may share the frame.
    private func writeMasked(_ frame: Frame, to wsi: OpaquePointer) -> (size: Int, result: CInt) {
        let buffer = loop.writeBuffer
        buffer.clear()
        buffer.append(frame.wire, from: frame.payloadStart)
        return (frame.size, lws_write(wsi, buffer.start, buffer.count, LWS_WRITE_TEXT))
    }

    /// Sends a ping, whose pong shows that the peer is alive. It has a payload because
    /// libwebsockets does not report empty pongs.
    private func ping(_ payload: [UInt8] = pingPayload) {
        guard state == .open, !isBlocked, !isBroken, !isEndedByLibrary, let wsi else { return }
        let buffer = loop.writeBuffer
        buffer.clear()
        buffer.append(payload)
        if lws_write(wsi, buffer.start, buffer.count, LWS_WRITE_PING) < 0 { fail(wsi) }
    }

    private static let pingPayload = Array("alive?".utf8)

    /// Marks the connection as broken. Calls no handler; `closed` follows when libwebsockets has
    /// noticed.
    private func fail(_ wsi: OpaquePointer) {
        isBroken = true
        if state == .open { state = .closing }
        outbox.removeAll()
        kill()
    }

    /// Sends the close frame, then discards data until the peer's close frame or
    /// `closeWithinSeconds`. Closing a socket with unread data would reset it, and the reset would
    /// overtake the close frame.
    private func writeCloseFrame(to wsi: OpaquePointer) {
        isCloseSent = true
        let code = closeCode ?? CloseCode.normal.rawValue
        let reason = shortReason
        let frame = [0x88, UInt8(2 + reason.count), UInt8(code >> 8), UInt8(code & 0xFF)] + reason
        if writeAsIs(frame, to: wsi) < 0 { fail(wsi) }
    }

    private var shortReason: [UInt8] {
        var reason = Array(closeReason.utf8.prefix(WebSocket.reasonBytes))
        while !reason.isEmpty, String(validating: reason, as: UTF8.self) == nil { reason.removeLast() }
        return reason
    }

    private func sendCloseReason(_ wsi: OpaquePointer) {
        guard let code = closeCode else { return }
        var reason = shortReason
        reason.withUnsafeMutableBufferPointer { buffer in
            lws_close_reason(wsi, lws_close_status(rawValue: UInt32(code)), buffer.baseAddress, buffer.count)
        }
    }

    /// The maximum length of the reason: the payload of a control frame has at most 125 bytes, of
    /// which two are the code.
    private static let reasonBytes = 123

    /// Stops dropping frames, right before the handler is notified that the outbox has drained.
    func stopDropping() { isDropping = false }

    // MARK: round trips

    /// The newest result of ``measureRoundTrip()``, in milliseconds; nil before the first.
    public var roundTripMilliseconds: Int? { roundTrip.measured.map(Int.init) }

    /// Sends a ping to measure the round-trip time. Does nothing while a ping is in flight, or
    /// right after one.
    public func measureRoundTrip() {
        guard state == .open, !isBlocked, !isBroken, roundTrip.mayBegin(at: RoundTrip.now()) else { return }
        ping(roundTrip.payload)
    }

    // MARK: silence

    /// Checks for silence, once a second: sends a ping to a silent peer, and cuts the connection if
    /// there is no pong.
    func tick(_ now: Int) {
        if let closesBy {
            if now >= closesBy { kill() }
            return
        }
        if let stoppedAt, isBlocked, now - max(stoppedAt, wroteAt) >= SocketLimits.takesWithinSeconds { return kill() }
        // Data of the peer may be unread, so the peer does not count as silent.
        if pause != nil || stoppedAt != nil {
            lastReceivedAt = now
            return
        }
        guard limits.pingAfterSeconds > 0, state == .open else { return }
        if let pingedAt {
            if now - pingedAt >= limits.pongWithinSeconds { kill() }
        } else if now - lastReceivedAt >= limits.pingAfterSeconds {
            pingedAt = now
            ping()
        }
    }
}
