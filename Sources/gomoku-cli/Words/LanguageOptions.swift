import ArgumentParser

/// In which language a command speaks.
struct LanguageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "\(Language.codes). (default: as set, or as LANGUAGE, LC_ALL or LANG say)", valueName: "language"))
    var language: String?

    func validate() throws {
        if let language, Language(rawValue: language) == nil {
            throw ValidationError("--language takes \(Language.codes).")
        }
        try Settings.check()
    }

    var words: any Words { chosen().words }

    /// The option counts before what is set, which counts before the locale: that is for all programs.
    func chosen(settings: Settings = .current) -> Language {
        language.flatMap { Language(rawValue: $0) } ?? settings.language ?? .ofEnvironment
    }
}
