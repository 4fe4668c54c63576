import ArgumentParser
import Foundation
import GameState

/// The options about the user's identity, for every command that connects.
struct IdentityOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How others see you. (default: as set, or your user name; Guest where $USER is empty or root)",
            valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Keep your identity in this file. (default: one for each server in $XDG_STATE_HOME/gomoku)",
            valueName: "file"))
    var tokenFile: String?

    @Flag(help: "Be somebody new for this run; nothing is kept.")
    var guest = false

    @Flag(
        help: ArgumentHelp(
            "The room is for a friend: its secret, or the link, is asked for, or is a line of standard input."))
    var secret = false

    func validate() throws {
        if guest, tokenFile != nil { throw ValidationError("Choose one of --guest and --token-file.") }
        if let objection = tokenFile.flatMap({ TokenFile(path: $0).objection }) { throw ValidationError(objection) }
        if let name, !Self.isName(name) {
            throw ValidationError("A name has 1 to \(Limits().nameCharacters) characters.")
        }
        try Settings.check()
    }

    /// Whether `text` can be shown to others as a name.
    static func isName(_ text: String) -> Bool {
        !text.allSatisfy(\.isWhitespace) && text.count <= Limits().nameCharacters
    }

    /// Returns the name to send, or nil. A known identity keeps its name unless the user has chosen
    /// another one.
    func chosenName(
        isKnown: Bool, settings: Settings = .current,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        if let name = name ?? settings.name { return name }
        guard !isKnown else { return nil }
        let user = environment["USER"] ?? ""
        return user.isEmpty || user == "root" ? "Guest" : String(user.prefix(Limits().nameCharacters))
    }

    func setup(_ address: Address, room: RoomName) -> Session.Setup {
        var setup = Session.Setup(address: address, room: room)
        if room == address.room { setup.secret = address.secret }
        if !guest {
            setup.tokens =
                tokenFile.map(TokenFile.init(path:))
                ?? TokenFile(server: address.server, environment: ProcessInfo.processInfo.environment)
        }
        setup.name = chosenName(isKnown: setup.tokens?.read() != nil)
        return setup
    }
}
