// A bot in Swift, on this package's libraries:  swift run example-bot http://127.0.0.1:8080 ROOM
import Client
import GameState
import WebSockets
import Wire

final class Bot: ClientHandler {
    private var mirror: RoomMirror
    private var me: ParticipantID?
    private var asked = 0

    init(room: RoomName) { mirror = RoomMirror(room: room) }

    func opened(_ socket: WebSocket) { socket.send(Request.hello(.init(name: "Swift bot", isBot: true)).text) }
    func closed(_ socket: WebSocket, code: Int?, reason: String) {
        fatalError("The server closed the connection. \(reason)")
    }
    func failed(_ socket: WebSocket, _ failure: ConnectFailure) { fatalError("\(failure)") }

    func received(_ text: [UInt8], on socket: WebSocket) {
        guard let message = try? Notice(text) else { return }
        if case .welcome(let welcome) = message {
            me = welcome.participant.id
            socket.send(Request.join(.init(room: mirror.room)).text)
        }
        switch mirror.take(message) {
        case .none: break
        case .gap: socket.send(Request.join(.init(room: mirror.room, known: mirror.known)).text)
        default: if let me, let delta = wish(of: me, in: GameView(state: mirror.state)) { send(delta, on: socket) }
        }
    }

    private func send(_ delta: Delta, on socket: WebSocket) {
        asked += 1
        socket.send(
            Request.delta(DeltaRequest(room: mirror.room, id: "swift\(asked)", base: mirror.rev, delta: delta)).text)
    }

    private func wish(of me: ParticipantID, in game: GameView) -> Delta? {
        let rights = game.rights(of: me)
        if game.number == nil { return game.newGame(GameTerms(), seats: ByStone(x: me, o: nil)) }
        if rights.sides.isEmpty { return rights.seat.map { game.taking($0, by: me) } }
        guard let stone = rights.move, mirror.state["phase"] == nil else { return nil }
        return game.size.points.filter {
            ["legal", "five"].contains(game.rule.verdict(on: stone, at: $0, of: game.board).word)
        }
        .max { worth($0, to: stone, in: game) < worth($1, to: stone, in: game) }.map(game.moving)
    }

    /// Long rows are good, the opponent's nearly as much as one's own; the middle is a little better.
    private func worth(_ point: Point, to stone: Stone, in game: GameView) -> Int {
        let rows = [(stone, 10), (stone.opponent, 9)].flatMap { side, weight in
            Direction.allCases.map { direction in
                let count = game.board.run(of: side, through: point, along: direction).count
                return weight * (count >= 5 ? 10_000 : count * count * count)
            }
        }
        return rows.reduce(0, +) - abs(point.column - game.size.center.column) - abs(point.row - game.size.center.row)
    }
}

guard CommandLine.arguments.count == 3, let target = ConnectTarget(CommandLine.arguments[1]),
    let room = RoomName(CommandLine.arguments[2])
else { fatalError("Start it as: example-bot http://127.0.0.1:8080 ROOM") }
let (loop, bot) = (try EventLoop(), Bot(room: room))
let socket = loop.connect(target, handler: bot)
try loop.run()
