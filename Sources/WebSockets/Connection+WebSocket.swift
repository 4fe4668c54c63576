import CWebSockets

extension Connection {
    /// ESTABLISHED, CLIENT_ESTABLISHED: the handshake is done.
    func established(_ wsi: OpaquePointer) -> CInt {
        requestBy = nil
        connectsBy = nil
        exchange = nil
        let socket: WebSocket
        if let server {
            socket = WebSocket(id: loop.nextID(), connection: self, limits: server.limits, state: .open)
            self.socket = socket
        } else if let own = self.socket {
            guard own.state == .connecting else { return -1 }
            own.state = .open
            own.heardAt = loop.seconds
            socket = own
        } else {
            return -1
        }
        socket.wsi = wsi
        socket.wasOpened = true
        if let server { server.handler.opened(socket) } else { client?.opened(socket) }
        return 0
    }

    /// RECEIVE: a piece of a message. What comes after a close is not looked at.
    func received(_ piece: UnsafeRawBufferPointer, _ wsi: OpaquePointer) -> CInt {
        guard let socket, socket.state == .open else { return 0 }
        socket.heardAt = loop.seconds
        socket.pingedAt = nil
        if lws_frame_is_binary(wsi) != 0 {
            socket.close(.unsupported, reason: "only text messages are taken")
        } else if socket.inbox.count + piece.count > socket.limits.messageBytes {
            socket.close(.tooBig, reason: "a message may have \(socket.limits.messageBytes) bytes")
        } else if lws_is_final_fragment(wsi) == 0 {
            socket.inbox.append(piece)
        } else if let message = socket.finishMessage(with: piece) {
            if let server {
                server.handler.received(message, on: socket)
            } else {
                client?.received(message, on: socket)
            }
        } else {
            socket.close(.invalidText, reason: "a message must be UTF-8")
        }
        return 0
    }

    /// A pong.
    ///
    /// The peer's pings never come here: the library answers them. Of several in one packet it answers the first, and
    /// drops those that come before that pong has left.
    func heard(_ payload: UnsafeRawBufferPointer) {
        socket?.heardAt = loop.seconds
        socket?.pingedAt = nil
        socket?.roundTrip.heard(payload, at: RoundTrip.now())
    }

    /// The peer's close frame: two bytes of code, then the reason. Zero lets the library answer it.
    func peerCloses(_ payload: UnsafeRawBufferPointer) -> CInt {
        guard let socket else { return 0 }
        // The answer to our own close frame: both are done.
        if socket.isCloseSent { return -1 }
        guard CloseCode.isWellFormed(payload) else {
            // The library would answer with the same.
            if let wsi = socket.wsi { lws_close_reason(wsi, LWS_CLOSE_STATUS_PROTOCOL_ERR, nil, 0) }
            return -1
        }
        if payload.count >= 2 {
            socket.closeCode = Int(payload[0]) << 8 | Int(payload[1])
            socket.closeReason = String(decoding: payload.dropFirst(2), as: UTF8.self)
        }
        if socket.state == .open { socket.state = .closing }
        return 0
    }

    /// CLOSED: the library is about to free the connection. The handler hears of it at the end of the turn, so that it
    /// is never called from inside one of its own calls.
    func webSocketClosed() {
        guard let socket else { return }
        self.socket = nil
        socket.connection = nil
        socket.wsi = nil
        socket.state = .closed
        socket.pause = nil
        socket.outbox.removeAll()
        socket.bytesInLibrary = 0
        loop.happened(socket.wasOpened ? .closed(socket, self) : .failed(socket, self))
    }

    /// WSI_DESTROY: the last callback for this connection, whatever it was.
    func destroyed() {
        webSocketClosed()
        exchange?.finish()
        exchange?.connection = nil
        exchange = nil
        wsi = nil
        loop.forget(self)
    }
}
