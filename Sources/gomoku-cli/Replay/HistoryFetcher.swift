import Client
import GameState
import WebSockets
import Wire

/// Fetches a room's whole history, page by page, and goes.
final class HistoryFetcher: ClientHandler {
    private let room: RoomName
    private var kind = RoomKind.gomoku
    private(set) var deltas: [AcceptedDelta] = []
    private var done: ((Result<[AcceptedDelta], SessionFailure>) -> Void)?

    /// - Parameter done: called once.
    init(
        _ address: Address, room: RoomName, loop: EventLoop,
        done: @escaping (Result<[AcceptedDelta], SessionFailure>) -> Void
    ) {
        self.room = room
        self.done = done
        _ = loop.connect(address.target, handler: self)
    }

    func opened(_ socket: WebSocket) {
        socket.send(Request.hello(.init()).text)
        socket.send(Request.join(.init(room: room, kind: kind)).text)
    }

    func received(_ text: [UInt8], on socket: WebSocket) {
        guard let message = try? Notice(text) else {
            return finish(
                .failure(.notUnderstood("The server sent something that is no message. Is this a gomoku server?")),
                socket)
        }
        switch message {
        case .snapshot: socket.send(Request.history(.init(room: room)).text)
        case .history(let page):
            deltas += page.deltas
            guard deltas.count < page.rev, !page.deltas.isEmpty else { return finish(.success(deltas), socket) }
            socket.send(Request.history(.init(room: room, from: deltas.count + 1)).text)
        case .error(let error) where error.reason.code == .otherKind && kind == .gomoku:
            kind = .open
            socket.send(Request.join(.init(room: room, kind: kind)).text)
        case .error(let error): finish(.failure(.unavailable(error.reason.message)), socket)
        default: break
        }
    }

    func closed(_ socket: WebSocket, code: Int?, reason: String) {
        finish(.failure(.unavailable("The connection was lost before the history had come. Try again.")), nil)
    }

    func failed(_ socket: WebSocket, _ reason: String) { finish(.failure(.unavailable(reason)), nil) }

    private func finish(_ result: Result<[AcceptedDelta], SessionFailure>, _ socket: WebSocket?) {
        let done = done
        self.done = nil
        socket?.close(.normal)
        done?(result)
    }
}
