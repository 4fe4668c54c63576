import Client
import GameState
import WebSockets
import Wire

/// A single account request: connects, authenticates, sends the request, and disconnects after the
/// answer.
final class AccountExchange: ClientHandler {
    enum Ask: Equatable {
        case claim(name: String, password: String)
        case login(name: String, password: String)
        case token
        /// The identity that the token proves.
        case participant
        case rename(name: String, password: String)
        case delete(password: String)
        case password(old: String, new: String)
        case sessions
        case signOut(Request.SignOut.Which)
    }

    enum Answer: Equatable {
        /// The participant's name, and the token that proves the identity. Secret.
        case done(name: String, token: String)
        case participant(Participant)
        /// The owner's sessions, the most recently used one first.
        case sessions([Notice.Session])
        /// The server's error code and sentence.
        case refused(code: String, String)
        case failed(SessionFailure)
    }

    private static let id = "a1"

    private let ask: Ask
    private let name: String?
    private var token: String?
    private let isBot: Bool
    private var isLate: LoopTimer?
    private let done: (Answer) -> Void
    private var isDone = false

    /// - Parameters:
    ///   - token: proves the present identity. Not used for a login.
    ///   - done: called once.
    init(
        _ ask: Ask, at address: Address, name: String?, token: String?, isBot: Bool, loop: EventLoop,
        done: @escaping (Answer) -> Void
    ) {
        self.ask = ask
        self.name = name
        self.token = token
        self.isBot = isBot
        self.done = done
        let socket = loop.connect(address.target, handler: self)
        isLate = loop.timer(of: self) {
            $0.finish(.failed(.unavailable(.noAnswer(host: address.server))), socket)
        }
        // `participant` only sends a token, which the server checks at once. The other requests get
        // more time, because most of them hash a password, and others may be waiting in front.
        isLate?.schedule(afterMilliseconds: (ask == .participant ? 1 : 6) * Session.openWithin)
    }

    func opened(_ socket: WebSocket) {
        if case .login(let name, let password) = ask {
            socket.send(Request.login(.init(id: Self.id, name: name, password: password, isBot: isBot)).text)
        } else {
            socket.send(Request.hello(.init(name: name, token: token, isBot: isBot)).text)
        }
    }

    func received(_ text: [UInt8], on socket: WebSocket) {
        let message: Notice
        do throws(NoticeFailure) { message = try Notice(text) } catch {
            return finish(.failed(.notUnderstood(error)), socket)
        }
        switch (message, ask) {
        case (.welcome(let welcome), .login):
            finish(.done(name: welcome.participant.name, token: welcome.token), socket)
        case (.welcome(let welcome), .claim(let name, let password)):
            token = welcome.token
            socket.send(Request.claim(.init(id: Self.id, name: name, password: password)).text)
        case (.welcome(let welcome), .token):
            token = welcome.token
            socket.send(Request.token(.init(id: Self.id)).text)
        case (.welcome(let welcome), .rename(let name, let password)):
            token = welcome.token
            socket.send(Request.rename(.init(id: Self.id, name: name, password: password)).text)
        case (.welcome(let welcome), .password(let old, let new)):
            token = welcome.token
            socket.send(Request.password(.init(id: Self.id, password: old, new: new)).text)
        case (.welcome(let welcome), .participant): finish(.participant(welcome.participant), socket)
        case (.welcome, .sessions): socket.send(Request.sessions(.init(id: Self.id)).text)
        case (.welcome, .signOut(let which)):
            socket.send(Request.signout(.init(id: Self.id, session: which)).text)
        case (.sessions(let list), .sessions), (.sessions(let list), .signOut):
            finish(.sessions(list.sessions), socket)
        case (.welcome, .delete(let password)):
            socket.send(Request.delete(.init(id: Self.id, password: password)).text)
        case (.sessions, .delete): finish(.done(name: "", token: ""), socket)
        case (.account(let account), _): finish(.done(name: account.name, token: token ?? ""), socket)
        case (.token(let notice), _): finish(.done(name: name ?? "", token: notice.token), socket)
        case (.error(let error), _): finish(.refused(code: error.reason.word, error.reason.message), socket)
        default: break
        }
    }

    func closed(_ socket: WebSocket, code: Int?, reason: String) {
        finish(.failed(.interrupted), nil)
    }

    func failed(_ socket: WebSocket, _ failure: ConnectFailure) { finish(.failed(SessionFailure(failure)), nil) }

    private func finish(_ answer: Answer, _ socket: WebSocket?) {
        guard !isDone else { return }
        isDone = true
        isLate?.cancel()
        socket?.close(.normal)
        done(answer)
    }
}
