// A bot in Swift, on this package's libraries:
//   swift run example-bot http://127.0.0.1:8080 ROOM [TOKEN_FILE]
//
// It reconnects by itself. With TOKEN_FILE it is the same participant after a restart.
import Client
import Foundation
import GameState
import WebSockets
import Wire

func tell(_ sentence: String) { FileHandle.standardError.write(Data((sentence + "\n").utf8)) }

func end(_ why: String, status: Int32 = 1) -> Never {
    tell(why)
    exit(status)
}

final class Bot: ClientHandler {
    private let loop: EventLoop
    private let target: ConnectTarget
    private let tokenFile: String?
    private var token: String?
    private var mirror: RoomMirror
    private var socket: WebSocket?
    private var me: ParticipantID?
    private var backoff = Backoff()
    private var openedAt = 0
    private var timer: LoopTimer?
    /// The start of all IDs. No ID is used twice, not even after a restart with the same token.
    private let prefix = "swift\(UInt32.random(in: .min ... .max))"
    private var asked = 0
    /// The delta without an answer, and the last refused change.
    private var pending: DeltaRequest?
    private var refused: Delta?

    init(room: RoomName, at target: ConnectTarget, tokenFile: String?, loop: EventLoop) {
        (self.loop, self.target, self.tokenFile) = (loop, target, tokenFile)
        token = tokenFile.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }?
            .trimmingCharacters(in: .whitespacesAndNewlines)
        mirror = RoomMirror(room: room)
    }

    // MARK: the connection

    func connect() { socket = loop.connect(target, handler: self) }

    func opened(_ socket: WebSocket) {
        (openedAt, pending) = (loop.now(), nil)
        socket.send(Request.hello(.init(name: "Swift bot", token: token, isBot: true)).text)
    }

    func closed(_ socket: WebSocket, code: Int?, reason: String) {
        backoff.lost(after: loop.now() - openedAt)
        lost("The connection is closed: \(code ?? 1006) \(reason)", isFinal: code == 1008 || code == 4001)
    }

    func failed(_ socket: WebSocket, _ failure: ConnectFailure) { lost("\(failure)", isFinal: false) }

    private func lost(_ why: String, isFinal: Bool) {
        guard token != nil, !isFinal else { end(why) }
        var random = SystemRandomNumberGenerator()
        let pause = backoff.next(using: &random)
        tell("\(why) Trying again in \(pause) ms.")
        later(pause) { $0.connect() }
    }

    private func later(_ milliseconds: Int, _ work: @escaping (Bot) -> Void) {
        timer = loop.timer { [weak self] in
            if let self { work(self) }
        }
        timer?.schedule(afterMilliseconds: milliseconds)
    }

    private func join() { socket?.send(Request.join(.init(room: mirror.room, known: mirror.known)).text) }

    private func keep(_ token: String) {
        self.token = token
        guard let tokenFile else { return }
        let isKept = FileManager.default.createFile(
            atPath: tokenFile, contents: Data(token.utf8), attributes: [.posixPermissions: 0o600])
        if !isKept { tell("The token cannot be kept in \(tokenFile).") }
    }

    // MARK: messages

    func received(_ text: [UInt8], on socket: WebSocket) {
        guard let message = try? Notice(text) else { return }
        switch message {
        case .welcome(let welcome):
            me = welcome.participant.id
            keep(welcome.token)
            join()
        case .error(let error):
            let passes: [Code?] = [.busy, .rateLimited, .roomFull, .serverFull, .unavailable]
            guard passes.contains(error.reason.code) else { end("\(error.reason.word): \(error.reason.message)") }
            socket.close(.normal, reason: error.reason.word)
        // Another participant may use the same ID.
        case .delta(let change) where change.accepted.by == me && change.accepted.id == pending?.id: pending = nil
        case .reject(let reject) where reject.id == pending?.id: rejected(reject.reason)
        default: break
        }
        switch mirror.apply(message) {
        case .gap: join()
        case .restored, .continued:
            refused = nil
            look()
        default: break
        }
    }

    private func rejected(_ reason: Notice.Reason) {
        tell("\(reason.word): \(reason.message)")
        (refused, pending) = (pending?.delta, nil)
        switch reason.code {
        case .rateLimited: later(reason.retryAfter ?? 1_000) { $0.lookAgain() }
        // The bot is not in the room, or the store cannot write.
        case .readOnly: later(1_000) { $0.join() }
        default: look()
        }
    }

    private func lookAgain() {
        refused = nil
        look()
    }

    /// Sends the next change by the room's state alone. A refused one waits until the room has
    /// changed.
    private func look() {
        guard let me, pending == nil, let delta = wish(of: me, in: GameView(state: mirror.state)), delta != refused
        else { return }
        asked += 1
        let request = DeltaRequest(room: mirror.room, id: "\(prefix)-\(asked)", base: mirror.rev, delta: delta)
        pending = request
        socket?.send(Request.delta(request).text)
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

    /// Returns the value of a point: long rows of both sides count, and the center is slightly
    /// better.
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

let words = CommandLine.arguments
guard (3...4).contains(words.count), let target = ConnectTarget(words[1]), let room = RoomName(words[2]) else {
    end("Start it as: example-bot http://127.0.0.1:8080 ROOM [TOKEN_FILE]", status: 64)
}
let loop = try EventLoop()
let bot = Bot(room: room, at: target, tokenFile: words.count > 3 ? words[3] : nil, loop: loop)
bot.connect()
try loop.run()
