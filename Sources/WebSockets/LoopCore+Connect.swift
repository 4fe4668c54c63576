import CWebSockets
import Glibc

extension LoopCore {
    /// Connects, and returns the socket before it is open. The handler gets `opened` or `failed`,
    /// never from inside this call. Blocks the loop while libwebsockets looks up the name of the
    /// host.
    func connect(_ target: ConnectTarget, handler: any ClientHandler) -> WebSocket {
        let connection = Connection(loop: self, server: nil, client: handler, address: target.host)
        connection.handshakeHeaders = target.headers.map { ($0.name, $0.value) }
        connection.connectsBy = seconds + target.connectWithinSeconds + 1
        let limits = SocketLimits(
            messageBytes: target.maximumMessageBytes, outboxBytes: target.outboxBytes,
            pingAfterSeconds: target.pingAfterSeconds, pongWithinSeconds: target.pongWithinSeconds,
            closeWithinSeconds: Self.closeWithinSeconds, masks: true)
        let socket = WebSocket(id: nextID(), connection: connection, limits: limits, state: .connecting)
        connection.socket = socket
        adopt(connection)
        guard let vhost = library.clientVhost(subprotocol: target.subprotocol, isSecure: target.isSecure) else {
            connection.failure = .other("libwebsockets could not prepare client connections: \(LibraryLog.last)")
            connection.destroyed()
            return socket
        }
        start(connection, target, vhost)
        return socket
    }

    private func start(_ connection: Connection, _ target: ConnectTarget, _ vhost: OpaquePointer) {
        var info = lws_client_connect_info()
        // libwebsockets copies these texts.
        let texts = ([target.host, target.path, target.authority, target.subprotocol] as [String]).map {
            text -> UnsafeMutablePointer<CChar>? in strdup(text)
        }
        defer { for text in texts { free(text) } }
        info.address = UnsafePointer(texts[0])
        info.path = UnsafePointer(texts[1])
        info.host = UnsafePointer(texts[2])
        info.protocol = UnsafePointer(texts[3])
        info.local_protocol_name = UnsafePointer(texts[3])
        info.port = CInt(target.port)
        info.ssl_connection = target.isSecure ? CInt(LCCSCF_USE_SSL.rawValue) : 0
        info.vhost = vhost
        info.ietf_version_or_minus_one = -1
        info.opaque_user_data = connection.opaque
        let wsi = library.connect(&info)
        if let wsi, connection.socket != nil {
            connection.wsi = wsi
        } else if wsi == nil {
            // libwebsockets reports no errors by callback during this call. The only error that it
            // finds at once is an unknown name.
            if connection.failure == nil { connection.failure = .unknownName }
            // WSI_DESTROY may already have been reported. A second call is harmless.
            connection.destroyed()
        }
    }

    private static let closeWithinSeconds = 5
}

extension Connection {
    /// Handles CLIENT_APPEND_HANDSHAKE_HEADER: writes headers to the position that `place` points
    /// to, and advances it.
    func appendHandshakeHeaders(_ place: UnsafeMutableRawPointer?, room: Int) -> CInt {
        guard let place else { return 0 }
        let next = place.assumingMemoryBound(to: UnsafeMutablePointer<UInt8>.self)
        var text = ""
        for (name, value) in handshakeHeaders { text += "\(name): \(value.filter { !$0.isNewline })\r\n" }
        guard text.utf8.count < room else { return -1 }
        for byte in text.utf8 {
            next.pointee.pointee = byte
            next.pointee += 1
        }
        return 0
    }

    /// Handles CLIENT_CONNECTION_ERROR.
    ///
    /// - Parameter words: The explanation of libwebsockets, for programmers.
    func connectFailed(_ wsi: OpaquePointer, _ words: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        let text = String(decoding: words.prefix { $0 != 0 }, as: UTF8.self)
        failure = .init(words: text, status: Int(lws_http_client_http_response(wsi)))
    }
}
