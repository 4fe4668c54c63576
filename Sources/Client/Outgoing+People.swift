import GameState
import Wire

/// What a client says to own a name.
extension Outgoing {
    /// Makes a name one's own.
    public static func claim(_ name: String, password: String, id: String) -> String {
        message("claim") { writer in
            writer.member("id", id)
            writer.member("name", name)
            writer.member("password", password)
        }
    }

    /// Becomes the owner of a name, in place of `hello`.
    public static func login(_ name: String, password: String, isBot: Bool = false, id: String) -> String {
        message("login") { writer in
            writer.member("id", id)
            writer.member("name", name)
            writer.member("password", password)
            if isBot { writer.flag("bot") }
        }
    }

    /// Another token of one's own name, for a bot.
    public static func token(id: String) -> String { message("token") { $0.member("id", id) } }
}
