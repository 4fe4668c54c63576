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
    /// Data of the layer above, so that it needs no dictionary lookup for a message; nil once the socket is closed.
    public private(set) var owner: AnyObject?

    /// libwebsockets' connection. Set while the connection lives: cleared at CLOSED, before the library frees it.
    @exclusivity(unchecked) private var wsi: OpaquePointer?
    @exclusivity(unchecked) private(set) var state: State
    /// The handler was told that it is open.
    private var wasOpened = false
    /// Owns this socket until it is closed; nil from then on.
    private(set) var connection: Connection?
    private let loop: LoopCore
    private let limits: SocketLimits

    // What a frame passes through on its way out is used by nobody else meanwhile: nothing here calls a handler. In a
    // large room finding that out at each step costs more than all the rest that is done here for a delivery.
    @exclusivity(unchecked) private var outbox = Outbox()
    private var inbox = Inbox()
    /// Bytes that had been read when the kernel was last asked, and those since then that were messages.
    private var readBytes: UInt64?
    private var messageBytes = 0
    /// libwebsockets holds the rest of a write; nothing more is written until WRITEABLE.
    @exclusivity(unchecked) private var isBlocked = false
    /// Bytes of the write that libwebsockets has not finished.
    @exclusivity(unchecked) private var bytesInLibrary = 0
    /// A frame was dropped; so is all that follows until the outbox is empty and the handler has been told.
    @exclusivity(unchecked) private var isDropping = false
    /// Stands in the loop's list of sockets to flush at the end of this turn.
    @exclusivity(unchecked) private var isDirty = false
    /// A ping of the peer may have come between what it sent last: its pong, which the library sends, goes first.
    private var waitsForPong = false
    /// A write failed: nothing can be sent any more.
    @exclusivity(unchecked) private var isBroken = false

    /// Seconds of the loop's clock when the peer was last heard.
    @exclusivity(unchecked) private var heardAt: Int
    @exclusivity(unchecked) private var pingedAt: Int?
    private var roundTrip = RoundTrip()
    private var closesBy: Int?
    /// Ends what ``pauseReading(forMilliseconds:)`` has begun; nil: there is no pause.
    private var pause: LoopTimer?
    /// When the pause ends, in microseconds of ``Histogram/now()``.
    private var readsAt = 0
    /// Since when nothing is read until ``readOn()`` is called.
    private var stoppedAt: Int?
    /// Somebody waits for `drained` (``hasUnsent(over:)``).
    @exclusivity(unchecked) private var tellsWhenTaken = false
    /// When the kernel last took something of a write that did not leave at once.
    private var tookAt = 0
    private(set) var closeCode: Int?
    /// Our close frame is out; the peer's is awaited.
    private var isCloseSent = false
    private(set) var closeReason = ""

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

    /// Sets ``owner``.
    public func attach(_ owner: AnyObject) { self.owner = owner }

    /// Clears ``owner`` after the handler has learnt that the socket is closed.
    func detach() { owner = nil }

    /// Open and not being closed.
    public var isOpen: Bool { state == .open }

    /// Bytes queued here or in the library, not yet taken by the kernel.
    public var unsentBytes: Int { outbox.bytes + bytesInLibrary }

    /// Bytes of memory that messages of this socket take here: those that the peer has not read, and the part of one that
    /// it has sent. Frames that several sockets share count for each of them.
    public var heldBytes: Int { unsentBytes + inbox.count }

    /// Bytes in the kernel that the peer has not acknowledged.
    var bytesInKernel: Int { wsi.map { Int(gomoku_unacknowledged(lws_get_socket_fd($0))) } ?? 0 }

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

    /// Drops the connection without a close frame, which would wait behind what the peer does not read, and frees what it
    /// holds.
    public func abort() {
        guard state == .open || state == .closing else { return }
        state = .closing
        outbox.removeAll()
        inbox = Inbox()
        kill()
    }

    /// Cuts the line, from the loop.
    private func kill() {
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

    // MARK: what the library reports

    /// ESTABLISHED, CLIENT_ESTABLISHED: the handshake is done.
    func established(_ wsi: OpaquePointer) {
        state = .open
        heardAt = loop.seconds
        self.wsi = wsi
        wasOpened = true
    }

    /// RECEIVE: takes a piece of a message, and ignores it after a close.
    ///
    /// - Returns: the message when this piece is its last one.
    func received(_ piece: UnsafeRawBufferPointer, _ wsi: OpaquePointer) -> [UInt8]? {
        guard state == .open else { return nil }
        heardAt = loop.seconds
        pingedAt = nil
        if lws_frame_is_binary(wsi) != 0 {
            close(.unsupported, reason: "only text messages are taken")
        } else if inbox.count + piece.count > limits.messageBytes {
            close(.tooBig, reason: "a message may have \(limits.messageBytes) bytes")
        } else if lws_is_final_fragment(wsi) == 0 {
            inbox.append(piece)
        } else {
            // The library does not report a ping between two pieces. Its pong has to leave before the answer.
            if inbox.count > 0 { waitsForPong = true }
            if let message = inbox.finish(with: piece) {
                messageBytes += message.count + Self.framingBytes
                return message
            }
            close(.invalidText, reason: "a message must be UTF-8")
        }
        return nil
    }

    /// What a message's frame takes at most besides the message, in bytes: its header and that of a TLS record.
    private static let framingBytes = 64

    /// Bytes that were read since the last call and were no messages: control frames, and parts of messages that have not
    /// ended. libwebsockets answers pings without reporting them, so the kernel is asked.
    func otherBytes() -> Int {
        guard let wsi else { return 0 }
        let before = readBytes
        let now = max(gomoku_bytes_read(lws_get_socket_fd(wsi)), before ?? 0)
        let messages = messageBytes
        (readBytes, messageBytes) = (now, 0)
        return before.map { max(0, Int(now - $0) - messages) } ?? 0
    }

    /// A pong.
    ///
    /// The peer's pings never come here: the library answers them. Of several in one packet it answers the first, and
    /// drops those that come before that pong has left.
    func heard(_ payload: UnsafeRawBufferPointer) {
        heardAt = loop.seconds
        pingedAt = nil
        roundTrip.heard(payload, at: RoundTrip.now())
    }

    /// The peer's close frame: two bytes of code, then the reason. Zero lets the library answer it.
    func peerCloses(_ payload: UnsafeRawBufferPointer) -> CInt {
        // The answer to our own close frame: both are done.
        if isCloseSent { return -1 }
        guard CloseCode.isWellFormed(payload) else {
            // The library would answer with the same.
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

    /// CLOSED: the library is about to free the connection.
    ///
    /// - Returns: whether the handler was told that the socket is open.
    func closed() -> Bool {
        connection = nil
        wsi = nil
        state = .closed
        pause = nil
        outbox.removeAll()
        bytesInLibrary = 0
        return wasOpened
    }

    /// Breaks the reference cycle with the connection when the loop ends before CLOSED.
    func releaseConnection() { connection = nil }

    // MARK: writing

    /// At the end of the loop's turn: writes what the turn has queued.
    func flush() {
        isDirty = false
        guard !isBlocked, !isBroken, let wsi else { return }
        // What was asked before the peer broke the protocol is answered before the library's close frame, which leaves
        // in a later turn. Nothing may follow that.
        let isEnded = isEndedByLibrary
        guard !waitsForPong || isEnded else {
            lws_callback_on_writable(wsi)
            return
        }
        write(to: wsi)
        if isEnded { endedByLibrary() }
        // Closing happens in WRITEABLE: returning -1 there is libwebsockets' way to send a close frame.
        if state == .closing || tellsWhenTaken, !isBlocked { lws_callback_on_writable(wsi) }
    }

    /// The peer has broken the protocol, and the library is about to say so in a close frame, or has said so.
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

    /// SERVER_WRITEABLE and CLIENT_WRITEABLE: the library has sent what it held. Non-zero closes.
    func writable(_ wsi: OpaquePointer) -> CInt {
        if isBroken { return -1 }
        if isEndedByLibrary {
            endedByLibrary()
            return 0
        }
        let wasBlocked = isBlocked
        tookAt = loop.seconds
        isBlocked = false
        waitsForPong = false
        bytesInLibrary = 0
        write(to: wsi)
        if isBroken { return -1 }
        if isBlocked { return 0 }
        if state == .closing {
            // A client's frames are masked by the library, so it closes itself.
            guard !limits.masks else {
                sendCloseReason(wsi)
                return -1
            }
            if !isCloseSent { writeCloseFrame(to: wsi) }
            return isBroken ? -1 : 0
        }
        if wasBlocked || isDropping || tellsWhenTaken {
            tellsWhenTaken = false
            loop.happened(.drained(self))
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
                // The library keeps the rest, and has asked for WRITEABLE itself.
                isBlocked = true
                bytesInLibrary = size
                return
            }
        }
    }

    /// A server's frames are ready for the wire: LWS_WRITE_HTTP writes bytes as they are. A backlog leaves in one
    /// write, since four frames in one `send()` cost a quarter each.
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
            // libwebsockets' parameter is not const; on this path it only reads.
            return lws_write(wsi, UnsafeMutablePointer(mutating: base + start), buffer.count - start, LWS_WRITE_HTTP)
        }
    }

    /// The library masks in place, so it gets a copy: the frame may be shared.
    private func writeMasked(_ frame: Frame, to wsi: OpaquePointer) -> (size: Int, result: CInt) {
        let buffer = loop.writeBuffer
        buffer.clear()
        buffer.append(frame.wire, from: frame.payloadStart)
        return (frame.size, lws_write(wsi, buffer.start, buffer.count, LWS_WRITE_TEXT))
    }

    /// Its pong shows that the peer is alive. It has a payload because the library keeps empty pongs to itself.
    private func ping(_ payload: [UInt8] = pingPayload) {
        guard state == .open, !isBlocked, !isBroken, !isEndedByLibrary, let wsi else { return }
        let buffer = loop.writeBuffer
        buffer.clear()
        buffer.append(payload)
        if lws_write(wsi, buffer.start, buffer.count, LWS_WRITE_PING) < 0 { fail(wsi) }
    }

    private static let pingPayload = Array("alive?".utf8)

    /// The line is broken. No handler is called from here: `closed` comes when the library has noticed.
    private func fail(_ wsi: OpaquePointer) {
        isBroken = true
        if state == .open { state = .closing }
        outbox.removeAll()
        kill()
    }

    /// The close frame, after which what still comes is read and thrown away until the peer's own close frame (or
    /// `closeWithinSeconds`): closing a socket with unread data resets it, and the reset overtakes the close frame.
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

    /// A control frame's payload has at most 125 bytes, two of them are the code.
    private static let reasonBytes = 123

    /// Stops dropping messages, right before the handler learns that the outbox has drained.
    func stopDropping() { isDropping = false }

    // MARK: round trips

    /// The newest measurement of ``measureRoundTrip()``, in milliseconds; nil before the first.
    public var roundTripMilliseconds: Int? { roundTrip.measured.map(Int.init) }

    /// Sends a ping whose pong tells how long the way there and back is. Nothing happens while one is on its way, or
    /// right after one.
    public func measureRoundTrip() {
        guard state == .open, !isBlocked, !isBroken, roundTrip.mayBegin(at: RoundTrip.now()) else { return }
        ping(roundTrip.payload)
    }

    // MARK: silence

    /// Once a second: silence is answered with a ping, and a missing pong with an end.
    func tick(_ now: Int) {
        if let closesBy {
            if now >= closesBy { kill() }
            return
        }
        if let stoppedAt, isBlocked, now - max(stoppedAt, tookAt) >= SocketLimits.takesWithinSeconds { return kill() }
        // What it may have said meanwhile has not been read: it cannot be called silent.
        if pause != nil || stoppedAt != nil {
            heardAt = now
            return
        }
        guard limits.pingAfterSeconds > 0, state == .open else { return }
        if let pingedAt {
            if now - pingedAt >= limits.pongWithinSeconds { kill() }
        } else if now - heardAt >= limits.pingAfterSeconds {
            pingedAt = now
            ping()
        }
    }
}
