import Foundation
import Testing

@testable import WebSockets

@Suite("Closing connections", .serialized) struct ClosingTests {
    @Test("A socket closed in `opened` sends its queue, then the code and a reason cut between characters")
    func insideOpened() throws {
        let server = try TestServer { _ in
        } handler: { handler in
            handler.onOpened = { socket in
                socket.send("bye")
                socket.close(.policy, reason: String(repeating: "ü", count: 70))
                socket.close(.normal, reason: "not this one")
                socket.send("nor this")
            }
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        #expect(client.takeFrame()?.text == "bye")
        let close = try #require(client.takeFrame())
        #expect(close.closeCode == 1008)
        #expect(String(decoding: close.payload.dropFirst(2), as: UTF8.self) == String(repeating: "ü", count: 61))
        client.sendFrame(8, [0x03, 0xf0])
        #expect(client.isAtEnd())
        #expect(server.events.wait("closed 1008"))
    }

    @Test("A close frame from the peer is echoed, and the handler receives its code")
    func byPeer() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        client.sendFrame(8, [0x0f, 0xa1] + Array("tired".utf8))
        #expect(client.takeFrame()?.closeCode == 4001)
        #expect(client.isAtEnd())
        #expect(server.events.wait("closed 4001"))
    }

    @Test("A closed socket is cut off after its time limit if the peer reads nothing")
    func stuck() throws {
        let server = try TestServer {
            $0.closeWithinSeconds = 1
        } handler: {
            $0.onText = { _, _ in }
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port, receiveBuffer: 4096)
        client.openWebSocket()
        #expect(server.events.wait("opened"))
        let began = Date()
        server.run { context in
            let socket = context.handler.sockets[0]
            socket.send(String(repeating: "x", count: 20_000_000))
            socket.close(.normal)
        }
        #expect(server.events.wait("closed 1000"))
        #expect(Date().timeIntervalSince(began) < 6)
    }

    @Test("Stopping closes every connection without waiting indefinitely for silent peers")
    func silentPeers() throws {
        let server = try TestServer()
        let clients = try (0..<20).map { _ in try RawClient(port: server.port) }
        for client in clients { client.openWebSocket() }
        let idle = try RawClient(port: server.port)
        let living = server.ask { _ in LiveCount.shared.value }
        #expect(living >= 20)
        let began = Date()
        server.stop()
        #expect(Date().timeIntervalSince(began) < 6)
        for client in clients { #expect(client.takeFrame()?.closeCode == 1001) }
        #expect(idle.isAtEnd())
        #expect(server.events.all.filter { $0 == "closed 1001" }.count == 20)
    }
}
