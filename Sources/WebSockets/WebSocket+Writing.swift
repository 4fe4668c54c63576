import CWebSockets

extension WebSocket {
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

    /// The last piece of a message; nil when it is no UTF-8.
    func finishMessage(with piece: UnsafeRawBufferPointer) -> [UInt8]? {
        // Between pieces there may have been a ping, of which the library tells nobody; it is older than any answer.
        if inbox.count > 0 { waitsForPong = true }
        return inbox.finish(with: piece)
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
    func ping(_ payload: [UInt8] = pingPayload) {
        guard state == .open, !isBlocked, !isBroken, !isEndedByLibrary, let wsi else { return }
        let buffer = loop.writeBuffer
        buffer.clear()
        buffer.append(payload)
        if lws_write(wsi, buffer.start, buffer.count, LWS_WRITE_PING) < 0 { fail(wsi) }
    }

    static let pingPayload = Array("alive?".utf8)

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
}

extension WebSocket {
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
