/// The command line, completed from the environment and a configuration file. Options override the
/// environment, and the environment overrides the file.
///
/// The variable of an option is its name in capitals after `GOMOKU_SERVER_`, such as
/// `GOMOKU_SERVER_TRUSTED_PROXY`. An empty variable counts as unset, so that a container can cancel
/// one that its image sets. Several values of one option are separated by spaces. In a file, the
/// option may also occur several times.
struct ConfiguredArguments {
    static let prefix = "GOMOKU_SERVER_"
    private static let configVariable = prefix + "CONFIG"

    /// The source of a value.
    enum Source: Equatable, CustomStringConvertible {
        /// The option was not set.
        case standard
        case option, environment
        case file(String, lines: [Int])

        var description: String {
            switch self {
            case .standard: "default"
            case .option: "option"
            case .environment: "environment"
            case .file(let path, let lines):
                "\(path), \(lines.count == 1 ? "line" : "lines") \(lines.map(String.init).joined(separator: ", "))"
            }
        }
    }

    /// An option that was set, its values and their source.
    struct Setting: Equatable {
        let name: String
        let values: [String]
        let source: Source
    }

    /// The command line that has the same effect without environment and file.
    let arguments: [String]
    /// The settings from the environment and the file.
    let settings: [Setting]
    /// The configuration file, and the source of its name.
    let file: (path: String, source: Source)?
    private let commandLine: [String]

    /// - Parameters:
    ///   - arguments: the command line, without the program's name.
    ///   - environment: the environment of this process.
    ///   - others: subcommands that do not take the options of `serve`.
    init(
        _ arguments: [String], environment: [String: String], others: Set<String>, catalogue: OptionCatalogue = .serve
    ) throws(ConfigurationFile.Failure) {
        let isOther = arguments.first.map { others.contains($0) || Self.asksForHelp.contains($0) } ?? false
        commandLine = arguments
        guard !isOther else {
            (self.arguments, settings, file) = (arguments, [], nil)
            return
        }
        let place: (path: String, source: Source)? =
            if let path = Self.value(of: "config", in: arguments) {
                (path, .option)
            } else if let path = environment[Self.configVariable], !path.isEmpty {
                (path, .environment)
            } else {
                nil
            }
        file = place
        let inFile = try place.map { place throws(ConfigurationFile.Failure) in
            try ConfigurationFile(path: place.path)
        }
        var settings: [Setting] = []
        var known: Set<String> = []
        if let inFile, let entry = inFile.entries.first(where: { catalogue.kinds[$0.name] == nil }) {
            throw .unknown(entry.name, in: "\(inFile.path), line \(entry.line)")
        }
        for name in environment.keys.sorted() where name.hasPrefix(Self.prefix) && name != Self.configVariable {
            let option = name.dropFirst(Self.prefix.count).lowercased().replacing("_", with: "-")
            guard catalogue.kinds[option] != nil else { throw .unknown(option, in: "The environment variable \(name)") }
            guard let value = environment[name], !value.isEmpty, !Self.isSet(option, in: arguments),
                known.insert(option).inserted
            else { continue }
            settings.append(Setting(name: option, values: [value], source: .environment))
        }
        if let inFile {
            settings += Self.settings(
                of: inFile, catalogue, besides: { Self.isSet($0, in: arguments) || known.contains($0) })
        }
        var more: [String] = []
        for setting in settings { more += try Self.words(setting, catalogue) }
        self.settings = settings
        self.arguments = arguments + more
    }

    /// Returns the settings of a file: all lines of an option that is a list, and the last line of
    /// any other.
    ///
    /// - Parameter besides: whether the command line or the environment sets an option, and so
    ///   overrides the file.
    private static func settings(
        of file: ConfigurationFile, _ catalogue: OptionCatalogue, besides isSet: (String) -> Bool
    ) -> [Setting] {
        var names: [String] = []
        for entry in file.entries where !isSet(entry.name) && !names.contains(entry.name) { names.append(entry.name) }
        return names.map { name in
            let all = file.entries.filter { $0.name == name }
            let entries = catalogue.kinds[name] == .list ? all : Array(all.suffix(1))
            return Setting(
                name: name, values: entries.map(\.value), source: .file(file.path, lines: entries.map(\.line)))
        }
    }

    /// Returns the setting as arguments of the command line.
    private static func words(
        _ setting: Setting, _ catalogue: OptionCatalogue
    ) throws(ConfigurationFile.Failure) -> [String] {
        switch catalogue.kinds[setting.name] {
        case .list:
            return setting.values.flatMap { $0.split(separator: " ") }.map { "--\(setting.name)=\($0)" }
        case .flag:
            switch setting.values.last?.lowercased() {
            case "yes", "true", "on", "1": return ["--\(setting.name)"]
            case "no", "false", "off", "0": return []
            default: throw .notYesOrNo(name: setting.name, in: "\(setting.source)")
            }
        case .value, nil: return setting.values.map { "--\(setting.name)=\($0)" }
        }
    }

    // MARK: sources

    /// Returns the source of an option's value.
    func source(of name: String) -> Source {
        if Self.isSet(name, in: commandLine) { return .option }
        return settings.first { $0.name == name }?.source ?? .standard
    }

    /// Returns a sentence for each option that the message names and that is set in the environment
    /// or the file, because the reader of the message would look for it on the command line.
    func places(namedIn message: String) -> [String] {
        settings.filter { Self.isNamed($0.name, in: message) }.map { setting in
            let place =
                switch setting.source {
                case .environment: "the environment (\(Self.variable(setting.name)))"
                default: "\(setting.source)"
                }
            return "--\(setting.name) is set in \(place)."
        }
    }

    private static func isNamed(_ name: String, in message: String) -> Bool {
        message.ranges(of: "--\(name)").contains { range in
            let next = message[range.upperBound...].first
            return next.map { !$0.isLetter && $0 != "-" } ?? true
        }
    }

    private static func variable(_ name: String) -> String { prefix + name.uppercased().replacing("-", with: "_") }

    private static let asksForHelp: Set<String> = ["-h", "--help", "help", "--version"]

    private static func isSet(_ name: String, in arguments: [String]) -> Bool {
        arguments.contains { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") }
    }

    private static func value(of name: String, in arguments: [String]) -> String? {
        for (index, argument) in arguments.enumerated() {
            if argument == "--\(name)" { return arguments.dropFirst(index + 1).first }
            if argument.hasPrefix("--\(name)=") { return String(argument.dropFirst(name.count + 3)) }
        }
        return nil
    }
}
