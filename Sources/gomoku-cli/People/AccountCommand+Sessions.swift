import ArgumentParser
import GameState
import Wire

/// The commands about the password and the sessions of a registered name.
extension AccountCommand {
    struct ChangePassword: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password", abstract: "Change your password. This ends all other sessions.",
            usage: "gomoku-cli account password [<url>] [--token-file <file>]",
            discussion: """
                Asks for the old password, then twice for the new one. If standard input is not a terminal, the \
                command reads the old and the new password as two lines of it. Bots that use other tokens are signed \
                out too.
                """)

        @OptionGroup
        var here: StoredIdentityArguments

        func run() throws {
            let (address, _, token) = try here.find()
            let old = try AccountRun.password(isNew: false, question: "Old password: ")
            let new = try AccountRun.password(isNew: true, question: "New password: ")
            let (name, _) = try AccountRun.run(.password(old: old, new: new), at: address, name: nil, token: token)
            PeopleFetch.show("The password of \(name) on \(address.server) has been changed.")
        }
    }

    struct Sessions: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the devices and bots that are signed in with your name.",
            usage: "gomoku-cli account sessions [<url>] [--json] [--token-file <file>]",
            discussion: """
                Each line has the session's ID, when it began, when it was last used, and its name. "here" marks the \
                session of this command.
                """)

        @OptionGroup
        var here: StoredIdentityArguments

        @Flag(help: "Print JSON, one session per line.")
        var json = false

        func run() throws {
            let (address, _, token) = try here.find()
            let sessions = try AccountRun.sessions(.sessions, at: address, token: token)
            for session in sessions {
                if json {
                    Output.line(ASCIIEscapes.text(SessionLines.json(session)))
                } else {
                    PeopleFetch.show(SessionLines.text(session))
                }
            }
        }
    }

    struct SignOut: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "signout", abstract: "End a session, all others, or all.",
            usage: "gomoku-cli account signout [<url>] <session> [--token-file <file>]",
            discussion: """
                <session> is an ID that account sessions prints; here, the session of this device; others, all \
                sessions except that one; or all. Connections that use these sessions are closed.
                """)

        @OptionGroup
        var who: SessionArguments

        func run() throws {
            let (address, tokens, token, which) = try who.find()
            let left = try AccountRun.sessions(.signOut(which), at: address, token: token)
            if !left.contains(where: \.isHere) { tokens.remove() }
            PeopleFetch.show(left.count == 1 ? "One session is left." : "\(left.count) sessions are left.")
        }
    }
}

/// The arguments `[URL] SESSION` of a command that ends sessions.
struct SessionArguments: ParsableArguments {
    @Argument(help: "The server. \(Address.standardHelp)")
    var url: String

    @Argument(help: "The session: an ID, here, others or all.")
    var session: String?

    @Option(help: ArgumentHelp("The file with your identity.", valueName: "file"))
    var tokenFile: String?

    /// Returns the server, the stored identity and the sessions to end. A single argument is the
    /// session, at the standard server.
    func find() throws -> (address: Address, tokens: TokenFile, token: String, which: Request.SignOut.Which) {
        let address = try Address.of(url: session == nil ? nil : url, room: nil)
        let tokens = try AccountRun.tokens(tokenFile, address)
        return (address, tokens, try AccountRun.known(tokens, address), .init(session ?? url))
    }
}

/// The lines that describe sessions. Pure.
enum SessionLines {
    static func text(_ session: Notice.Session) -> String {
        let times = "since \(PeopleLines.day(session.since)), last used \(PeopleLines.day(session.seen))"
        return "\(session.key)  \(times)" + (session.device.map { "  \($0)" } ?? "") + (session.isHere ? "  here" : "")
    }

    static func json(_ session: Notice.Session) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("session")
        writer.string(session.key)
        if let device = session.device {
            writer.name("device")
            writer.string(device)
        }
        writer.name("since")
        writer.integer(session.since)
        writer.name("seen")
        writer.integer(session.seen)
        writer.name("here")
        writer.bool(session.isHere)
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
