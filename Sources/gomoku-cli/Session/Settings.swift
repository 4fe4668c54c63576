import Foundation
import GameState

/// The user's settings for every run, from environment variables and from a file of `key = value`
/// lines.
///
/// Variables take precedence over the file, and command-line options over both.
struct Settings: Equatable {
    /// The keys of the file.
    enum Key: String, CaseIterable {
        case server, name, colors, language
    }

    /// An error in a setting.
    enum Fault: Error, Equatable {
        /// A line without `=`.
        case noValue
        case unknown(String)
        case repeated(Key)
        case value(Key)
    }

    /// The greatest size of the file, in bytes.
    static let longest = 65_536

    /// The server's address for commands that do not name one.
    private(set) var server: String?
    /// The name that others see.
    private(set) var name: String?
    /// Whether the full screen uses colours.
    private(set) var colors: Bool?
    private(set) var language: Language?

    /// Creates empty settings.
    init() {}

    /// Reads the settings of an environment, from its variables and its file.
    init(environment: [String: String]) throws(SettingsFailure) {
        if let path = Self.path(environment) { try read(path) }
        // An empty variable counts as unset.
        for (variable, key) in [("GOMOKU_SERVER", Key.server), ("GOMOKU_NAME", .name)] {
            guard let value = environment[variable], !value.isEmpty else { continue }
            do throws(Fault) { try set(key, value) } catch { throw .variable(variable, error) }
        }
    }

    /// Returns the file's path: `$XDG_CONFIG_HOME/gomoku/config` or `~/.config/gomoku/config`. Nil
    /// if there is no home directory.
    static func path(_ environment: [String: String]) -> String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return "\(folder)/gomoku/config" }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return "\(home)/.config/gomoku/config"
    }

    private mutating func read(_ path: String) throws(SettingsFailure) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard let file = FileHandle(forReadingAtPath: path) else { throw .unreadable(path) }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: Self.longest + 1) ?? Data() else { throw .unreadable(path) }
        guard data.count <= Self.longest else { throw .tooLong(path) }
        try read(String(decoding: data, as: UTF8.self), path: path)
    }

    /// Reads the text of a file, and throws an error for the first invalid line. Ignores empty
    /// lines and lines that begin with `#`.
    mutating func read(_ text: String, path: String) throws(SettingsFailure) {
        var known: Set<Key> = []
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            do throws(Fault) {
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { throw .noValue }
                let word = parts[0].trimmingCharacters(in: .whitespaces)
                guard let key = Key(rawValue: word) else { throw .unknown(word) }
                guard known.insert(key).inserted else { throw .repeated(key) }
                try set(key, parts[1].trimmingCharacters(in: .whitespaces))
            } catch {
                throw .line(path: path, number: number + 1, error)
            }
        }
    }

    private mutating func set(_ key: Key, _ value: String) throws(Fault) {
        switch key {
        case .server:
            // A bare word would name a room.
            guard let address = try? Address(url: value, room: nil), address.room == nil, address.secret == nil
            else { throw .value(key) }
            server = value
        case .name:
            guard IdentityOptions.isName(value) else { throw .value(key) }
            name = value
        case .colors:
            guard ["yes", "no"].contains(value) else { throw .value(key) }
            colors = value == "yes"
        case .language:
            guard let spoken = Language(rawValue: value) else { throw .value(key) }
            language = spoken
        }
    }
}

/// An error in the user's settings.
enum SettingsFailure: Error, Equatable, CustomStringConvertible {
    case unreadable(String)
    case tooLong(String)
    case line(path: String, number: Int, Settings.Fault)
    case variable(String, Settings.Fault)

    var description: String {
        switch self {
        case .unreadable(let path):
            "\(SafeText(path).text) cannot be read. Make it readable for this user, or remove it."
        case .tooLong(let path): "\(SafeText(path).text) has more than \(Settings.longest) bytes. Shorten it."
        case .line(let path, let number, let fault): "\(SafeText(path).text), line \(number): \(fault.sentence)"
        case .variable(let variable, let fault): "\(variable): \(fault.sentence)"
        }
    }
}

extension Settings.Fault {
    /// The greatest width, in columns, of user text repeated in a sentence.
    private static let repeatedColumns = 40

    fileprivate var sentence: String {
        switch self {
        case .noValue: "there is no \"=\". Write \"key = value\"."
        case .unknown(let word):
            "\"\(SafeText(word).cut(to: Self.repeatedColumns).text)\" is not a setting. The settings are "
                + Settings.Key.allCases.map(\.rawValue).joined(separator: ", ") + "."
        case .repeated(let key): "\(key.rawValue) is set twice. Remove one of the lines."
        case .value(.server): "server takes the address of a server, such as \(Address.standard)."
        case .value(.name): "name takes 1 to \(Limits().nameCharacters) characters."
        case .value(.colors): "colors takes yes or no."
        case .value(.language): "language takes \(Language.codes)."
        }
    }
}
