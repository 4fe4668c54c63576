import ArgumentParser

/// A name with its password, and the file that keeps who one is.
struct OwnerArguments: ParsableArguments {
    @OptionGroup
    var who: NameArguments

    @Option(help: ArgumentHelp("The file that keeps your identity.", valueName: "file"))
    var tokenFile: String?

    /// Asks for the password; for a new one twice.
    ///
    /// - Parameter keeps: whether a token is to be kept afterwards, so that it must be possible.
    func ask(
        isNew: Bool, keeps: Bool
    ) throws -> (address: Address, name: String, tokens: TokenFile, password: String) {
        let (address, name) = try who.who()
        let tokens = try AccountRun.tokens(tokenFile, address)
        if keeps { try AccountRun.check(tokens) }
        return (address, name, tokens, try AccountRun.password(isNew: isNew))
    }
}
