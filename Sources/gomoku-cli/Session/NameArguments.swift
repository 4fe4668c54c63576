import ArgumentParser

/// The arguments `[URL] NAME` of commands about a person.
struct NameArguments: ParsableArguments {
    @Argument(help: "The server. \(Address.standardHelp)")
    var url: String

    @Argument(help: "The player's name or ID.")
    var name: String?

    /// Returns the server and the name. A single argument is a link of the page to a person, or the
    /// name, at the standard server.
    func addressAndName() throws -> (Address, String) {
        guard let name else {
            guard url.contains("://") || url.contains("?") else { return (try Address.of(url: nil, room: nil), url) }
            let address = try Address.of(url: url, room: nil)
            if let person = address.link.person { return (address, person) }
            throw ValidationError(
                address.link.record == nil
                    ? "The address names no player. Give a name after it, such as Ann."
                    : "The link leads to a game record. To replay it, use gomoku-cli replay.")
        }
        return (try Address.of(url: url, room: nil), name)
    }
}
