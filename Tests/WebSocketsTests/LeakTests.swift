import Foundation
import Testing

@testable import WebSockets

/// Every object must be freed at its end. The count covers the whole process, including sockets of
/// tests that run at the same time. A test therefore waits until those are freed too.
@Suite("Leaks") struct LeakTests {
    @Test("All WebSocket objects are freed, however their connections end")
    func noneLeft() throws {
        for round in 0..<3 {
            let server = try TestServer {
                $0.maximumMessageBytes = 100
                $0.closeWithinSeconds = 1
            }
            var clients: [RawClient] = []
            for number in 0..<30 {
                let client = try RawClient(port: server.port)
                clients.append(client)
                client.openWebSocket()
                switch number % 6 {
                case 0: client.sendFrame(8, [0x03, 0xe8])
                case 1: client.sendFrame(2, [1])
                case 2: client.sendFrame(1, [UInt8](repeating: 97, count: 200))
                case 3: shutdown(client.descriptor, Int32(SHUT_RDWR))
                case 4: client.sendFrame(1, [97], isFinal: false)
                default: client.sendText("stays")
                }
            }
            if round == 0 { clients = [] }
            server.stop()
        }
        let end = Date(timeIntervalSinceNow: 60)
        // Poll, because other threads free the objects without a signal.
        while LiveCount.shared.value != 0, Date() < end { Thread.sleep(forTimeInterval: 0.05) }
        #expect(LiveCount.shared.value == 0)
    }

    @Test("An event loop that never runs frees itself and its sockets")
    func neverRun() throws {
        final class Deaf: ClientHandler {
            func opened(_ socket: WebSocket) {}
            func received(_ text: [UInt8], on socket: WebSocket) {}
            func closed(_ socket: WebSocket, code: Int?, reason: String) {}
            func failed(_ socket: WebSocket, _ failure: ConnectFailure) {}
        }
        let server = try TestServer()
        defer { server.stop() }
        weak var gone: EventLoop?
        weak var socket: WebSocket?
        do {
            let loop = try EventLoop()
            gone = loop
            socket = loop.connect(ConnectTarget(host: "127.0.0.1", port: server.port), handler: Deaf())
            _ = try loop.listen(ListenConfiguration(port: 0), handler: RecordingHandler(Events()))
            #expect(throws: LoopFailure.alreadyListening) {
                try loop.listen(ListenConfiguration(port: 0), handler: RecordingHandler(Events()))
            }
        }
        #expect(gone == nil && socket == nil)
    }

    @Test("Listening on a port in use or on another machine's address fails with an error")
    func cannotListen() throws {
        let server = try TestServer()
        defer { server.stop() }
        let loop = try EventLoop()
        let port = server.port
        let taken = #expect(throws: LoopFailure.self) {
            try loop.listen(ListenConfiguration(port: port), handler: RecordingHandler(Events()))
        }
        #expect(
            taken?.description == "Another program listens on 127.0.0.1, port \(port). Stop it, or choose another port."
        )
        let foreign = #expect(throws: LoopFailure.self) {
            try loop.listen(ListenConfiguration(host: "192.0.2.1", port: 0), handler: RecordingHandler(Events()))
        }
        #expect(foreign?.code == "cannot-listen")
        #expect(try loop.listen(ListenConfiguration(host: nil, port: 0), handler: RecordingHandler(Events())) > 0)
    }
}
