import GameState

/// What the server tells. Each becomes text once, however many it is sent to.
///
/// `Messages/` has a file for each, with what it holds and how that is written and read.
public enum Notice: Equatable, Sendable {
    case welcome(Welcome)
    case snapshot(Snapshot)
    case deltas(Deltas)
    case delta(Change)
    case reject(Reject)
    case participants(Participants)
    case history(HistoryPage)
    case said(Said)
    /// Its seek is listed.
    case seeking(Seeking)
    /// An opponent was found: the game waits in that room.
    case paired(Paired)
    case hint(Hint)
    /// The robot thinks for a shorter time than usual.
    case thinking(Thinking)
    /// The participant has claimed its name.
    case account(AccountNotice)
    /// Another token of the receiver's.
    case token(TokenNotice)
    /// Where the receiver is signed in.
    case sessions(Sessions)
    /// The operator has its report.
    case reported(Reported)
    case pong(Pong)
    case error(ErrorNotice)
    /// A type that this client does not know: a newer server may say more. Nothing of it is kept, and no server
    /// sends it.
    case other(type: String)

    /// The notice as one JSON object in UTF-8.
    public var json: [UInt8] { json(headroom: 0) }

    /// - Parameter headroom: bytes before the text, for whoever puts something in front of it.
    public func json(headroom: Int) -> [UInt8] {
        switch self {
        case .welcome(let message): message.json(headroom: headroom)
        case .snapshot(let message): message.json(headroom: headroom)
        case .deltas(let message): message.json(headroom: headroom)
        case .delta(let message): message.json(headroom: headroom)
        case .reject(let message): message.json(headroom: headroom)
        case .participants(let message): message.json(headroom: headroom)
        case .history(let message): message.json(headroom: headroom)
        case .said(let message): message.json(headroom: headroom)
        case .seeking(let message): message.json(headroom: headroom)
        case .paired(let message): message.json(headroom: headroom)
        case .hint(let message): message.json(headroom: headroom)
        case .thinking(let message): message.json(headroom: headroom)
        case .account(let message): message.json(headroom: headroom)
        case .token(let message): message.json(headroom: headroom)
        case .sessions(let message): message.json(headroom: headroom)
        case .reported(let message): message.json(headroom: headroom)
        case .pong(let message): message.json(headroom: headroom)
        case .error(let message): message.json(headroom: headroom)
        case .other(let type):
            [UInt8](repeating: 0, count: headroom)
                + Array(JSON.object([.init("type", .string(type))]).description.utf8)
        }
    }

    private init(_ type: String, _ fields: Fields) throws(BadMember) {
        switch type {
        case "delta": self = .delta(try Change(fields))
        case "deltas": self = .deltas(try Deltas(fields))
        case "snapshot": self = .snapshot(try Snapshot(fields))
        case "welcome": self = .welcome(try Welcome(fields))
        case "reject": self = .reject(try Reject(fields))
        case "participants": self = .participants(try Participants(fields))
        case "history": self = .history(try HistoryPage(fields))
        case "said": self = .said(try Said(fields))
        case "seeking": self = .seeking(try Seeking(fields))
        case "paired": self = .paired(try Paired(fields))
        case "hint": self = .hint(try Hint(fields))
        case "thinking": self = .thinking(try Thinking(fields))
        case "account": self = .account(try AccountNotice(fields))
        case "token": self = .token(try TokenNotice(fields))
        case "sessions": self = .sessions(try Sessions(fields))
        case "reported": self = .reported(try Reported(fields))
        case "pong": self = .pong(try Pong(fields))
        case "error": self = .error(try ErrorNotice(fields))
        default: self = .other(type: type)
        }
    }
}

extension Notice {
    /// Reads one frame of a server. Members that are not known are passed over; what a message cannot do without
    /// and does not have makes it a ``NoticeFailure``.
    public init(_ text: [UInt8]) throws(NoticeFailure) {
        let json: JSON
        do { json = try JSONParser.parse(text) } catch { throw .notJSON(error) }
        let fields = Fields(json)
        guard let type = fields.type else { throw .noType }
        do { self = try Notice(type, fields) } catch { throw .member(error.name, type: type) }
    }
}

/// Why a message of a server cannot be used.
public enum NoticeFailure: Error, Equatable, Sendable, CustomStringConvertible {
    case notJSON(JSONFailure)
    case noType
    /// A message of type `type` without a usable `member`.
    case member(String, type: String)

    public var code: String {
        switch self {
        case .notJSON: "not-json"
        case .noType: "no-type"
        case .member: "bad-member"
        }
    }

    public var description: String {
        switch self {
        case .notJSON: "The server sent something that is no JSON. Is this the address of a gomoku server?"
        case .noType: "The server sent something that is no message. Is this the address of a gomoku server?"
        case .member(let member, let type):
            "The server sent a message \"\(type.prefix(40))\" without a usable \"\(member)\". It may be too new for this client."
        }
    }
}
