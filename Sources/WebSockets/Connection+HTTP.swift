import CWebSockets

extension Connection {
    /// Handles LWS_CALLBACK_HTTP: the headers of a request are complete. A non-zero result closes
    /// the connection.
    func request(_ wsi: OpaquePointer, path: UnsafeRawBufferPointer) -> CInt {
        guard let server else { return -1 }
        requestBy = nil
        let method = Connection.method(wsi)
        let exchange = HTTPExchange(self, method: method, keepsAlive: Connection.keepsAlive(wsi))
        self.exchange = exchange
        let headers = RequestHeaders(wsi)
        let client = server.client(of: headers, peer: address)
        exchange.address = server.group(of: client)
        let request = HTTPRequest(
            method: method, path: String(decoding: path, as: UTF8.self), query: RequestHeaders.query(wsi), body: [],
            remoteAddress: client,
            isSecure: lws_is_ssl(wsi) != 0 || server.trusts(address) && RequestHeaders.isForwardedOverTLS(wsi),
            headers: headers)
        exchange.request = request
        if RequestHeaders.hidesNUL(wsi, path: path) {
            exchange.closesAfter = true
            exchange.respond(
                .failure(400, code: "bad-path", message: "The address contains a NUL character. Remove it."))
            return 0
        }
        if let why = RequestHeaders.fault(wsi) {
            exchange.closesAfter = true
            exchange.respond(.failure(400, code: "bad-request", message: why))
            return 0
        }
        if request.path == server.configuration.webSocketPath {
            exchange.closesAfter = true
            exchange.respond(Connection.upgradeRequired)
            return 0
        }
        let isChunked = RequestHeaders.text(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) != nil
        if isChunked, lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 {
            // Intermediaries may disagree about the header that counts (RFC 9112, 6.3).
            exchange.closesAfter = true
            exchange.respond(
                .failure(400, code: "bad-length", message: "Send Content-Length or Transfer-Encoding, not both."))
            return 0
        }
        guard let length = RequestHeaders.text(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) else {
            if method == .post || isChunked {
                exchange.closesAfter = true
                exchange.respond(
                    .failure(411, code: "length-required", message: "Send the body's length in Content-Length."))
            } else {
                hand(over: exchange, wsi)
            }
            return 0
        }
        guard length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(length) else {
            exchange.closesAfter = true
            exchange.respond(.failure(400, code: "bad-length", message: "Content-Length must be a number."))
            return 0
        }
        if count > server.configuration.maximumHTTPBodyBytes {
            exchange.closesAfter = true
            let limit = server.configuration.maximumHTTPBodyBytes
            exchange.respond(
                .failure(413, code: "too-large", message: "The body can have at most \(limit) bytes. Shorten it."))
        } else if count == 0, method != .post {
            // libwebsockets reports the end of an empty body only for POST.
            hand(over: exchange, wsi)
        } else if count > 0 {
            // The limit is for the whole body, not for each piece. A slow body cannot hold a
            // connection for longer than an idle client.
            requestBy = loop.seconds + server.configuration.requestWithinSeconds + 1
        }
        return 0
    }

    func body(_ piece: UnsafeRawBufferPointer) {
        guard let exchange, exchange.response == nil else { return }
        exchange.request?.body.append(contentsOf: piece)
    }

    func bodyComplete(_ wsi: OpaquePointer) -> CInt {
        guard let exchange, exchange.response == nil else { return 0 }
        hand(over: exchange, wsi)
        return 0
    }

    private func hand(over exchange: HTTPExchange, _ wsi: OpaquePointer) {
        requestBy = nil
        if loop.isTurnLong || !loop.requestLine.isEmpty {
            loop.requestLine.append(exchange)
            lws_rx_flow_control(wsi, 0)
            loop.watchers.waker.wake()
        } else {
            serve(exchange)
        }
    }

    /// Lets the handler answer the request, now or later.
    func serve(_ exchange: HTTPExchange) {
        guard let request = exchange.request, let wsi else { return }
        exchange.request = nil
        if let server, !server.answers.isOpen(to: exchange.address) {
            var busy = HTTPResponse.failure(
                503, code: "busy", message: "You have not read earlier responses yet. Read them, then try again.")
            busy.headers.append(("Retry-After", "1"))
            return exchange.respond(busy)
        }
        server?.handler.received(request, exchange)
        // Stop reading until there is a response. Otherwise further data, or a hang-up, would wake
        // the loop again and again.
        if exchange.response == nil { lws_rx_flow_control(wsi, 0) }
    }

    /// Handles HTTP_WRITEABLE: writes the next part of the response. A negative result closes the
    /// connection.
    func httpWritable(_ wsi: OpaquePointer) -> CInt {
        guard let exchange, exchange.response != nil else { return 0 }
        switch exchange.write(to: wsi, loop.writeBuffer) {
        case .failed: return -1
        case .more:
            lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, Connection.pieceSeconds)
            lws_callback_on_writable(wsi)
            return 0
        case .done:
            exchange.finish()
            exchange.connection = nil
            self.exchange = nil
            if exchange.closesAfter || loop.isStopping { return -1 }
            requestBy = loop.seconds + (server?.configuration.keepAliveSeconds ?? 0) + 1
            return lws_http_transaction_completed(wsi) != 0 ? -1 : 0
        }
    }

    private static func method(_ wsi: OpaquePointer) -> HTTPRequest.Method {
        if lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 { return .get }
        if lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0 { return .head }
        if lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0 { return .post }
        return .other
    }

    /// Whether the connection stays open after the response. This must equal the decision of
    /// libwebsockets: HTTP/1.1 stays open unless the request says otherwise.
    private static func keepsAlive(_ wsi: OpaquePointer) -> Bool {
        let asked = RequestHeaders.text(wsi, WSI_TOKEN_CONNECTION)?.lowercased()
        if asked == "keep-alive" { return true }
        return asked != "close" && RequestHeaders.text(wsi, WSI_TOKEN_HTTP)?.hasSuffix("1.1") == true
    }

    private static let upgradeRequired = HTTPResponse(
        status: 426,
        headers: [("Upgrade", "websocket"), ("Content-Type", "application/json")],
        body: Array(
            #"{"code":"upgrade-required","message":"This address accepts only WebSocket connections. Open a WebSocket here."}"#
                .utf8))

    /// Seconds after which a client that reads nothing of a response is dropped.
    private static let pieceSeconds: CInt = 20
}
