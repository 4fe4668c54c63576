import GameState

/// A message of the server. Each is encoded once, whatever the number of receivers.
///
/// `Messages/` has a file per notice with its members, its encoding and its decoding.
public enum Notice: Equatable, Sendable {
    case welcome(Welcome)
    case snapshot(Snapshot)
    case deltas(Deltas)
    case delta(Change)
    case reject(Reject)
    case participants(Participants)
    case history(HistoryPage)
    case said(Said)
    /// The receiver's seek is listed.
    case seeking(Seeking)
    /// The lobby has found an opponent, and the game is in the given room.
    case paired(Paired)
    case hint(Hint)
    /// The robot's analysis of a position so far.
    case analysis(Analysis)
    /// The robot thinks for a shorter time than usual.
    case thinking(Thinking)
    /// Participants of an analysis room have moved their cursors.
    case cursors(Cursors)
    /// A player invites both players of a game into an analysis room.
    case invited(Invited)
    /// The participant has claimed the name.
    case account(AccountNotice)
    /// Another token for the receiver's name.
    case token(TokenNotice)
    /// The receiver's sessions.
    case sessions(Sessions)
    /// The operator has received the report.
    case reported(Reported)
    case pong(Pong)
    case error(ErrorNotice)
    /// A notice of a type that this client does not know, from a newer server. Its content is
    /// dropped, and no server creates one.
    case other(type: String)

    /// The notice as one JSON object in UTF-8.
    public var json: [UInt8] { json(headroom: 0) }

    /// Returns the notice as one JSON object in UTF-8.
    ///
    /// - Parameter headroom: Bytes to leave free before the text, for a header.
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
        case .analysis(let message): message.json(headroom: headroom)
        case .thinking(let message): message.json(headroom: headroom)
        case .cursors(let message): message.json(headroom: headroom)
        case .invited(let message): message.json(headroom: headroom)
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
        case "analysis": self = .analysis(try Analysis(fields))
        case "thinking": self = .thinking(try Thinking(fields))
        case "cursors": self = .cursors(try Cursors(fields))
        case "invited": self = .invited(try Invited(fields))
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
    /// Parses a frame of a server. Unknown members are ignored. Throws a ``NoticeFailure`` if a
    /// required member is missing or invalid.
    public init(_ text: [UInt8]) throws(NoticeFailure) {
        let json: JSON
        do { json = try JSONParser.parse(text) } catch { throw .notJSON(error) }
        let fields = Fields(json)
        guard let type = fields.type else { throw .noType }
        do { self = try Notice(type, fields) } catch { throw .member(error.name, type: type) }
    }
}

/// The reason why a frame of a server cannot be used.
public enum NoticeFailure: Error, Equatable, Sendable, CustomStringConvertible {
    case notJSON(JSONFailure)
    case noType
    /// A message of type `type` without a valid `member`.
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
        case .notJSON: "The server sent invalid JSON. Check that this is the address of a gomoku server."
        case .noType: "The server sent JSON that is not a message. Check that this is the address of a gomoku server."
        case .member(let member, let type):
            "The server sent a message \"\(type.prefix(40))\" without a valid \"\(member)\". The server may be newer than this client; update the client."
        }
    }
}
