import Foundation
import GameState

/// What the user has set for every run: in a file of lines `key = value`, or in variables, which count before the file.
/// An option of a command counts before either.
struct Settings: Equatable {
    /// The keys of the file.
    enum Key: String, CaseIterable {
        case server, name, colors, language
    }

    /// What is wrong with a setting.
    enum Fault: Error, Equatable {
        /// The line has no `=`.
        case noValue
        case unknown(String)
        case repeated(Key)
        case value(Key)
    }

    /// Bytes of the longest file that is read.
    static let longest = 65_536

    /// The server's address, where a command names none.
    private(set) var server: String?
    /// How others see the user.
    private(set) var name: String?
    /// Whether the full screen has colours.
    private(set) var colors: Bool?
    private(set) var language: Language?

    /// Nothing is set.
    init() {}

    /// What the variables and the file of an environment set.
    init(environment: [String: String]) throws(SettingsFailure) {
        if let path = Self.path(environment) { try read(path) }
        // An empty variable says nothing.
        for (variable, key) in [("GOMOKU_SERVER", Key.server), ("GOMOKU_NAME", .name)] {
            guard let value = environment[variable], !value.isEmpty else { continue }
            do throws(Fault) { try set(key, value) } catch { throw .variable(variable, error) }
        }
    }

    /// The file: `$XDG_CONFIG_HOME/gomoku/config`, or `~/.config/gomoku/config`. Nil where there is no home.
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

    /// Reads the text of a file; the first line that is no setting is refused. Empty lines, and those that begin with
    /// `#`, are passed over.
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
            // A bare word would be a room.
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

/// Why what the user has set cannot be used.
enum SettingsFailure: Error, Equatable, CustomStringConvertible {
    case unreadable(String)
    case tooLong(String)
    case line(path: String, number: Int, Settings.Fault)
    case variable(String, Settings.Fault)

    var description: String {
        switch self {
        case .unreadable(let path): "\(SafeText(path).text) cannot be read. Let this user read it, or remove it."
        case .tooLong(let path): "\(SafeText(path).text) has more than \(Settings.longest) bytes. Shorten it."
        case .line(let path, let number, let fault): "\(SafeText(path).text), line \(number): \(fault.sentence)"
        case .variable(let variable, let fault): "\(variable): \(fault.sentence)"
        }
    }
}

extension Settings.Fault {
    /// Columns of a text of the user that a sentence repeats.
    private static let repeatedColumns = 40

    fileprivate var sentence: String {
        switch self {
        case .noValue: "write \"key = value\"."
        case .unknown(let word):
            "there is no setting \"\(SafeText(word).cut(to: Self.repeatedColumns).text)\". There are "
                + Settings.Key.allCases.map(\.rawValue).joined(separator: ", ") + "."
        case .repeated(let key): "\(key.rawValue) is set a second time. Remove one of the lines."
        case .value(.server): "server takes the address of a server, such as \(Address.standard)."
        case .value(.name): "name takes 1 to \(Limits().nameCharacters) characters."
        case .value(.colors): "colors takes yes or no."
        case .value(.language): "language takes \(Language.codes)."
        }
    }
}
