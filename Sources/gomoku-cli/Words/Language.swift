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
    /// Environment Variables, section 8.2). A locale without UTF-8 shows only Latin letters.
    init(environment: [String: String]) {
        let isUnicode = TerminalLocale.takesUTF8(["LC_ALL", "LC_CTYPE", "LANG"].map { environment[$0] })
        func shown(_ name: some StringProtocol) -> Language? {
            Language(locale: name).flatMap { isUnicode || $0.isLatin ? $0 : nil }
        }
        let list = (environment["LANGUAGE"] ?? "").split(separator: ":").lazy.compactMap { shown($0) }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self = list.first ?? locale.flatMap { shown($0) } ?? .english
    }

    /// Whether the language is written in Latin letters.
    private var isLatin: Bool { words.newGame.unicodeScalars.allSatisfy { $0.value < 0x0250 } }
}
