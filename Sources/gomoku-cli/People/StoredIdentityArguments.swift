import ArgumentParser

/// The arguments of commands that need an identity stored for the server.
struct StoredIdentityArguments: ParsableArguments {
    @Argument(help: "The server. \(Address.standardHelp)")
    var url: String?

    @Option(help: ArgumentHelp("The file with your identity.", valueName: "file"))
    var tokenFile: String?

    /// Returns the server and the stored token. Without one, prints a sentence and throws the exit
    /// status.
    func find() throws -> (address: Address, tokens: TokenFile, token: String) {
        let address = try Address.of(url: url, room: nil)
        let tokens = try AccountRun.tokens(tokenFile, address)
        return (address, tokens, try AccountRun.known(tokens, address))
    }
}
