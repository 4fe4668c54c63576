import GameState

/// The user's settings for every run.
///
/// This type alone decides which source of a setting wins: an option of the command, then an
/// environment variable, then the file, then the default.
struct Settings: Equatable {
    /// A setting. The raw value is its key in the file.
    enum Key: String, CaseIterable {
        case server, name, language, colors, bell, notify, title, links
        case onTurn = "on-turn"
        case onOffer = "on-offer"
        case onChat = "on-chat"
        case onSeat = "on-seat"
        case onEnd = "on-end"
    }

    /// The source of a setting's value.
    enum Origin: Equatable {
        case standard
        case file(path: String, line: Int)
        case variable(String)
    }

    /// The value of a setting in its canonical form, with its source.
    struct Setting: Equatable {
        let value: String
        let origin: Origin
    }

    /// An error in a setting.
    enum Fault: Error, Equatable {
        /// A line without `=`.
        case noValue
        /// A value that is neither a string in quotes nor `true` or `false`.
        case notQuoted
        case unknown(String)
        case repeated(Key)
        case value(Key)
    }

    private var chosen: [Key: Setting]

    /// Creates the default settings.
    init() { self.init(standardsOf: [:]) }

    /// Reads the settings of an environment: its file, then its variables, which override the file.
    init(environment: [String: String]) throws(SettingsFailure) {
        self.init(standardsOf: environment)
        if let file = SettingsFile(environment: environment) { try read(try file.read() ?? "", path: file.readPath) }
        if !(environment["NO_COLOR"] ?? "").isEmpty {
            chosen[.colors] = Setting(value: "false", origin: .variable("NO_COLOR"))
        }
        for key in Key.allCases {
            // An empty variable counts as unset.
            guard let text = environment[key.variable], !text.isEmpty else { continue }
            guard let value = key.canonical(text) else { throw .variable(key.variable, .value(key)) }
            chosen[key] = Setting(value: value, origin: .variable(key.variable))
        }
    }

    private init(standardsOf environment: [String: String]) {
        chosen = [:]
        for key in Key.allCases {
            chosen[key] = Setting(value: key.standard(in: environment), origin: .standard)
        }
    }

    /// Reads the text of a file, and throws an error for the first invalid line.
    mutating func read(_ text: String, path: String) throws(SettingsFailure) {
        var known: Set<Key> = []
        for line in SettingsText(text).lines {
            do throws(Fault) {
                guard let (key, value) = try line.setting() else { continue }
                guard known.insert(key).inserted else { throw .repeated(key) }
                chosen[key] = Setting(value: value, origin: .file(path: path, line: line.number))
            } catch {
                throw .line(path: path, number: line.number, error)
            }
        }
    }

    /// Returns a setting with its source.
    func setting(_ key: Key) -> Setting { chosen[key] ?? Setting(value: key.standard(in: [:]), origin: .standard) }

    /// Returns the value that counts: that of the command's option if there is one.
    func value(_ key: Key, option: String? = nil) -> String { option ?? setting(key).value }

    func isOn(_ key: Key, option: Bool? = nil) -> Bool {
        value(key, option: option.map { $0 ? "true" : "false" }) == "true"
    }

    /// Whether the user has chosen a value, as opposed to the default.
    func isChosen(_ key: Key) -> Bool { setting(key).origin != .standard }
}

extension Settings.Key {
    /// The form of a setting's value.
    private enum Form { case server, name, language, flag, notify }

    private var form: Form {
        switch self {
        case .server: .server
        case .name: .name
        case .language: .language
        case .notify: .notify
        case .colors, .bell, .title, .links, .onTurn, .onOffer, .onChat, .onSeat, .onEnd: .flag
        }
    }

    /// Finds the key for a word of the user, in British spelling too.
    init?(word: String) {
        self.init(rawValue: word == "colours" ? "colors" : word)
    }

    /// The environment variable that overrides the file.
    var variable: String { "GOMOKU_" + rawValue.uppercased().replacing("-", with: "_") }

    /// Whether the file has the value without quotes.
    var isFlag: Bool { form == .flag }

    /// Returns the value in its canonical form, or nil if it is not valid.
    func canonical(_ text: String) -> String? {
        switch form {
        case .server:
            // A bare word would name a room.
            guard let address = try? Address(url: text, room: nil), address.room == nil, address.secret == nil,
                address.link == PageLink()
            else { return nil }
            return text
        case .name: return IdentityOptions.isName(text) ? text : nil
        case .language: return Language(rawValue: text)?.rawValue
        case .flag: return Self.flag(text).map { $0 ? "true" : "false" }
        case .notify:
            if let flag = Self.flag(text) { return (flag ? TerminalFeatures.Notify.auto : .off).rawValue }
            return TerminalFeatures.Notify(rawValue: text)?.rawValue
        }
    }

    private static func flag(_ text: String) -> Bool? {
        switch text {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    /// Returns the default in the given environment. The locale applies to all programs, so it is
    /// part of the default.
    fileprivate func standard(in environment: [String: String]) -> String {
        switch form {
        case .server: return Address.standard
        case .name:
            let user = environment["USER"] ?? ""
            return user.isEmpty || user == "root" ? "Guest" : String(user.prefix(Limits().nameCharacters))
        case .language: return Language(environment: environment).rawValue
        case .flag: return "true"
        case .notify: return TerminalFeatures.Notify.auto.rawValue
        }
    }

    /// A description of valid values, as the end of a sentence.
    var expected: String {
        switch form {
        case .server: "the address of a server, such as \(Address.standard)"
        case .name: "1 to \(Limits().nameCharacters) characters"
        case .language: Language.codes
        case .flag: "true or false"
        case .notify: TerminalFeatures.Notify.codes
        }
    }
}

extension Settings.Origin: CustomStringConvertible {
    var description: String {
        switch self {
        case .standard: "default"
        case .file(let path, let line): "\(path), line \(line)"
        case .variable(let name): "environment, \(name)"
        }
    }
}

/// An error in the user's settings.
enum SettingsFailure: Error, Equatable, CustomStringConvertible {
    case unreadable(String)
    case tooLong(String)
    /// Every user of the machine can change the file.
    case writableByAll(String)
    case line(path: String, number: Int, Settings.Fault)
    case variable(String, Settings.Fault)

    var description: String {
        switch self {
        case .unreadable(let path):
            "\(SafeText(path).text) cannot be read. Make it readable for this user, or remove it."
        case .tooLong(let path): "\(SafeText(path).text) has more than \(SettingsFile.longest) bytes. Shorten it."
        case .writableByAll(let path):
            "Every user of this machine can change \(SafeText(path).text). Run chmod o-w on it."
        case .line(let path, let number, let fault): "\(SafeText(path).text), line \(number): \(fault.sentence)"
        case .variable(let variable, let fault): "\(variable): \(fault.sentence)"
        }
    }
}

extension Settings.Fault {
    /// The greatest width, in columns, of user text repeated in a sentence.
    private static let repeatedColumns = 40

    var sentence: String {
        switch self {
        case .noValue: "there is no \"=\". Write key = \"value\"."
        case .notQuoted: "the value is neither a text in quotes nor true or false. Write key = \"value\"."
        case .unknown(let word):
            "\"\(SafeText(word).cut(to: Self.repeatedColumns).text)\" is not a setting. The settings are "
                + Settings.Key.allCases.map(\.rawValue).joined(separator: ", ") + "."
        case .repeated(let key): "\(key.rawValue) is set twice. Remove one of the lines."
        case .value(let key): "\(key.rawValue) takes \(key.expected)."
        }
    }
}
