import ArgumentParser

/// The arguments `[URL] NAME` of commands about a person.
struct NameArguments: ParsableArguments {
    @Argument(help: "The server. \(Address.standardHelp)")
    var url: String

    @Argument(help: "The player's name or ID.")
    var name: String?

    /// Returns the server and the name. A single argument is the name, at the standard server.
    func addressAndName() throws -> (Address, String) {
        guard let name else { return (try Address.of(url: nil, room: nil), url) }
        return (try Address.of(url: url, room: nil), name)
    }
}
