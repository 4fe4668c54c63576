/// The cases are generated: one for each table in `words/`.
extension Language {
    /// The codes of all languages, as a list for help.
    static let codes: String = {
        let codes = allCases.map(\.rawValue)
        return codes.dropLast().joined(separator: ", ") + " or " + codes[codes.count - 1]
    }()

    /// Finds the language of a locale identifier such as `de`, `de_AT.UTF-8` or `de-CH`. Nil if
    /// there is none.
    ///
    /// The identifier is shortened part by part until a language matches (RFC 4647, section 3.4).
    init?(locale: some StringProtocol) {
        let identifier = locale.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        var parts = identifier.lowercased().split { "-_".contains($0) }
        while !parts.isEmpty {
            let tag = parts.joined(separator: "-")
            if let language = Self.tags[tag] ?? Language(rawValue: tag) {
                self = language
                return
            }
            parts.removeLast()
        }
        return nil
    }

    /// Finds the language that the environment asks for, or English.
    ///
    /// Takes the first known language in `LANGUAGE`, otherwise the locale for messages (POSIX,
    /// Environment Variables, section 8.2).
    init(environment: [String: String]) {
        let list = (environment["LANGUAGE"] ?? "").split(separator: ":").lazy.compactMap { Language(locale: $0) }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self = list.first ?? locale.flatMap { Language(locale: $0) } ?? .english
    }
}
