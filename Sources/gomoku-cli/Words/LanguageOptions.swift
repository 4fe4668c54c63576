import ArgumentParser

/// In which language a command speaks.
struct LanguageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("en or de. (default: as LANGUAGE, LC_ALL or LANG say)", valueName: "language"))
    var language: String?

    func validate() throws {
        guard let language, Language(rawValue: language) == nil else { return }
        let known = Language.allCases.map(\.rawValue).joined(separator: " or ")
        throw ValidationError("--language takes \(known).")
    }

    var words: any Words { (language.flatMap { Language(rawValue: $0) } ?? .ofEnvironment).words }
}
