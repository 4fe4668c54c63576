import ArgumentParser

/// `[URL] NAME`, of every command that is about somebody.
struct NameArguments: ParsableArguments {
    @Argument(help: "The server. \(Address.standardHelp)")
    var url: String

    @Argument(help: "The name, or an id.")
    var name: String?

    /// With one argument it is the name, at the standard server.
    func who() throws -> (Address, String) {
        guard let name else { return (try Address.of(url: nil, room: nil), url) }
        return (try Address.of(url: url, room: nil), name)
    }
}
