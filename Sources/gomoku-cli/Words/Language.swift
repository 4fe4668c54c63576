import Foundation

/// The cases are generated: one for each table in `words/`.
extension Language {
    /// All of them, as help lists them.
    static let codes: String = {
        let codes = allCases.map(\.rawValue)
        return codes.dropLast().joined(separator: ", ") + " or " + codes[codes.count - 1]
    }()

    /// The language of an identifier as locales have it, such as `de`, `de_AT.UTF-8` or `de-CH`. Nil if there is none.
    ///
    /// An identifier that is not there loses its last part until it is (RFC 4647, 3.4).
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

    /// The language that the environment asks for: the first of `LANGUAGE`'s list that is there, else the locale of
    /// messages (POSIX, Environment Variables, 8.2). English if it asks for none.
    init(environment: [String: String]) {
        let list = (environment["LANGUAGE"] ?? "").split(separator: ":").lazy.compactMap { Language(locale: $0) }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self = list.first ?? locale.flatMap { Language(locale: $0) } ?? .english
    }

    /// What this process was asked for by its environment.
    static let ofEnvironment = Language(environment: ProcessInfo.processInfo.environment)
}
