import Foundation

/// A language that the terminal speaks. Each has its words in `<Name>Words*.swift`; the compiler asks for every sentence.
enum Language: String, CaseIterable {
    case english = "en"
    case german = "de"

    /// All of them, as help lists them.
    static let codes = allCases.map(\.rawValue).joined(separator: " or ")

    var words: any Words {
        switch self {
        case .english: EnglishWords()
        case .german: GermanWords()
        }
    }

    /// The language of an identifier as locales have it: `de`, `de_AT.UTF-8`, `de-CH`. Nil where none is spoken.
    init?(locale: some StringProtocol) {
        let code = locale.prefix { $0.isASCII && $0.isLetter }.lowercased()
        self.init(rawValue: code)
    }

    /// What the environment asks for: the first of `LANGUAGE`'s list that is spoken, else the locale of messages
    /// (POSIX, Environment Variables, 8.2); English where it asks for none.
    init(environment: [String: String]) {
        let list = (environment["LANGUAGE"] ?? "").split(separator: ":").lazy.compactMap { Language(locale: $0) }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self = list.first ?? locale.flatMap { Language(locale: $0) } ?? .english
    }

    /// What this process was asked for by its environment.
    static let ofEnvironment = Language(environment: ProcessInfo.processInfo.environment)
}
