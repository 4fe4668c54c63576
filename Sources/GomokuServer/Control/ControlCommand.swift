import Foundation

/// An operator's command to a running server: one JSON object per line on the control socket.
struct ControlCommand: Codable, Equatable {
    enum Kind: String, Codable, CaseIterable {
        case status, figures, servers, reports, kick, ban, unban, mute, unmute, rename, drain, undrain
        case closeRoom = "close-room"
        case openRoom = "open-room"
        case resetPassword = "reset-password"
    }

    var kind: Kind
    /// A participant's ID, a claimed name, or an address.
    var who: String?
    var room: String?
    /// The new name of a participant.
    var name: String?
    /// The duration of a ban, a mute or a closing of a room; nil for no end.
    var seconds: Int?
    /// For reports: only those before this number; nil for the newest.
    var before: Int?
    /// For reports: the maximum number; nil for as many as fit into an answer.
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
        guard let order = try? JSONDecoder().decode(ControlCommand.self, from: Data(line.utf8)) else { return nil }
        self = order
    }

    var line: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}

/// The answer to a ``ControlCommand``.
struct ControlAnswer: Codable, Equatable {
    var isDone: Bool
    /// The text for the operator.
    var text: String
    /// For reports: the number of the oldest one in the answer, and how many are older.
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
