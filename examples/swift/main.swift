// A bot in Swift, on this package's libraries:
//   swift run example-bot http://127.0.0.1:8080 ROOM [TOKEN_FILE]
//
// It reconnects by itself. With TOKEN_FILE it is the same participant after a restart. Without, it
// gives its seat up when it is stopped. docs/BOTS.md lists the exit statuses.
import Client
import Foundation
import GameState
import WebSockets
import Wire

/// Prints a sentence without the control characters that a server could send to the terminal.
func tell(_ sentence: String) {
    let safe = String.UnicodeScalarView(
        sentence.unicodeScalars.map {
            [.control, .format, .lineSeparator].contains($0.properties.generalCategory) ? "?" : $0
        })
    FileHandle.standardError.write(Data((String(safe) + "\n").utf8))
}

func end(_ status: Int32, _ why: String) -> Never {
    tell(why)
    exit(status)
}

final class Bot: ClientHandler {
    private let loop: EventLoop
    private let target: ConnectTarget
    private let tokenFile: String?
    private let signals = Mailbox<SignalWatcher.Signal>()
    private var token: String?
    private var mirror: RoomMirror
    private var socket: WebSocket?
    private var me: ParticipantID?
    private var backoff = Backoff()
    private var timer: LoopTimer?
    /// The temporary error for which the bot closes the connection.
    private var complaint: String?
    /// The last sentence about the room.
    private var said: String?
    /// The start of all IDs. No ID is used twice, not even after a restart with the same token.
    private let prefix = "swift\(UInt32.random(in: .min ... .max))"
    private var asked = 0
    /// The delta without an answer, and the last refused change.
    private var pending: DeltaRequest?
    private var refused: Delta?
    /// The exit status after a signal, and the delta that gives the seat up.
    private var stopped: Int32?
    private var parting: DeltaRequest?

    init(room: RoomName, at target: ConnectTarget, tokenFile: String?, loop: EventLoop) {
        (self.loop, self.target, self.tokenFile) = (loop, target, tokenFile)
        mirror = RoomMirror(room: room)
        token = tokenFile.flatMap(Self.token)
    }

    private static func token(in file: String) -> String? {
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            end(66, "The token cannot be read from \(file).")
        }
        try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return token.isEmpty ? nil : token
    }

    // MARK: the connection

    func connect() { socket = loop.connect(target, handler: self) }

    func opened(_ socket: WebSocket) {
        pending = nil
        socket.send(Request.hello(.init(name: "Swift bot", token: token, isBot: true)).text)
    }

    func closed(_ socket: WebSocket, code: Int?, reason: String) {
        let why = complaint ?? "The server has closed the connection: \(code ?? 1006) \(reason)."
        complaint = nil
        lost(why, isFinal: code == 1008 || code == 4001)
    }

    func failed(_ socket: WebSocket, _ failure: ConnectFailure) {
        if case .status(let status) = failure.reason, status < 500, status != 429 { end(76, "\(failure)") }
        lost("\(failure)", isFinal: false)
    }

    private func lost(_ why: String, isFinal: Bool) {
        if let stopped { end(stopped, "The bot was stopped.") }
        if isFinal { end(76, why) }
        guard me != nil else { end(69, why) }
        (socket, said) = (nil, nil)
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
        guard token != self.token else { return }
        self.token = token
        guard let tokenFile else { return }
        let isKept = FileManager.default.createFile(
            atPath: tokenFile, contents: Data(token.utf8), attributes: [.posixPermissions: 0o600])
        if !isKept { end(74, "The token cannot be kept in \(tokenFile).") }
    }

    // MARK: the end

    /// Ends the bot after a signal. A bot that cannot return as the same participant first gives
    /// its seat up, so that it does not block the room.
    func stop(on watcher: SignalWatcher) {
        loop.attach(signals) { [weak self] signal in
            self?.stop(signal == .interrupt ? 130 : signal == .hangup ? 129 : 143)
        }
        watcher.post(to: signals) { $0 }
    }

    private func stop(_ status: Int32) {
        guard stopped == nil else { return }
        stopped = status
        if let tokenFile { end(status, "The bot was stopped. Start it again with \(tokenFile) to continue.") }
        guard let socket, socket.isOpen, let delta = farewell(in: GameView(state: mirror.state)) else {
            end(status, "The bot was stopped.")
        }
        parting = ask(delta)
        later(5_000) { _ in end(status, "The bot was stopped.") }
    }

    private func farewell(in game: GameView) -> Delta? {
        guard let me, !game.isOver, let side = Stone.allCases.first(where: { game.seats[$0] == me }) else { return nil }
        if game.seats[side.opponent] == nil { return Intent.seat(side, nil).delta }
        return game.moves.count < 2 ? game.aborting : game.resigning(side)
    }

    private func ask(_ delta: Delta) -> DeltaRequest {
        asked += 1
        let request = DeltaRequest(room: mirror.room, id: "\(prefix)-\(asked)", base: mirror.rev, delta: delta)
        socket?.send(Request.delta(request).text)
        return request
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
            guard passes.contains(error.reason.code) else { end(76, "\(error.reason.word): \(error.reason.message)") }
            complaint = error.reason.message
            socket.close(.normal, reason: error.reason.word)
        case .snapshot(let snapshot):
            guard snapshot.kind == .gomoku else {
                end(76, "\(mirror.room) is not a room for five in a row. Choose another room.")
            }
            backoff = Backoff()
        case .delta(let change) where change.accepted.by == me && change.accepted.id == parting?.id:
            if let stopped { end(stopped, "The bot was stopped. It has given its seat up.") }
        case .reject(let reject) where reject.id == parting?.id:
            if let stopped { end(stopped, "The bot was stopped.") }
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
        guard let me, stopped == nil else { return }
        let game = GameView(state: mirror.state)
        if let news = news(for: me, of: game), news != said {
            tell(news)
            said = news
        }
        guard pending == nil, let delta = wish(of: me, in: game), delta != refused else { return }
        pending = ask(delta)
    }

    /// Returns a sentence about the room for the person who has started the bot.
    private func news(for me: ParticipantID, of game: GameView) -> String? {
        guard let number = game.number else { return "The room is empty. Starting a game." }
        let name = "Game \(number) in \(mirror.room)"
        let isFull = Stone.allCases.allSatisfy { game.seats[$0] != nil }
        if let result = game.result {
            let winner = Stone(rawValue: result) == nil ? "a draw" : "\(result.uppercased()) won"
            let reason = game.reason.map { " (\($0.rawValue))" } ?? ""
            return "\(name) is over: \(winner)\(reason). Waiting for the next game; Ctrl-C ends the bot."
        }
        if game.isOpeningRunning { return "\(name) has an opening, which this bot does not know. Waiting for its end." }
        if let side = Stone.allCases.first(where: { game.seats[$0] == me }) {
            return "\(name): playing \(side.rawValue.uppercased())\(isFull ? "" : ", waiting for an opponent")."
        }
        return isFull ? "\(name): both seats are taken. Waiting for a free one; Ctrl-C ends the bot." : nil
    }

    private func wish(of me: ParticipantID, in game: GameView) -> Delta? {
        let rights = game.rights(of: me)
        if game.number == nil { return game.newGame(GameTerms(), seats: ByStone(x: me, o: nil)) }
        if let offer = game.mayAnswer(me), offer.kind == .rematch { return game.accepting(offer) }
        // The bot knows no openings.
        if game.isOpeningRunning { return nil }
        if rights.sides.isEmpty { return rights.seat.map { game.taking($0, by: me) } }
        guard let stone = rights.move else { return nil }
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
guard (3...4).contains(words.count) else {
    end(64, "Start it as: example-bot http://127.0.0.1:8080 ROOM [TOKEN_FILE]")
}
guard let target = ConnectTarget(words[1]) else {
    end(64, "\(words[1]) is not the address of a server. An example is http://127.0.0.1:8080.")
}
guard let room = RoomName(words[2]) else { end(64, "A room has a name of 1 to 64 letters, digits and -_.~") }
let watcher = SignalWatcher([.terminate, .interrupt, .hangup])
let loop = try EventLoop()
let bot = Bot(room: room, at: target, tokenFile: words.count > 3 ? words[3] : nil, loop: loop)
bot.stop(on: watcher)
bot.connect()
try loop.run()
