import GameState

/// News between servers outside the links. News arrives at most once. A server that may have missed
/// news greets the others again.
package enum NodeNews: Equatable {
    /// The sender has begun to listen, or listens again. The receiver should send all of its counts
    /// (``counts(_:isAll:)``).
    case greeting
    /// The counts of addresses and identities on the sender (``SharedCounts``): all of them, or
    /// those that have changed.
    case counts([String: Int], isAll: Bool)
    /// The amounts that addresses and identities have spent on the sender (``AddressBudgets``).
    case spent([Spending])
    /// The operator has banned or muted a participant or address, or closed a room, until a given
    /// time. `nil` lifts the measure.
    case shutOut(ModerationList, String, until: Int?)
    /// The owner of a name has logged in from an address, or claimed the name there
    /// (``KnownLoginAddresses``).
    case loggedIn(String)
    /// A question that each receiver answers.
    case question(Int, NodeQuestion)
    case answer(Int, [UInt8])
}

/// A question from one server to others.
package enum NodeQuestion: Equatable {
    /// Close the connections of a participant or an address. The answer is the number of closed
    /// connections.
    case close(who: String, reason: String)
    /// Remove all participants from a closed room. The answer is the number of removed
    /// participants.
    case clear(RoomName)
    /// List the listed rooms that the receiver serves (``ListedRooms``).
    case rooms(limit: Int)
    /// Count the participants who are connected to the receiver.
    case online
    /// Answer a client's HTTP query about a room.
    case room(RoomInquiry)
    /// Look up the name of a participant who is connected to the receiver. The receiver stores the
    /// participant before it answers. The answer is empty if the participant is not connected to
    /// it.
    case name(ParticipantID)
}

extension NodeNews {
    package func write(into writer: inout NodeWriter) {
        switch self {
        case .greeting: writer.add("greeting")
        case .counts(let counts, let isAll):
            writer.add("counts")
            writer.add(isAll ? "1" : "0")
            for (key, count) in counts {
                writer.add(key)
                writer.add(count)
            }
        case .spent(let spendings):
            writer.add("spent")
            for spending in spendings {
                writer.add(spending.kind.rawValue)
                writer.add(spending.key)
                writer.add(spending.cost)
            }
        case .shutOut(let list, let key, let until):
            writer.add("shutOut")
            writer.add(list.rawValue)
            writer.add(key)
            writer.add(until.map { String($0) } ?? "")
        case .loggedIn(let place):
            writer.add("loggedIn")
            writer.add(place)
        case .question(let number, let question):
            writer.add("question")
            writer.add(number)
            question.write(into: &writer)
        case .answer(let number, let bytes):
            writer.add("answer")
            writer.add(number)
            writer.add(bytes)
        }
    }

    /// Parses news. Returns `nil` if it is unknown, perhaps because another version has sent it.
    package init?(_ reader: inout NodeReader) {
        guard let news = Self.read(&reader) else { return nil }
        self = news
    }

    private static func read(_ reader: inout NodeReader) -> NodeNews? {
        switch reader.text() {
        case "greeting": return .greeting
        case "counts":
            guard let isAll = reader.flag() else { return nil }
            var counts: [String: Int] = [:]
            while let key = reader.text(), let count = reader.number() { counts[key] = count }
            return .counts(counts, isAll: isAll)
        case "spent":
            var spendings: [Spending] = []
            while let kind = reader.text().flatMap(Spending.Kind.init(rawValue:)), let key = reader.text(),
                let cost = reader.number()
            {
                spendings.append(Spending(kind: kind, key: key, cost: cost))
            }
            return .spent(spendings)
        case "shutOut":
            guard let list = reader.text().flatMap(ModerationList.init(rawValue:)), let key = reader.text(),
                let until = reader.text()
            else { return nil }
            return .shutOut(list, key, until: Int(until))
        case "loggedIn": return reader.text().map { .loggedIn($0) }
        case "question":
            guard let number = reader.number(), let question = NodeQuestion(&reader) else { return nil }
            return .question(number, question)
        case "answer":
            guard let number = reader.number(), let bytes = reader.bytes() else { return nil }
            return .answer(number, bytes)
        default: return nil
        }
    }
}

extension NodeQuestion {
    fileprivate func write(into writer: inout NodeWriter) {
        switch self {
        case .close(let who, let reason):
            writer.add("close")
            writer.add(who)
            writer.add(reason)
        case .clear(let room):
            writer.add("clear")
            writer.add(room.key)
        case .rooms(let limit):
            writer.add("rooms")
            writer.add(limit)
        case .online: writer.add("online")
        case .room(let inquiry):
            writer.add("room")
            inquiry.write(into: &writer)
        case .name(let participant):
            writer.add("name")
            writer.add(participant.text)
        }
    }

    fileprivate init?(_ reader: inout NodeReader) {
        switch reader.text() {
        case "close":
            guard let who = reader.text(), let reason = reader.text() else { return nil }
            self = .close(who: who, reason: reason)
        case "clear":
            guard let room = reader.room() else { return nil }
            self = .clear(room)
        case "rooms":
            guard let limit = reader.number() else { return nil }
            self = .rooms(limit: limit)
        case "online": self = .online
        case "room":
            guard let inquiry = RoomInquiry(&reader) else { return nil }
            self = .room(inquiry)
        case "name":
            guard let participant = reader.participant() else { return nil }
            self = .name(participant)
        default: return nil
        }
    }
}
