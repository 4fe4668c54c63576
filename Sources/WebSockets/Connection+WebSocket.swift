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
            socket = own
        } else {
            return -1
        }
        socket.established(wsi)
        if let server { server.handler.opened(socket) } else { client?.opened(socket) }
        return 0
    }

    /// RECEIVE: a piece of a message.
    func received(_ piece: UnsafeRawBufferPointer, _ wsi: OpaquePointer) {
        guard let socket else { return }
        guard let message = socket.received(piece, wsi) else {
            // A large frame comes in several pieces, of which only the last ends it.
            if lws_remaining_packet_payload(wsi) == 0, socket.isOpen { server?.handler.receivedPart(on: socket) }
            return
        }
        if let server { server.handler.received(message, on: socket) } else { client?.received(message, on: socket) }
    }

    /// CLOSED: the library is about to free the connection. The handler hears of it at the end of the turn, so that it
    /// is never called from inside one of its own calls.
    func webSocketClosed() {
        guard let socket else { return }
        self.socket = nil
        loop.happened(socket.closed() ? .closed(socket, self) : .failed(socket, self))
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
