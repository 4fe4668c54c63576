import ArgumentParser

/// The option for the language of a command's output.
struct LanguageOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "\(Language.codes). (default: from the settings, or from LANGUAGE, LC_ALL, LC_MESSAGES or LANG)",
            valueName: "language"))
    var language: String?

    func validate() throws {
        if let language, Language(rawValue: language) == nil {
            throw ValidationError("--language takes \(Language.codes).")
        }
        try Settings.check()
    }

    var words: any Words { chosen().words }

    /// Returns the language of the option, the settings or the locale, in this order.
    func chosen(settings: Settings = .current) -> Language {
        Language(rawValue: settings.value(.language, option: language)) ?? .english
    }
}
