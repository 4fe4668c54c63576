import GameState

/// A request of a client. The server parses each frame once, with ``init(_:limits:)``, and rejects
/// malformed frames there.
///
/// `Messages/` has a file per request with its members, its encoding and its decoding.
public enum Request: Equatable, Sendable {
    case hello(Hello)
    case join(Join)
    case leave(Leave)
    case delta(DeltaRequest)
    case history(HistoryRequest)
    case say(Say)
    case hint(HintRequest)
    case analyse(Analyse)
    case cursor(Cursor)
    case invite(Invite)
    case seek(SeekRequest)
    case unseek(Unseek)
    case accept(Accept)
    case claim(Claim)
    case login(Login)
    case token(TokenRequest)
    case password(PasswordChange)
    case rename(Rename)
    case delete(AccountDeletion)
    case sessions(SessionsRequest)
    case signout(SignOut)
    case report(AbuseReport)
    case ping(Ping)

    /// The message of this request.
    public var message: any Message {
        switch self {
        case .hello(let message): message
        case .join(let message): message
        case .leave(let message): message
        case .delta(let message): message
        case .history(let message): message
        case .say(let message): message
        case .hint(let message): message
        case .analyse(let message): message
        case .cursor(let message): message
        case .invite(let message): message
        case .seek(let message): message
        case .unseek(let message): message
        case .accept(let message): message
        case .claim(let message): message
        case .login(let message): message
        case .token(let message): message
        case .password(let message): message
        case .rename(let message): message
        case .delete(let message): message
        case .sessions(let message): message
        case .signout(let message): message
        case .report(let message): message
        case .ping(let message): message
        }
    }

    /// The message as it goes over the wire.
    public var text: String { String(decoding: message.json, as: UTF8.self) }

    /// Parses a request. Returns `nil` if the type is unknown.
    private init?(_ type: String, _ fields: Fields) throws(BadMember) {
        switch type {
        case "delta": self = .delta(try DeltaRequest(fields))
        case "ping": self = .ping(try Ping(fields))
        case "join": self = .join(try Join(fields))
        case "leave": self = .leave(try Leave(fields))
        case "hello": self = .hello(try Hello(fields))
        case "history": self = .history(try HistoryRequest(fields))
        case "say": self = .say(try Say(fields))
        case "hint": self = .hint(try HintRequest(fields))
        case "analyse": self = .analyse(try Analyse(fields))
        case "cursor": self = .cursor(try Cursor(fields))
        case "invite": self = .invite(try Invite(fields))
        case "seek": self = .seek(try SeekRequest(fields))
        case "unseek": self = .unseek(try Unseek(fields))
        case "accept": self = .accept(try Accept(fields))
        case "claim": self = .claim(try Claim(fields))
        case "login": self = .login(try Login(fields))
        case "token": self = .token(try TokenRequest(fields))
        case "password": self = .password(try PasswordChange(fields))
        case "rename": self = .rename(try Rename(fields))
        case "delete": self = .delete(try AccountDeletion(fields))
        case "sessions": self = .sessions(try SessionsRequest(fields))
        case "signout": self = .signout(try SignOut(fields))
        case "report": self = .report(try AbuseReport(fields))
        default: return nil
        }
    }
}

extension Request {
    /// Parses a frame of a client.
    public init(_ text: [UInt8], limits: Limits = Limits()) throws(Malformed) {
        let json: JSON
        do {
            json = try JSONParser.parse(text)
        } catch {
            throw Malformed("\(error) Send one JSON object per frame, such as {\"type\":\"ping\"}.")
        }
        let fields = Fields(json, limits: limits)
        guard let type = fields.type else {
            throw Malformed("Send one JSON object with a \"type\" per frame, such as {\"type\":\"ping\"}.")
        }
        let request: Request?
        do {
            request = try Request(type, fields)
        } catch {
            throw Malformed(error.message, id: fields.id, target: error.target)
        }
        guard let request else {
            throw Malformed(
                "The request \"\(type.prefix(40))\" does not exist. Use hello, join, leave, delta, history, say, hint, analyse, cursor, invite, seek, unseek, accept, claim, login, token, password, rename, delete, sessions, signout, report or ping.",
                id: fields.id)
        }
        self = request
    }
}
