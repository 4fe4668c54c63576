import Foundation
import Testing

@testable import WebSockets

@Suite("HTTP") struct HTTPTests {
    /// 300 KB of varied bytes, so that a misplaced piece is noticed.
    static let big = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    private func server() throws -> TestServer {
        try TestServer {
            $0.maximumHTTPBodyBytes = 100_000
        } handler: { handler in
            handler.onRequest = { request, exchange in
                switch (request.method, request.path) {
                case (.get, "/big"), (.head, "/big"):
                    exchange.respond(HTTPResponse(status: 200, headers: [("X-Kind", "big")], body: HTTPTests.big))
                case (.get, "/what it is"):
                    let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
                    let text = "\(query)|\(request.header("user-agent") ?? "-")|\(request.remoteAddress)"
                    exchange.respond(HTTPResponse(status: 200, body: Array(text.utf8)))
                case (.post, "/length"):
                    exchange.respond(HTTPResponse(status: 200, body: Array("\(request.body.count)".utf8)))
                default: exchange.respond(.failure(404, code: "not-found", message: "No \"\(request.path)\" here."))
                }
            }
        }
    }

    private func response(_ client: RawClient, hasBody: Bool = true) throws -> (head: String, body: [UInt8]) {
        let head = try #require(client.takeHead())
        let length =
            head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
            .flatMap { Int($0.dropFirst(16)) } ?? 0
        return (head, hasBody ? try #require(client.take(length)) : [])
    }

    @Test("One connection serves several requests, with a body of 300 KB for GET and none for HEAD")
    func keepAlive() throws {
        let server = try server()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        for _ in 0..<3 {
            client.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = try response(client)
            #expect(answer.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.head.contains("X-Kind: big\r\n"))
            #expect(!answer.head.lowercased().contains("server:"))
            #expect(answer.body == HTTPTests.big)
            client.send("HEAD /big HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try response(client, hasBody: false).head.contains("Content-Length: 300000\r\n"))
        }
        #expect(server.ask { $0.loop.unsentBytes } == 0)
        client.send("GET /what%20it%20is?a=1&b=%26x%3D HTTP/1.1\r\nHost: x\r\nUser-Agent: tests\r\n\r\n")
        #expect(String(decoding: try response(client).body, as: UTF8.self) == "a=1;b=&x=|tests|127.0.0.1")
        client.send(
            "POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\n\r\n" + String(repeating: "b", count: 20_000))
        #expect(String(decoding: try response(client).body, as: UTF8.self) == "20000")
        client.send("POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
        #expect(String(decoding: try response(client).body, as: UTF8.self) == "0")
        client.send("GET /none HTTP/1.1\r\nHost: x\r\n\r\n")
        let missing = try response(client)
        #expect(missing.head.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        #expect(
            String(decoding: missing.body, as: UTF8.self) == #"{"code":"not-found","message":"No \"/none\" here."}"#)
        client.send("GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(try response(client).head.contains("Connection: close\r\n"))
        #expect(client.isAtEnd())
    }

    @Test("Pipelined requests are answered in order")
    func pipelined() throws {
        let server = try server()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send(
            ["GET /big", "HEAD /big", "GET /none"].map { "\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined()
        )
        #expect(try response(client).body == HTTPTests.big)
        #expect(try response(client, hasBody: false).head.contains("300000"))
        #expect(try response(client).head.contains("404"))
    }

    @Test(
        "The HTTP layer itself rejects requests without upgrade, without length, or with too large a body",
        arguments: [
            ("GET /ws HTTP/1.1\r\nHost: x\r\n\r\n", 426), ("POST /length HTTP/1.1\r\nHost: x\r\n\r\n", 411),
            ("POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 100001\r\n\r\n", 413),
        ])
    func ownAnswers(request: String, status: Int) throws {
        let server = try server()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        let began = Date()
        client.send(request)
        let answer = try response(client)
        #expect(answer.head.hasPrefix("HTTP/1.1 \(status) "))
        #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix(#"{"code":""#))
        #expect(client.isAtEnd())
        #expect(Date().timeIntervalSince(began) < 10)
    }

    @Test("A handler may answer later, even after the client has disconnected")
    func later() throws {
        let server = try TestServer { _ in
        } handler: { handler in
            handler.onRequest = { request, exchange in
                handler.pending.append(exchange)
                handler.events.add("asked \(request.path)")
            }
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(server.events.wait("asked /a"))
        do {
            let gone = try RawClient(port: server.port)
            gone.send("GET /b HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(server.events.wait("asked /b"))
        }
        server.run { context in
            for exchange in context.handler.pending {
                exchange.respond(HTTPResponse(status: 200, body: Array("late".utf8)))
            }
            context.handler.pending = []
        }
        #expect(String(decoding: try response(client).body, as: UTF8.self) == "late")
    }
}
