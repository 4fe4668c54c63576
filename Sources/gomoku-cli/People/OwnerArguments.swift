import ArgumentParser

/// The arguments of commands that need a name, its password, and a token file.
struct OwnerArguments: ParsableArguments {
    @OptionGroup
    var who: NameArguments

    @Option(help: ArgumentHelp("The file with your identity.", valueName: "file"))
    var tokenFile: String?

    /// Asks for the password, twice if it is new.
    ///
    /// - Parameter keeps: whether a token will be stored, so that the file must be writable.
    func ask(
        isNew: Bool, keeps: Bool
    ) throws -> (address: Address, name: String, tokens: TokenFile, password: String) {
        let (address, name) = try who.person()
        let tokens = try AccountRun.tokens(tokenFile, address)
        if keeps { try AccountRun.check(tokens) }
        return (address, name, tokens, try AccountRun.password(isNew: isNew))
    }
}
