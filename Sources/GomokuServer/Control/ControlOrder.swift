import Foundation

/// What the operator asks of a server that runs: one JSON object a line, on the control socket.
struct ControlOrder: Codable, Equatable {
    enum Kind: String, Codable, CaseIterable {
        case status, servers, reports, kick, ban, unban, mute, unmute, rename, drain, undrain
        case closeRoom = "close-room"
        case openRoom = "open-room"
        case resetPassword = "reset-password"
    }

    var kind: Kind
    /// A participant's id, a claimed name, or an address.
    var who: String?
    var room: String?
    /// The name that somebody gets.
    var name: String?
    /// For how long; nil: for ever.
    var seconds: Int?
    /// Of reports: those before the one with this number; nil: the newest.
    var before: Int?
    /// Of reports: how many at most; nil: as many as fit into an answer.
    var limit: Int?

    init(
        _ kind: Kind, who: String? = nil, room: String? = nil, name: String? = nil, seconds: Int? = nil,
        before: Int? = nil, limit: Int? = nil
    ) {
        self.kind = kind
        self.who = who
        self.room = room
        self.name = name
        self.seconds = seconds
        self.before = before
        self.limit = limit
    }

    init?(line: String) {
        guard let order = try? JSONDecoder().decode(ControlOrder.self, from: Data(line.utf8)) else { return nil }
        self = order
    }

    var line: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}

/// What came of an order.
struct ControlAnswer: Codable, Equatable {
    var isDone: Bool
    /// For the operator.
    var text: String
    /// Of reports: the number of the oldest one in the answer, and how many older ones there are.
    var first: Int?
    var older: Int?

    static func done(_ text: String) -> ControlAnswer { ControlAnswer(isDone: true, text: text) }
    static func failed(_ text: String) -> ControlAnswer { ControlAnswer(isDone: false, text: text) }

    init(isDone: Bool, text: String) {
        self.isDone = isDone
        self.text = text
    }

    init?(line: String) {
        guard let answer = try? JSONDecoder().decode(ControlAnswer.self, from: Data(line.utf8)) else { return nil }
        self = answer
    }

    var line: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
