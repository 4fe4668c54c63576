import Foundation
import Testing

@testable import WebSockets

/// A client that connects, sends its messages, and stops its loop when the connection has ended.
private final class TalkingClient: ClientHandler {
    let events = Events()
    var loop: EventLoop?
    var says: [String]
    var closesAfter = 0
    private var heard = 0

    init(_ says: [String]) { self.says = says }

    func opened(_ socket: WebSocket) {
        events.add("opened")
        for text in says { socket.send(text) }
    }
    func received(_ text: [UInt8], on socket: WebSocket) {
        events.add("heard \(String(decoding: text, as: UTF8.self))")
        heard += 1
        if heard == says.count { socket.close(.normal, reason: "done") }
    }
    func closed(_ socket: WebSocket, code: Int?, reason: String) {
        events.add("closed \(code ?? 0) \(reason)")
        loop?.stop()
    }
    func failed(_ socket: WebSocket, _ failure: ConnectFailure) {
        events.add("failed \(failure)")
        loop?.stop()
    }
}

@Suite("WebSocket client") struct ClientTests {
    private func talk(to target: ConnectTarget, _ says: [String]) throws -> [String] {
        let loop = try EventLoop()
        let client = TalkingClient(says)
        client.loop = loop
        let socket = loop.connect(target, handler: client)
        #expect(!socket.isOpen)
        try loop.run()
        client.loop = nil
        return client.events.all
    }

    @Test(
        "A client connects by address or host name, exchanges short and long messages, and closes",
        arguments: ["127.0.0.1", "localhost"])
    func talks(host: String) throws {
        let server = try TestServer {
            $0.maximumMessageBytes = 300_000
            $0.outboxBytes = 400_000
        }
        defer { server.stop() }
        let long = String(repeating: "né ", count: 30_000)
        let heard = try talk(to: ConnectTarget(host: host, port: server.port), ["a", long, "b"])
        #expect(heard == ["opened", "heard a", "heard \(long)", "heard b", "closed 1000 done"])
        #expect(server.events.wait("closed 1000"))
    }

    @Test("A refused connection, an unknown host and a wrong HTTP status each have their own error")
    func failures() throws {
        let server = try TestServer { _ in
        } handler: {
            $0.onAccepts = { _ in UpgradeRefusal(status: 403, code: "bad-origin", message: "No.") }
        }
        let port = server.port
        let status = try talk(to: ConnectTarget(host: "127.0.0.1", port: port), [])
        #expect(status == ["failed 127.0.0.1 answered with HTTP status 403 instead of opening a WebSocket."])
        server.stop()
        let refused = try talk(to: ConnectTarget(host: "127.0.0.1", port: port), [])
        #expect(refused.count == 1 && refused[0].hasPrefix("failed 127.0.0.1 refused the connection."), "\(refused)")
        let unknown = try talk(to: ConnectTarget(host: "no-such-host.invalid", port: 80), [])
        #expect(unknown.count == 1 && unknown[0].contains("was not found"), "\(unknown)")
    }

    @Test("Connecting to a server that accepts but never answers fails with a timeout error")
    func silentServer() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(listener, $0, length)
                _ = getsockname(listener, $0, &length)
            }
        }
        listen(listener, 1)
        var target = ConnectTarget(host: "127.0.0.1", port: Int(UInt16(bigEndian: address.sin_port)))
        target.connectWithinSeconds = 1
        #expect(try talk(to: target, []) == ["failed 127.0.0.1 did not answer in time."])
    }

    @Test("Connecting with wss to a server without TLS fails")
    func notSecure() throws {
        let server = try TestServer()
        defer { server.stop() }
        var target = ConnectTarget(isSecure: true, host: "127.0.0.1", port: server.port)
        target.connectWithinSeconds = 3
        let heard = try talk(to: target, [])
        #expect(heard.count == 1 && heard[0].hasPrefix("failed "), "\(heard)")
    }

    @Test(
        "A valid WebSocket URL becomes a connect target, and an invalid one is rejected",
        arguments: [
            ("ws://localhost:8080", "localhost 8080 /ws ws"), ("wss://example.org/", "example.org 443 /ws wss"),
            ("example.org", "example.org 80 /ws ws"), ("http://[::1]:99/x?y=1#z", "::1 99 /x?y=1 ws"),
            ("ws://h?a", "h 80 /ws?a ws"), ("ftp://h", nil), ("ws://", nil), ("ws://h:0", nil), ("ws://h:x", nil),
            ("ws://u@h", nil), ("ws://h/a b", nil),
        ] as [(String, String?)])
    func urls(text: String, expected: String?) {
        let target = ConnectTarget(text)
        #expect(target.map { "\($0.host) \($0.port) \($0.path) \($0.isSecure ? "wss" : "ws")" } == expected)
    }
}
