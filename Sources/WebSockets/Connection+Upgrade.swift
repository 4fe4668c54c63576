import CWebSockets

extension Connection {
    /// Handles HTTP_CONFIRM_UPGRADE. Returns 0 to accept, a positive number if a response has been
    /// written, a negative one to hang up.
    ///
    /// libwebsockets would later refuse some handshakes by hanging up. These are refused here with
    /// a status and a message.
    func confirmUpgrade(_ wsi: OpaquePointer, to kind: UnsafeMutableRawPointer?) -> CInt {
        guard let server, let kind else { return -1 }
        let wanted = String(cString: kind.assumingMemoryBound(to: CChar.self)).lowercased()
        let refusal =
            wanted == "websocket"
            ? refusal(of: wsi, server)
            : UpgradeRefusal(
                status: 400, code: "bad-upgrade", message: "Only an upgrade to WebSocket is possible here.")
        guard let refusal else { return 0 }
        var response = HTTPResponse.failure(refusal.status, code: refusal.code, message: refusal.message)
        if refusal.status == 426 { response.headers.append(("Sec-WebSocket-Version", "13")) }
        let buffer = loop.writeBuffer
        buffer.clear()
        buffer.append(response.head(keepsAlive: false, isSecure: lws_is_ssl(wsi) != 0))
        buffer.append(response.body)
        return lws_write(wsi, buffer.start, buffer.count, LWS_WRITE_HTTP_HEADERS) < 0 ? -1 : 1
    }

    private func refusal(of wsi: OpaquePointer, _ server: Server) -> UpgradeRefusal? {
        func text(_ token: lws_token_indexes) -> String? { RequestHeaders.text(wsi, token) }
        guard let path = text(WSI_TOKEN_GET_URI), path == server.configuration.webSocketPath else {
            return UpgradeRefusal(
                status: 404, code: "not-found", message: "Open the WebSocket at \(server.configuration.webSocketPath).")
        }
        guard let version = text(WSI_TOKEN_VERSION), version == "13" else {
            return UpgradeRefusal(status: 426, code: "bad-version", message: "Use version 13 of WebSocket.")
        }
        guard let connection = text(WSI_TOKEN_CONNECTION),
            RequestHeaders.elements(of: connection).contains(where: { $0.lowercased() == "upgrade" }),
            text(WSI_TOKEN_HOST) != nil,
            let key = text(WSI_TOKEN_KEY), key.utf8.count < Connection.longestKey
        else {
            return UpgradeRefusal(
                status: 400, code: "bad-handshake",
                message: "A handshake needs Connection: Upgrade, Host and Sec-WebSocket-Key.")
        }
        if let offered = text(WSI_TOKEN_PROTOCOL) {
            guard offered.utf8.count < Connection.longestOffer,
                RequestHeaders.elements(of: offered).contains(server.configuration.subprotocol[...])
            else {
                return UpgradeRefusal(
                    status: 400, code: "bad-subprotocol",
                    message: "Offer the subprotocol \(server.configuration.subprotocol).")
            }
        }
        let headers = RequestHeaders(wsi)
        let isBehindStranger =
            (headers["x-forwarded-for"] ?? headers["forwarded"]) != nil && !server.trusts(address)
        guard server.names(self, server.client(of: headers, peer: address)) else {
            return UpgradeRefusal(
                status: 429, code: "too-many-connections",
                message: "Your address has too many connections. Close one, then try again.")
        }
        return server.handler.accepts(
            UpgradeRequest(
                path: path, query: RequestHeaders.query(wsi), remoteAddress: address,
                isBehindUntrustedProxy: isBehindStranger, headers: headers))
    }

    /// The limits of libwebsockets for these headers, in bytes. It hangs up if one is longer.
    private static let longestKey = 128
    private static let longestOffer = 127
}
