import GameState

/// The text form of records: one JSON object per line, whose first member names the kind of record.
extension StoreRecord {
    public var text: [UInt8] {
        var writer = JSONWriter(reserving: 256)
        writer.beginObject()
        switch self {
        case .store(let alive):
            writer.name("store")
            writer.integer(StoreRecord.format)
            if let alive {
                writer.name("alive")
                writer.integer(alive)
            }
        case .room(let header, let order): writer.members(of: header, order)
        case .delta(let delta, let owner):
            writer.name("delta")
            writer.beginArray()
            writer.parts(of: delta)
            writer.endArray()
            if let owner {
                writer.name("owner")
                writer.string(owner.text)
            }
        case .chat(let line):
            writer.name("chat")
            line.write(to: &writer)
        case .person(let person): writer.members(of: person)
        case .reserved(let name, let until):
            writer.name("reserved")
            writer.string(name.text)
            writer.name("until")
            writer.integer(until)
        case .game(let game):
            writer.name("game")
            game.write(to: &writer)
        }
        writer.endObject()
        return writer.bytes
    }

    /// The version of this form.
    public static let format = 1

    /// Parses the form of ``text``. Returns `nil` for any other text.
    public init?(text: [UInt8]) {
        guard let json = try? JSONParser.parse(text), let members = json.members, let kind = members.first else {
            return nil
        }
        let record: StoreRecord? =
            switch kind.name {
            case "store": kind.value.integer == Self.format ? .store(alive: json["alive"]?.integer) : nil
            case "room": Self.room(json)
            case "delta":
                AcceptedDelta(kind.value).map { .delta($0, owner: json["owner"]?.string.map { ParticipantID($0) }) }
            case "chat": ChatMessage(kind.value).map { .chat($0) }
            case "person": PersonRecord(json).map { .person($0) }
            case "reserved": Self.reserved(json)
            case "game": StoredGame(kind.value).map { .game($0) }
            default: nil
            }
        guard let record else { return nil }
        self = record
    }

    private static func reserved(_ json: JSON) -> StoreRecord? {
        guard let name = json["reserved"]?.string, let until = json["until"]?.integer else { return nil }
        return .reserved(NameKey(stored: name), until: until)
    }

    private static func room(_ json: JSON) -> StoreRecord? {
        guard let name = json["room"]?.string.flatMap({ RoomName(key: $0) }),
            let kind = json["kind"]?.string.flatMap(RoomKind.init(rawValue:)), let epoch = json["epoch"]?.string,
            let host = json["host"]?.string, let created = json["created"]?.integer, let order = json["order"]?.array
        else { return nil }
        return .room(
            RoomHeader(name: name, kind: kind, epoch: epoch, host: ParticipantID(host), created: created),
            order: order.compactMap { $0.string.map { ParticipantID($0) } })
    }
}

extension JSONWriter {
    fileprivate mutating func members(of header: RoomHeader, _ order: [ParticipantID]) {
        name("room")
        string(header.name.key)
        name("kind")
        string(header.kind.rawValue)
        name("epoch")
        string(header.epoch)
        name("host")
        string(header.creator.text)
        name("created")
        integer(header.created)
        name("order")
        beginArray()
        for id in order { string(id.text) }
        endArray()
    }

    fileprivate mutating func members(of person: PersonRecord) {
        name("person")
        string(person.id.text)
        name("name")
        string(person.name)
        name("bot")
        bool(person.isBot)
        if let token = person.tokenHash {
            name("token")
            string(Hexadecimal.text(token))
        }
        if let account = person.account {
            name("since")
            integer(account.since)
            name("password")
            string(account.password.text)
        }
        if let former = person.formerName {
            name("former")
            string(former.text)
        }
        name("sessions")
        beginArray()
        for session in person.sessions {
            beginArray()
            string(Hexadecimal.text(session.tokenHash))
            integer(session.since)
            integer(session.lastUsed)
            if let device = session.device { string(device) } else { null() }
            endArray()
        }
        endArray()
        name("ratings")
        beginArray()
        for kept in person.ratings {
            beginArray()
            string(kept.kind.rule.rawValue)
            string(kept.kind.speed.rawValue)
            string(kept.text)
            endArray()
        }
        endArray()
    }
}

extension PersonRecord {
    fileprivate init?(_ json: JSON) {
        guard let id = json["person"]?.string.map({ ParticipantID($0) }), let name = json["name"]?.string,
            let isBot = json["bot"]?.bool, let sessions = json["sessions"]?.array, let ratings = json["ratings"]?.array
        else { return nil }
        let token = json["token"]?.string.flatMap { Hexadecimal.bytes($0) }
        var account: Account?
        if let text = json["password"]?.string {
            guard let password = PasswordHash(text: text), let since = json["since"]?.integer else { return nil }
            account = Account(participant: id, name: name, password: password, since: since)
        }
        guard (token == nil) == (account != nil) else { return nil }
        let kept = ratings.compactMap(Self.rating)
        let open = sessions.compactMap(Self.session)
        guard kept.count == ratings.count, open.count == sessions.count else { return nil }
        self.init(
            id: id, name: name, isBot: isBot, tokenHash: token, account: account,
            formerName: json["former"]?.string.map { NameKey(stored: $0) }, sessions: open, ratings: kept)
    }

    private static func session(_ json: JSON) -> StoredSession? {
        guard let parts = json.array, parts.count == 4, let hash = parts[0].string.flatMap({ Hexadecimal.bytes($0) }),
            let since = parts[1].integer, let seen = parts[2].integer
        else { return nil }
        return StoredSession(tokenHash: hash, device: parts[3].string, since: since, seen: seen)
    }

    private static func rating(_ json: JSON) -> StoredRating? {
        guard let parts = json.array, parts.count == 3, let rule = parts[0].string.flatMap(Rule.init(rawValue:)),
            let speed = parts[1].string.flatMap(Speed.init(rawValue:)), let text = parts[2].string
        else { return nil }
        return StoredRating(text: text, kind: RatingKind(rule: rule, speed: speed))
    }
}
