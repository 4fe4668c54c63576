import ArgumentParser

/// A name with its password, and the file that keeps who one is.
struct OwnerArguments: ParsableArguments {
    @OptionGroup
    var who: NameArguments

    @Option(help: ArgumentHelp("The file that keeps your identity.", valueName: "file"))
    var tokenFile: String?

    /// Asks for the password; for a new one twice.
    func ask(isNew: Bool) throws -> (address: Address, name: String, tokens: TokenFile, password: String) {
        let (address, name) = try who.who()
        let tokens = try AccountRun.tokens(tokenFile, address)
        return (address, name, tokens, try AccountRun.password(isNew: isNew))
    }
}
