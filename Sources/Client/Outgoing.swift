import GameState
import Wire

/// The texts that a client sends.
public enum Outgoing {
    public static func hello(name: String?, token: String?, isBot: Bool = false) -> String {
        message("hello") { writer in
            if let name { writer.member("name", name) }
            if let token { writer.member("token", token) }
            if isBot { writer.flag("bot") }
        }
    }

    /// Enters a room; with what is known of it, to get only what is missing.
    public static func join(_ room: RoomName, kind: RoomKind = .gomoku, knowing known: RoomMirror.Known? = nil)
        -> String
    {
        message("join", room) { writer in
            writer.member("kind", kind.rawValue)
            guard let known else { return }
            writer.member("since", known.rev)
            writer.member("epoch", known.epoch)
        }
    }

    public static func leave(_ room: RoomName) -> String { message("leave", room) { _ in } }

    public static func delta(_ request: DeltaRequest) -> String {
        message("delta", request.room) { writer in
            writer.member("id", request.id)
            if let base = request.base { writer.member("base", base) }
            switch request.guards {
            case .none: break
            case .all: writer.flag("guard")
            case .keys(let keys):
                writer.name("guard")
                writer.beginArray()
                for key in keys { writer.string(key) }
                writer.endArray()
            }
            if request.scope == .own { writer.member("scope", "private") }
            writer.name("set")
            writer.delta(request.delta)
        }
    }

    public static func say(_ text: String, id: String, in room: RoomName) -> String {
        message("say", room) { writer in
            writer.member("id", id)
            writer.member("text", text)
        }
    }

    /// Looks for an opponent.
    public static func seek(_ terms: SeekTerms, range: RatingRange = .any, id: String) -> String {
        message("seek") { writer in
            writer.member("id", id)
            for member in terms.members {
                writer.name(member.name)
                writer.value(member.value)
            }
            if range != .any { writer.member("rating", range.description) }
        }
    }

    public static func unseek() -> String { message("unseek") { _ in } }

    /// - Parameter key: the key of a seek in `~lobby`.
    public static func accept(_ key: String, id: String) -> String {
        message("accept") { writer in
            writer.member("id", id)
            writer.member("seek", key)
        }
    }

    /// A page of deltas, for playback.
    public static func history(_ room: RoomName, from: Int, to: Int? = nil) -> String {
        message("history", room) { writer in
            writer.member("from", from)
            if let to { writer.member("to", to) }
        }
    }

    /// What would the robot do?
    public static func hint(_ room: RoomName, id: String) -> String {
        message("hint", room) { $0.member("id", id) }
    }

    /// - Parameter at: comes back in the answer.
    public static func ping(at: Int) -> String {
        message("ping") { $0.member("at", at) }
    }

    static func message(
        _ type: StaticString, _ room: RoomName? = nil, _ members: (inout JSONWriter) -> Void
    ) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", type.description)
        if let room { writer.member("room", room.text) }
        members(&writer)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension JSONWriter {
    mutating func flag(_ name: StaticString) {
        self.name(name)
        bool(true)
    }
}
