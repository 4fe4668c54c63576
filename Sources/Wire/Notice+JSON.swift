import GameState

extension Notice {
    /// The notice as one JSON object in UTF-8.
    public var json: [UInt8] {
        var writer = JSONWriter(reserving: capacity)
        writer.beginObject()
        write(into: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// A guess at the text's length, so that the buffer is made once.
    private var capacity: Int {
        switch self {
        case .snapshot(let snapshot): 512 + snapshot.state.bytes + 8 * snapshot.state.count
        case .deltas(let deltas): 256 + 192 * deltas.deltas.count
        case .history(let page): 256 + 192 * page.deltas.count
        default: 256
        }
    }

    private func write(into writer: inout JSONWriter) {
        switch self {
        case .delta(let room, let accepted, let scope, let again):
            writer.begin("delta", room)
            writer.members(of: accepted)
            if scope == .own {
                writer.name("scope")
                writer.string("private")
            }
            if again {
                writer.name("again")
                writer.bool(true)
            }
        case .welcome(let welcome): writer.write(welcome)
        case .snapshot(let snapshot): writer.write(snapshot)
        case .deltas(let deltas): writer.write(deltas)
        case .history(let page): writer.write(page)
        case .reject(let room, let id, let rejection, let rev):
            writer.begin("reject", room)
            writer.member("id", id)
            writer.member("code", rejection.code)
            writer.name("keys")
            writer.strings(rejection.keys)
            writer.member("rev", rev)
            writer.member("message", rejection.description)
        case .participants(let room, let joined, let left):
            writer.begin("participants", room)
            writer.name("joined")
            writer.participants(joined)
            writer.name("left")
            writer.strings(left.map(\.text))
        case .said(let room, let line):
            writer.begin("said", room)
            writer.members(of: line)
        case .seeking(let id, let seek):
            writer.member("type", "seeking")
            if let id { writer.member("id", id) }
            writer.member("key", seek.key)
            writer.name("seek")
            writer.value(ListedSeek(seek).json)
        case .paired(let id, let room, let side):
            writer.member("type", "paired")
            if let id { writer.member("id", id) }
            writer.member("room", room.text)
            writer.member("side", side.rawValue)
        case .hint(let hint): writer.write(hint)
        case .account(let id, let participant):
            writer.member("type", "account")
            if let id { writer.member("id", id) }
            writer.member("name", participant.name)
            writer.name("participant")
            writer.participant(participant)
        case .token(let id, let token):
            writer.member("type", "token")
            if let id { writer.member("id", id) }
            writer.member("token", token)
        case .pong(let at, let time):
            writer.member("type", "pong")
            if let at {
                writer.name("at")
                writer.value(at)
            }
            writer.member("time", time)
        case .error(let code, let message, let id):
            writer.member("type", "error")
            writer.member("code", code)
            writer.member("message", message)
            if let id { writer.member("id", id) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func begin(_ type: StaticString, _ room: RoomName) {
        name("type")
        string(type.description)
        name("room")
        string(room.text)
    }

    public mutating func member(_ name: StaticString, _ text: String) {
        self.name(name)
        string(text)
    }

    public mutating func member(_ name: StaticString, _ number: Int) {
        self.name(name)
        integer(number)
    }

    fileprivate mutating func strings(_ texts: [String]) {
        beginArray()
        for text in texts { string(text) }
        endArray()
    }

    fileprivate mutating func members(of accepted: AcceptedDelta) {
        member("rev", accepted.rev)
        member("by", accepted.by.text)
        member("at", accepted.at)
        if let id = accepted.id { member("id", id) }
        name("set")
        delta(accepted.delta)
    }

    fileprivate mutating func deltas(_ deltas: [AcceptedDelta]) {
        beginArray()
        for delta in deltas {
            beginObject()
            members(of: delta)
            endObject()
        }
        endArray()
    }

    public mutating func participant(_ participant: Participant) {
        beginObject()
        member("id", participant.id.text)
        member("name", participant.name)
        name("bot")
        bool(participant.isBot)
        if participant.isClaimed {
            name("claimed")
            bool(true)
        }
        if let place = participant.place { member("place", place) }
        endObject()
    }

    fileprivate mutating func participants(_ participants: [Participant]) {
        beginArray()
        for participant in participants { self.participant(participant) }
        endArray()
    }

    fileprivate mutating func members(of line: ChatLine) {
        member("by", line.by.id.text)
        member("name", line.by.name)
        member("at", line.at)
        member("id", line.id)
        member("text", line.text)
        if line.isForSpectators { member("to", "spectators") }
    }

    fileprivate mutating func state(_ state: SharedState) {
        beginObject()
        for (key, value) in state.values {
            name(key)
            self.value(value)
        }
        endObject()
    }

    fileprivate mutating func own(_ own: SharedState?) {
        guard let own else { return }
        name("private")
        state(own)
        member("privateRev", own.rev)
    }

    fileprivate mutating func write(_ welcome: Notice.Welcome) {
        member("type", "welcome")
        name("participant")
        participant(welcome.participant)
        member("token", welcome.token)
        member("server", welcome.server)
        member("time", welcome.time)
        name("limits")
        beginObject()
        member("messageBytes", welcome.limits.messageBytes)
        member("keyBytes", welcome.limits.keyBytes)
        member("valueBytes", welcome.limits.valueBytes)
        member("keysPerDelta", welcome.limits.keysPerDelta)
        member("keysPerRoom", welcome.limits.keysPerRoom)
        member("stateBytes", welcome.limits.stateBytes)
        member("idBytes", welcome.limits.idBytes)
        member("roomsPerConnection", welcome.limits.roomsPerConnection)
        member("historyPage", welcome.limits.historyPage)
        member("nameCharacters", welcome.limits.nameCharacters)
        member("chatCharacters", welcome.limits.chatCharacters)
        endObject()
    }

    fileprivate mutating func write(_ snapshot: Notice.Snapshot) {
        begin("snapshot", snapshot.room)
        member("kind", snapshot.kind.rawValue)
        member("epoch", snapshot.epoch)
        member("rev", snapshot.state.rev)
        name("state")
        state(snapshot.state)
        own(snapshot.own)
        name("participants")
        participants(snapshot.participants)
        name("seated")
        participants(snapshot.seated)
        member("host", snapshot.host.text)
        chat(snapshot.chat)
    }

    private mutating func chat(_ lines: [ChatLine]) {
        name("chat")
        beginArray()
        for line in lines {
            beginObject()
            members(of: line)
            endObject()
        }
        endArray()
    }

    fileprivate mutating func write(_ deltas: Notice.Deltas) {
        begin("deltas", deltas.room)
        member("epoch", deltas.epoch)
        name("deltas")
        self.deltas(deltas.deltas)
        if let resume = deltas.resume {
            own(resume.own)
            name("participants")
            participants(resume.participants)
            name("seated")
            participants(resume.seated)
            chat(resume.chat)
        }
    }

    fileprivate mutating func write(_ page: Notice.HistoryPage) {
        begin("history", page.room)
        member("epoch", page.epoch)
        member("from", page.from)
        member("rev", page.rev)
        if let id = page.id { member("id", id) }
        name("deltas")
        deltas(page.deltas)
    }
}
