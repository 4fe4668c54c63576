import GameState
import Wire

extension ServerMessage {
    /// Reads one frame.
    public init(_ text: [UInt8]) throws(ServerMessageFailure) {
        let json: JSON
        do { json = try JSONParser.parse(text) } catch { throw .notJSON(error) }
        guard let type = json["type"]?.string else { throw .noType }
        let members = MessageMembers(json: json, type: type)
        switch type {
        case "delta":
            self = .delta(
                room: try members.room(), try members.accepted(json),
                scope: json["scope"]?.string == "private" ? .own : .shared, again: json["again"]?.bool ?? false)
        case "snapshot": self = .snapshot(try members.snapshot())
        case "deltas": self = .deltas(try members.backlog())
        case "welcome": self = .welcome(try members.welcome())
        case "reject":
            self = .reject(
                Refusal(
                    room: try members.room(), id: try members.text("id"), code: try members.text("code"),
                    keys: (json["keys"]?.array ?? []).compactMap(\.string), message: json["message"]?.string ?? ""))
        case "participants":
            self = .participants(
                room: try members.room(), joined: members.participants("joined"),
                left: (json["left"]?.array ?? []).compactMap { $0.string.map(ParticipantID.init) })
        case "history":
            self = .history(
                HistoryPage(
                    room: try members.room(), deltas: try members.deltas(), rev: try members.number("rev"),
                    id: json["id"]?.string))
        case "said": self = .said(room: try members.room(), try members.line(json))
        case "seeking":
            guard let seek = json["seek"].flatMap({ ListedSeek($0) }) else { throw .member("seek", type: type) }
            self = .seeking(id: json["id"]?.string, key: json["key"]?.string, seek)
        case "paired":
            guard let side = json["side"]?.string.flatMap({ Stone(rawValue: $0) }) else {
                throw .member("side", type: type)
            }
            self = .paired(id: json["id"]?.string, room: try members.room(), side: side)
        case "hint": self = .hint(try members.hint())
        case "pong": self = .pong(at: json["at"], time: try members.number("time"))
        case "account":
            self = .account(
                name: try members.text("name"), json["participant"].flatMap(MessageMembers.participant),
                id: json["id"]?.string)
        case "token": self = .token(try members.text("token"), id: json["id"]?.string)
        case "error":
            self = .error(
                code: json["code"]?.string ?? "error", message: json["message"]?.string ?? "", id: json["id"]?.string)
        default: self = .other(type: type)
        }
    }
}

/// Reads the members of one message.
private struct MessageMembers {
    let json: JSON
    let type: String

    func text(_ name: String) throws(ServerMessageFailure) -> String {
        guard let text = json[name]?.string else { throw .member(name, type: type) }
        return text
    }

    func number(_ name: String) throws(ServerMessageFailure) -> Int {
        guard let number = json[name]?.integer, number >= 0 else { throw .member(name, type: type) }
        return number
    }

    func room() throws(ServerMessageFailure) -> RoomName {
        guard let room = RoomName(try text("room")) else { throw .member("room", type: type) }
        return room
    }

    func hint() throws(ServerMessageFailure) -> Hint {
        var line: [Point] = []
        for element in json["line"]?.array ?? [] {
            guard let point = element.string.flatMap(Self.point) else { throw .member("line", type: type) }
            line.append(point)
        }
        return Hint(
            room: try room(), id: json["id"]?.string, move: try number("move"),
            cell: json["cell"]?.string.flatMap(Self.point),
            choice: json["choice"]?.string.flatMap { OpeningChoice(rawValue: $0) }, score: json["score"]?.integer ?? 0,
            line: line)
    }

    /// `7,7`: a column and a row.
    private static func point(_ text: String) -> Point? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let column = parts[0], let row = parts[1] else { return nil }
        return BoardSize.all.last?.point(column: column, row: row)
    }

    func welcome() throws(ServerMessageFailure) -> ServerMessage.Welcome {
        guard let participant = json["participant"].flatMap(Self.participant) else {
            throw .member("participant", type: type)
        }
        return .init(
            participant: participant, token: try text("token"), server: json["server"]?.string ?? "",
            time: json["time"]?.integer)
    }

    func snapshot() throws(ServerMessageFailure) -> ServerMessage.Snapshot {
        .init(
            room: try room(), kind: json["kind"]?.string.flatMap(RoomKind.init) ?? .gomoku, epoch: try text("epoch"),
            state: try state("state", rev: try number("rev")), own: ownState(),
            participants: participants("participants"), seated: participants("seated"),
            host: json["host"]?.string.map(ParticipantID.init),
            chat: chat() ?? [])
    }

    func backlog() throws(ServerMessageFailure) -> ServerMessage.Backlog {
        let resume: ServerMessage.Backlog.Resume? =
            json["participants"] == nil
            ? nil
            : .init(
                own: ownState(), participants: participants("participants"), seated: participants("seated"),
                chat: chat())
        return .init(room: try room(), epoch: json["epoch"]?.string, deltas: try deltas(), resume: resume)
    }

    /// A map from keys to values as a state of revision `rev`.
    private func state(_ name: String, rev: Int) throws(ServerMessageFailure) -> SharedState {
        guard let members = json[name]?.members else { throw .member(name, type: type) }
        return Self.state(members, rev: rev)
    }

    /// The private state comes whole with every join; a server that says nothing of it has none.
    private func ownState() -> SharedState {
        Self.state(json["private"]?.members ?? [], rev: json["privateRev"]?.integer.flatMap { $0 >= 0 ? $0 : nil } ?? 0)
    }

    private static func state(_ members: [JSON.Member], rev: Int) -> SharedState {
        let entries = Delta(members).changes.filter { $0.value != nil }.map { (key: $0.key, value: $0.value, rev: rev) }
        return SharedState(SharedState.Archive(rev: rev, forgottenBefore: rev, entries: entries))
    }

    func deltas() throws(ServerMessageFailure) -> [AcceptedDelta] {
        guard let elements = json["deltas"]?.array else { throw .member("deltas", type: type) }
        var deltas: [AcceptedDelta] = []
        for element in elements { deltas.append(try accepted(element)) }
        return deltas
    }

    func accepted(_ json: JSON) throws(ServerMessageFailure) -> AcceptedDelta {
        guard let rev = json["rev"]?.integer, rev > 0 else { throw .member("rev", type: type) }
        guard let set = json["set"]?.members else { throw .member("set", type: type) }
        return AcceptedDelta(
            rev: rev, by: ParticipantID(json["by"]?.string ?? ""), at: json["at"]?.integer ?? 0, id: json["id"]?.string,
            delta: Delta(set))
    }

    func participants(_ name: String) -> [Participant] {
        (json[name]?.array ?? []).compactMap(Self.participant)
    }

    static func participant(_ json: JSON) -> Participant? {
        guard let id = json["id"]?.string else { return nil }
        return Participant(
            id: ParticipantID(id), name: json["name"]?.string ?? id, isBot: json["bot"]?.bool ?? false,
            isClaimed: json["claimed"]?.bool ?? false, place: json["place"]?.integer)
    }

    private func chat() -> [ChatLine]? {
        json["chat"]?.array.map { lines in lines.compactMap { try? line($0) } }
    }

    func line(_ json: JSON) throws(ServerMessageFailure) -> ChatLine {
        guard let text = json["text"]?.string else { throw .member("text", type: type) }
        let by = json["by"]?.string ?? ""
        return ChatLine(
            by: Participant(id: ParticipantID(by), name: json["name"]?.string ?? by), at: json["at"]?.integer ?? 0,
            id: json["id"]?.string ?? "", text: text, isForSpectators: json["to"]?.string == "spectators")
    }
}
