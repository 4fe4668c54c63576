import CWebSockets

extension Connection {
    /// Handles ESTABLISHED and CLIENT_ESTABLISHED: the handshake is complete.
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
            socket = own
        } else {
            return -1
        }
        socket.established(wsi)
        if let server { server.handler.opened(socket) } else { client?.opened(socket) }
        return 0
    }

    /// Handles RECEIVE: a piece of a message.
    func received(_ piece: UnsafeRawBufferPointer, _ wsi: OpaquePointer) {
        guard let socket else { return }
        guard let message = socket.received(piece, wsi) else {
            // Report a part only at the end of its frame, because a large frame arrives in several
            // pieces.
            if lws_remaining_packet_payload(wsi) == 0, socket.isOpen { server?.handler.receivedPart(on: socket) }
            return
        }
        if let server { server.handler.received(message, on: socket) } else { client?.received(message, on: socket) }
    }

    /// Handles CLOSED: libwebsockets is about to free the connection. The handler is notified at
    /// the end of the turn, so that it is never called from inside one of its own calls.
    func webSocketClosed() {
        guard let socket else { return }
        self.socket = nil
        loop.enqueue(socket.closed() ? .closed(socket, self) : .failed(socket, self))
    }

    /// Handles WSI_DESTROY: the last callback of every connection.
    func destroyed() {
        webSocketClosed()
        exchange?.finish()
        exchange?.connection = nil
        exchange = nil
        wsi = nil
        loop.remove(self)
    }
}
