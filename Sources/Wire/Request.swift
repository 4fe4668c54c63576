import GameState

/// What a client can ask. Text becomes this at the edge, once; past ``init(_:limits:)`` nothing is malformed.
public enum Request: Equatable, Sendable {
    case hello(Hello)
    case join(Join)
    case leave(RoomName)
    case delta(DeltaRequest)
    case history(HistoryRequest)
    case say(Say)
    case seek(SeekRequest)
    case unseek
    case accept(Accept)
    case hint(HintRequest)
    case claim(Claim)
    case login(Login)
    /// Another token of one's own, for a bot; the text is repeated in the answer.
    case token(id: String?)
    case ping(at: JSON?)

    public struct Hello: Equatable, Sendable {
        public let name: String?
        public let token: String?
        public let isBot: Bool

        public init(name: String?, token: String?, isBot: Bool) {
            self.name = name
            self.token = token
            self.isBot = isBot
        }
    }

    public struct Join: Equatable, Sendable {
        public let room: RoomName
        public let kind: RoomKind
        /// What the client knows already.
        public let known: Known?

        public struct Known: Equatable, Sendable {
            public let rev: Int
            public let epoch: String

            public init(rev: Int, epoch: String) {
                self.rev = rev
                self.epoch = epoch
            }
        }
    }

    public struct HistoryRequest: Equatable, Sendable {
        public let room: RoomName
        public let from: Int
        /// Nil: as far as a page goes.
        public let to: Int?
        /// Repeated in the answer.
        public let id: String?
    }

    /// What would the robot do in this room?
    public struct HintRequest: Equatable, Sendable {
        public let room: RoomName
        /// Repeated in the answer.
        public let id: String?

        public init(room: RoomName, id: String?) {
            self.room = room
            self.id = id
        }
    }

    public struct Say: Equatable, Sendable {
        public let room: RoomName
        public let id: String
        public let text: String

        public init(room: RoomName, id: String, text: String) {
            self.room = room
            self.id = id
            self.text = text
        }
    }
}

/// Why a message is no request. Answered with `error`, or with `reject` when it was a delta.
public struct Malformed: Error, Equatable, Sendable {
    /// The delta that is rejected, if it was one that said so much of itself.
    public struct Target: Equatable, Sendable {
        public let room: RoomName
        public let id: String
        public let rejection: Rejection
    }

    /// Stable word: `bad-message` unless there is a better one.
    public let code: String
    /// What was wrong and what to do, for a person.
    public let message: String
    /// The `id` of the request, if it had one.
    public let id: String?
    public let target: Target?

    init(_ message: String, id: String? = nil, target: Target? = nil) {
        code = "bad-message"
        self.message = message
        self.id = id
        self.target = target
    }
}

extension Request {
    /// Reads one frame.
    public init(_ text: [UInt8], limits: Limits = Limits()) throws(Malformed) {
        let json: JSON
        do {
            json = try JSONParser.parse(text)
        } catch {
            throw Malformed("\(error) Send one JSON object a frame, such as {\"type\":\"ping\"}.")
        }
        guard json.members != nil, let type = json["type"]?.string else {
            throw Malformed("Send one JSON object a frame, with a \"type\", such as {\"type\":\"ping\"}.")
        }
        let fields = Fields(json: json, limits: limits)
        switch type {
        case "delta": self = .delta(try fields.delta())
        case "ping": self = .ping(at: json["at"])
        case "join": self = .join(try fields.join())
        case "leave": self = .leave(try fields.room())
        case "hello": self = .hello(try fields.hello())
        case "history": self = .history(try fields.history())
        case "say": self = .say(try fields.say())
        case "seek": self = .seek(try LobbyFields(json: json, id: fields.id).seek())
        case "unseek": self = .unseek
        case "accept": self = .accept(try LobbyFields(json: json, id: fields.id).accept())
        case "hint": self = .hint(HintRequest(room: try fields.room(), id: fields.id))
        case "claim": self = .claim(try PeopleFields(json: json, id: fields.id).claim())
        case "login": self = .login(try PeopleFields(json: json, id: fields.id).login())
        case "token": self = .token(id: fields.id)
        default:
            throw Malformed(
                "There is no request \"\(type.prefix(40))\". There are hello, join, leave, delta, history, say, hint, seek, unseek, accept, claim, login, token and ping.",
                id: fields.id)
        }
    }
}

/// Reads the members of one request.
private struct Fields {
    let json: JSON
    let limits: Limits

    /// The id to repeat in an answer; nil when it is no usable one.
    var id: String? { json["id"]?.string.flatMap { $0.utf8.count <= limits.idBytes ? $0 : nil } }

    func room() throws(Malformed) -> RoomName {
        guard let room = json["room"]?.string.flatMap(RoomName.init) else {
            throw Malformed(
                "\"room\" must be a name of 1 to \(RoomName.lengthLimit) letters, digits, \"-\", \"_\", \".\" or \"~\".",
                id: id)
        }
        return room
    }

    func hello() throws(Malformed) -> Request.Hello {
        Request.Hello(name: try text("name"), token: try text("token"), isBot: try flag("bot"))
    }

    func join() throws(Malformed) -> Request.Join {
        let room = try room()
        var kind = room == .lobby ? RoomKind.lobby : .gomoku
        if let word = try text("kind") {
            guard let known = RoomKind(rawValue: word) else {
                throw Malformed("\"kind\" must be \"gomoku\" or \"open\".", id: id)
            }
            guard known != .lobby || room == .lobby else {
                throw Malformed("Only \(RoomName.lobby) is of kind \"lobby\". Choose \"gomoku\" or \"open\".", id: id)
            }
            kind = known
        }
        let known: Request.Join.Known?
        switch (try number("since"), try text("epoch")) {
        case (.some(let since), .some(let epoch)): known = .init(rev: since, epoch: epoch)
        default: known = nil
        }
        return Request.Join(room: room, kind: kind, known: known)
    }

    func history() throws(Malformed) -> Request.HistoryRequest {
        Request.HistoryRequest(room: try room(), from: try number("from") ?? 1, to: try number("to"), id: id)
    }

    func say() throws(Malformed) -> Request.Say {
        let room = try room()
        guard let id else { throw Malformed("\"id\" must be a text of up to \(limits.idBytes) bytes.") }
        guard let text = json["text"]?.string else { throw Malformed("\"text\" must be a text.", id: id) }
        return Request.Say(room: room, id: id, text: text)
    }

    func delta() throws(Malformed) -> DeltaRequest {
        let room = try room()
        guard let id, !id.isEmpty else {
            throw Malformed("A delta needs an \"id\": a text of 1 to \(limits.idBytes) bytes, new for each delta.")
        }
        func reject(_ rejection: Rejection) -> Malformed {
            Malformed("\(rejection)", id: id, target: .init(room: room, id: id, rejection: rejection))
        }
        guard let members = json["set"]?.members else {
            throw reject(.badValue(key: "set", expected: "an object of keys and values"))
        }
        let base: Int?
        switch json["base"] {
        case nil, .null: base = nil
        case .some(let value):
            guard let rev = value.integer, rev >= 0 else {
                throw reject(.badValue(key: "base", expected: "a revision, a whole number from 0"))
            }
            base = rev
        }
        let guards: DeltaRequest.Guard
        switch json["guard"] {
        case nil, .null, .bool(false): guards = .none
        case .bool(true): guards = .all
        case .array(let elements):
            let keys = elements.compactMap(\.string)
            guard keys.count == elements.count else { throw reject(.badValue(key: "guard", expected: Self.guardForm)) }
            guards = .keys(keys)
        default: throw reject(.badValue(key: "guard", expected: Self.guardForm))
        }
        let scope: DeltaRequest.Scope
        switch json["scope"] {
        case nil, .null: scope = .shared
        case .string("private"): scope = .own
        default: throw reject(.badValue(key: "scope", expected: "\"private\", or left out"))
        }
        return DeltaRequest(room: room, id: id, base: base, guards: guards, scope: scope, delta: Delta(members))
    }

    private static let guardForm = "true, false or a list of keys"

    private func text(_ name: String) throws(Malformed) -> String? {
        switch json[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw Malformed("\"\(name)\" must be a text.", id: id)
        }
    }

    private func flag(_ name: String) throws(Malformed) -> Bool {
        switch json[name] {
        case nil, .null: return false
        case .bool(let flag): return flag
        default: throw Malformed("\"\(name)\" must be true or false.", id: id)
        }
    }

    private func number(_ name: String) throws(Malformed) -> Int? {
        switch json[name] {
        case nil, .null: return nil
        case .some(let value):
            guard let number = value.integer, number >= 0 else {
                throw Malformed("\"\(name)\" must be a whole number from 0.", id: id)
            }
            return number
        }
    }
}
