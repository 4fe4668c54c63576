import GameState
import Storage

/// A message between servers that share rooms.
///
/// A client's server (the front) forwards requests for rooms that another server (the host) serves.
/// The host answers with frames for the client. `client` is the number that the front has given the
/// client's connection.
package enum NodeMessage: Equatable {
    // MARK: from a client's server to the server of a room

    /// Introduces a connection. Sent before all other messages about it, and again after changes.
    ///
    /// `address` is the address group for limits, or `nil` if the address is exempt. `from` is the
    /// address group even if it is exempt. `token` is the SHA-256 digest of the token of a guest
    /// who is not stored yet, so that the host can store the guest.
    case introduce(client: Int, Participant, address: String?, from: String?, token: [UInt8]? = nil)
    /// Forwards a frame of the client, with the round trip to the client in milliseconds.
    /// `isAwaited` requests an ``answered`` message.
    case ask(client: Int, lag: Int?, isAwaited: Bool, [UInt8])
    /// Reports that the client has missed frames and needs the whole state of its rooms again.
    case needsState(client: Int)
    case gone(client: Int)
    /// Asks the lobby to repeat `paired` for a returning participant who may have missed it.
    case returned(client: Int, ParticipantID)
    /// Adds a game (``ListedGame/json``) to the lobby's list. An empty text removes the game.
    case listed(RoomName, [UInt8])
    /// Reports that a participant has entered a room, which the lobby may have made for a pair.
    case arrived(ParticipantID, RoomName)

    // MARK: from the server of a room to a client's server

    case frame(clients: [Int], [UInt8])
    /// Asks the front to measure the round trip to the client.
    case measure(client: Int)
    /// Answers the last awaited request, with the bytes sent and the client's rooms on the host.
    case answered(client: Int, bytes: Int, rooms: [RoomName])
    case close(client: Int, code: Int, reason: String)
    /// Reports whether the lobby lists a seek of the client. While it does, the client cannot log
    /// in. Servers of earlier versions ignore this message and look for `paired` in frames instead.
    case seeking(client: Int, isListed: Bool)
    /// Answers ``needsState(client:)``. The frames after this message contain the whole state
    /// again.
    case stateFollows(client: Int)
    /// Reports that this server stores the guests of the tokens in
    /// ``introduce(client:_:address:from:token:)``. Servers of earlier versions do not.
    case storesGuests

    // MARK: to all servers

    /// Reports that sessions of a participant have ended. `which` is an ``EndedSessions/word``.
    case signedOut(ParticipantID, which: [UInt8])
    case renamed(ParticipantID, name: String, isClaimed: Bool)
    /// Reports that the participant has deleted the account. Servers of earlier versions ignore
    /// this message, and show the name until they load the room again.
    case deleted(ParticipantID)
    /// Reports the rated games on the sender whose positions have changed, or with `isAll` the last
    /// of all. Servers of earlier versions ignore this message.
    case ratedGames([RatedGame], isAll: Bool)
    case news(NodeNews)
}

extension NodeMessage {
    package func write(into writer: inout NodeWriter) {
        switch self {
        case .introduce(let client, let participant, let address, let from, let token):
            writer.add("who")
            writer.add(client)
            writer.add(participant.id.text)
            writer.add(participant.name)
            writer.add(participant.isBot ? "1" : "0")
            writer.add(participant.isClaimed ? "1" : "0")
            writer.add(address.map { "+" + $0 } ?? "")
            writer.add(from ?? "")
            writer.add(token ?? [])
        case .ask(let client, let lag, let isAwaited, let text):
            writer.add("ask")
            writer.add(client)
            writer.add(lag.map { String($0) } ?? "")
            writer.add(isAwaited ? "1" : "0")
            writer.add(text)
        case .needsState(let client): writer.add("behind", client)
        case .gone(let client): writer.add("gone", client)
        case .stateFollows(let client): writer.add("anew", client)
        case .seeking(let client, let isListed):
            writer.add(Self.optional + "seeking", client)
            writer.add(isListed ? "1" : "0")
        case .storesGuests: writer.add(Self.optional + "storesGuests")
        case .returned(let client, let participant):
            writer.add("returned", client)
            writer.add(participant.text)
        case .listed(let room, let json):
            writer.add("listed")
            writer.add(room.key)
            writer.add(json)
        case .arrived(let participant, let room):
            writer.add("arrived")
            writer.add(participant.text)
            writer.add(room.key)
        case .frame(let clients, let text):
            writer.add("frame")
            writer.add(clients.map { String($0) }.joined(separator: " "))
            writer.add(text)
        case .measure(let client): writer.add("measure", client)
        case .answered(let client, let bytes, let rooms):
            writer.add("answered", client)
            writer.add(bytes)
            for room in rooms { writer.add(room.key) }
        case .close(let client, let code, let reason):
            writer.add("close", client)
            writer.add(code)
            writer.add(reason)
        case .signedOut(let participant, let which):
            writer.add("signedOut")
            writer.add(participant.text)
            writer.add(which)
        case .renamed(let participant, let name, let isClaimed):
            writer.add("renamed")
            writer.add(participant.text)
            writer.add(name)
            writer.add(isClaimed ? "1" : "0")
        case .deleted(let participant):
            writer.add(Self.optional + "deleted")
            writer.add(participant.text)
        case .ratedGames(let games, let isAll):
            writer.add(Self.optional + "ratedGames")
            writer.add(isAll ? "1" : "0")
            for game in games { game.write(into: &writer) }
        case .news(let news):
            writer.add("news")
            news.write(into: &writer)
        }
    }

    /// The length of a SHA-256 digest.
    private static let hashBytes = 32

    /// The prefix of messages that a server may ignore if it does not know them, because no sender
    /// waits for their effect.
    private static let optional = "+"

    static func isOptional(_ bytes: [UInt8]) -> Bool {
        var reader = NodeReader(bytes)
        return reader.text()?.hasPrefix(optional) == true
    }

    /// Parses a message. Returns `nil` if it is unknown, perhaps because another version has sent
    /// it. Fields after the known ones are ignored, because newer versions may add some.
    package init?(_ bytes: [UInt8]) {
        var reader = NodeReader(bytes)
        guard let message = Self.read(&reader) else { return nil }
        self = message
    }

    private static func read(_ reader: inout NodeReader) -> NodeMessage? {
        switch reader.text() {
        case "who":
            guard let client = reader.number(), let id = reader.participant(), let name = reader.text(),
                let isBot = reader.flag(), let isClaimed = reader.flag(), let address = reader.text()
            else { return nil }
            let participant = Participant(id: id, name: name, isBot: isBot, isClaimed: isClaimed)
            // The previous version of the server sends no further fields.
            let from = reader.text().flatMap { $0.isEmpty ? nil : $0 }
            let token = reader.bytes().flatMap { $0.count == Self.hashBytes ? $0 : nil }
            return .introduce(
                client: client, participant, address: address.isEmpty ? nil : String(address.dropFirst()), from: from,
                token: token)
        case "ask":
            guard let client = reader.number(), let lag = reader.text(), let isAwaited = reader.flag(),
                let text = reader.bytes()
            else { return nil }
            return .ask(client: client, lag: Int(lag), isAwaited: isAwaited, text)
        case "behind": return reader.number().map { .needsState(client: $0) }
        case "gone": return reader.number().map { .gone(client: $0) }
        case "anew": return reader.number().map { .stateFollows(client: $0) }
        case Self.optional + "seeking":
            guard let client = reader.number(), let isListed = reader.flag() else { return nil }
            return .seeking(client: client, isListed: isListed)
        case Self.optional + "storesGuests": return .storesGuests
        case "returned":
            guard let client = reader.number(), let participant = reader.participant() else { return nil }
            return .returned(client: client, participant)
        case "listed":
            guard let room = reader.room(), let json = reader.bytes() else { return nil }
            return .listed(room, json)
        case "arrived":
            guard let participant = reader.participant(), let room = reader.room() else { return nil }
            return .arrived(participant, room)
        case "frame":
            guard let clients = reader.text(), let text = reader.bytes() else { return nil }
            return .frame(clients: clients.split(separator: " ").compactMap { Int($0) }, text)
        case "measure": return reader.number().map { .measure(client: $0) }
        case "answered":
            guard let client = reader.number(), let bytes = reader.number() else { return nil }
            var rooms: [RoomName] = []
            while let room = reader.room() { rooms.append(room) }
            return .answered(client: client, bytes: bytes, rooms: rooms)
        case "close":
            guard let client = reader.number(), let code = reader.number(), let reason = reader.text() else {
                return nil
            }
            return .close(client: client, code: code, reason: reason)
        case "signedOut":
            guard let participant = reader.participant(), let which = reader.bytes() else { return nil }
            return .signedOut(participant, which: which)
        case "renamed":
            guard let participant = reader.participant(), let name = reader.text(), let isClaimed = reader.flag()
            else { return nil }
            return .renamed(participant, name: name, isClaimed: isClaimed)
        case Self.optional + "deleted": return reader.participant().map { .deleted($0) }
        case Self.optional + "ratedGames":
            guard let isAll = reader.flag() else { return nil }
            var games: [RatedGame] = []
            while let game = RatedGame(&reader) { games.append(game) }
            return .ratedGames(games, isAll: isAll)
        case "news": return NodeNews(&reader).map { .news($0) }
        default: return nil
        }
    }
}

extension EndedSessions {
    /// The form in messages between servers: empty for all sessions, `+` and the hash of a token
    /// for the session with that token, or `-` and the hash for all other sessions.
    package var word: [UInt8] {
        switch self {
        case .all: []
        case .one(let hash): [UInt8(ascii: "+")] + hash
        case .allBut(let hash): [UInt8(ascii: "-")] + hash
        }
    }

    package init(word: [UInt8]) {
        switch word.first {
        case UInt8(ascii: "+"): self = .one(Array(word.dropFirst()))
        case UInt8(ascii: "-"): self = .allBut(Array(word.dropFirst()))
        default: self = .all
        }
    }
}
