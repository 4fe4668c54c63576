import Testing

@testable import WebSockets

@Suite("Handshake") struct HandshakeTests {
    @Test(
        "A refused handshake returns an HTTP status, a code and a message",
        arguments: [
            ("Sec-WebSocket-Protocol: chess.v1, go.v2\r\n", "/ws", 400, "bad-subprotocol"),
            ("Origin: https://evil.example\r\n", "/ws", 403, "bad-origin"),
            ("", "/other", 404, "not-found"),
        ])
    func refused(headers: String, path: String, status: Int, code: String) throws {
        let server = try TestServer { _ in
        } handler: {
            $0.onAccepts = { request in
                guard let origin = request.header("Origin"), origin != "http://localhost" else { return nil }
                return UpgradeRefusal(status: 403, code: "bad-origin", message: "\(origin) is \"foreign\".")
            }
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        let head = client.openWebSocket(headers, path: path)
        #expect(head.hasPrefix("HTTP/1.1 \(status) "))
        let body = client.take(40).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(body.hasPrefix("{\"code\":\"\(code)\",\"message\":\""), "\(body)")
    }

    @Test(
        "A handshake succeeds without a subprotocol, with ours among others, and with an Origin header",
        arguments: [
            "", "Sec-WebSocket-Protocol: chess.v1, gomoku.v1\r\n", "Origin: http://localhost\r\n",
        ])
    func accepted(headers: String) throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        let head = client.openWebSocket(headers)
        #expect(head.hasPrefix("HTTP/1.1 101"))
        #expect(head.contains("Sec-WebSocket-Protocol: gomoku.v1") == headers.contains("gomoku"))
        client.sendText("hi")
        #expect(client.takeFrame()?.text == "hi")
    }

    @Test("A first message in the same packet as the handshake is not lost")
    func early() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        var bytes = Array(
            ("GET /ws?since=4 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").utf8)
        bytes += [0x81, 0x82, 0, 0, 0, 0, 104, 105]
        client.send(bytes)
        #expect(client.takeHead()?.hasPrefix("HTTP/1.1 101") == true)
        #expect(client.takeFrame()?.text == "hi")
    }
}
