import ArgumentParser

/// In which language a command speaks.
struct LanguageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("\(Language.codes). (default: as LANGUAGE, LC_ALL or LANG say)", valueName: "language"))
    var language: String?

    func validate() throws {
        guard let language, Language(rawValue: language) == nil else { return }
        throw ValidationError("--language takes \(Language.codes).")
    }

    var words: any Words { (language.flatMap { Language(rawValue: $0) } ?? .ofEnvironment).words }
}
