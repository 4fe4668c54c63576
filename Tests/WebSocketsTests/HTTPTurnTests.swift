import Foundation
import Testing

@testable import WebSockets

@Suite("HTTP requests beside WebSockets") struct HTTPTurnTests {
    @Test("The loop starts only a few HTTP requests per turn, so WebSocket messages are not delayed")
    func socketsBetweenRequests() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try TestServer { _ in
        } handler: { handler in
            handler.onRequest = { request, exchange in
                handler.events.add(request.path)
                if request.path == "/hold" { gate.wait() }
                // Take longer than the time in which a turn begins requests.
                let end = Histogram.now() + 2 * RequestQueue.turnMicroseconds
                while Histogram.now() < end {}
                exchange.respond(HTTPResponse(status: 200, body: Array(request.path.utf8)))
            }
            handler.onText = { text, _ in handler.events.add(String(decoding: text, as: UTF8.self)) }
        }
        defer { server.stop() }
        func ask(_ client: RawClient, _ path: String) { client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n") }
        func isAnswered(_ client: RawClient, _ path: String) -> Bool {
            client.takeHead()?.hasPrefix("HTTP/1.1 200 ") == true && client.take(path.utf8.count) == Array(path.utf8)
        }
        let first = try RawClient(port: server.port)
        first.openWebSocket()
        let clients = try (0..<40).map { _ in try RawClient(port: server.port) }
        for client in clients {
            ask(client, "/ready")
            try #require(isAnswered(client, "/ready"))
        }
        let last = try RawClient(port: server.port)
        last.openWebSocket()
        let holding = try RawClient(port: server.port)
        ask(holding, "/hold")
        try #require(server.events.wait("/hold"))
        // Send everything while the loop is blocked, so that it finds all of it at once, between a
        // first and a last message.
        first.sendText("first")
        for client in clients { ask(client, "/asked") }
        last.sendText("last")
        gate.signal()
        for client in clients { #expect(isAnswered(client, "/asked")) }
        #expect(isAnswered(holding, "/hold"))
        let events = server.events.all
        for text in ["first", "last"] {
            let place = try #require(events.firstIndex(of: text))
            let before = events[..<place].count { $0 == "/asked" }
            #expect(before <= 2, "\(before) of \(clients.count) requests ran before \(text)")
        }
    }
}
