import ArgumentParser
import Foundation
import GameState

/// The options about the user's identity, for every command that connects.
struct IdentityOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The name that others see. (default: from the settings; for a new identity $USER, or Guest if that is empty or root)",
            valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Store your identity in this file. (default: one file per server in $XDG_STATE_HOME/gomoku)",
            valueName: "file"))
    var tokenFile: String?

    @Flag(help: "Use a new guest identity for this run only.")
    var guest = false

    @Flag(
        help: ArgumentHelp(
            "Ask for the room's secret or link. Without a terminal, read it from standard input."))
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
        isKnown: Bool, settings: Settings = .current
    ) -> String? {
        isKnown && name == nil && !settings.isChosen(.name) ? nil : settings.value(.name, option: name)
    }

    /// Returns the file with the user's token; nil for a guest of this run, and without a home
    /// directory.
    func tokens(for address: Address) -> TokenFile? {
        guest ? nil : tokenFile.map(TokenFile.init(path:)) ?? TokenFile(usualFor: address)
    }

    func setup(_ address: Address, room: RoomName) -> Session.Setup {
        var setup = Session.Setup(address: address, room: room)
        if room == address.room { setup.secret = address.secret }
        setup.tokens = tokens(for: address)
        setup.name = chosenName(isKnown: setup.tokens?.read() != nil)
        return setup
    }
}
