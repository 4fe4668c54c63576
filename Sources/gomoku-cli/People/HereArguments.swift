import ArgumentParser

/// A server at which one is somebody already.
struct HereArguments: ParsableArguments {
    @Argument(help: "The server. \(Address.standardHelp)")
    var url: String?

    @Option(help: ArgumentHelp("The file with your identity.", valueName: "file"))
    var tokenFile: String?

    /// Says so, and ends the program, where one is nobody.
    func find() throws -> (address: Address, tokens: TokenFile, token: String) {
        let address = try Address.of(url: url, room: nil)
        let tokens = try AccountRun.tokens(tokenFile, address)
        return (address, tokens, try AccountRun.known(tokens, address))
    }
}
