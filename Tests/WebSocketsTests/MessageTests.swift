import Foundation
import Testing

@testable import WebSockets

@Suite("Messages") struct MessageTests {
    @Test(
        "A text message of any length is echoed unchanged",
        arguments: [0, 1, 125, 126, 511, 512, 513, 4096, 65535, 65536, 200_000])
    func echo(count: Int) throws {
        let server = try TestServer {
            $0.maximumMessageBytes = 300_000
            $0.outboxBytes = 400_000
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        let head = client.openWebSocket()
        #expect(head.hasPrefix("HTTP/1.1 101"))
        #expect(head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
        #expect(head.contains("Sec-WebSocket-Protocol: gomoku.v1"))
        let text = String(repeating: "x", count: count)
        client.sendText(text)
        let frame = try #require(client.takeFrame())
        #expect(frame.opcode == 1 && frame.isFinal)
        #expect(frame.text == text)
    }
}
