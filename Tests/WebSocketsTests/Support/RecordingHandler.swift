import Foundation

@testable import WebSockets

/// A handler that records its calls and runs the test's closures.
final class RecordingHandler: ServerHandler {
    let events: Events
    var sockets: [WebSocket] = []
    var pending: [HTTPExchange] = []
    var onAccepts: (UpgradeRequest) -> UpgradeRefusal? = { _ in nil }
    var onOpened: (WebSocket) -> Void = { _ in }
    var onDrained: (WebSocket) -> Void = { _ in }
    var onText: ([UInt8], WebSocket) -> Void = { text, socket in socket.send(Frame(text)) }
    var onRequest: (HTTPRequest, HTTPExchange) -> Void = { _, exchange in exchange.respond(HTTPResponse(status: 404)) }

    init(_ events: Events) { self.events = events }

    /// Releases the test's closures, which often refer to this handler.
    func forget() {
        onAccepts = { _ in nil }
        onOpened = { _ in }
        onDrained = { _ in }
        onText = { _, _ in }
        onRequest = { _, _ in }
    }

    func accepts(_ request: UpgradeRequest) -> UpgradeRefusal? { onAccepts(request) }

    func opened(_ socket: WebSocket) {
        sockets.append(socket)
        events.add("opened")
        onOpened(socket)
    }

    func received(_ text: [UInt8], on socket: WebSocket) { onText(text, socket) }
    func drained(_ socket: WebSocket) {
        events.add("drained")
        onDrained(socket)
    }

    func overflowed(_ socket: WebSocket) { events.add("overflowed") }

    func closed(_ socket: WebSocket, code: Int?, reason: String) {
        sockets.removeAll { $0 === socket }
        events.add("closed \(code.map { "\($0)" } ?? "-")")
    }

    func received(_ request: HTTPRequest, _ exchange: HTTPExchange) { onRequest(request, exchange) }
}
