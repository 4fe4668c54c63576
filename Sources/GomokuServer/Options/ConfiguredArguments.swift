/// The command line with what the environment and a configuration file say besides: an option counts before the
/// environment, the environment before the file.
///
/// The variable of an option is its name in capitals, `GOMOKU_SERVER_` in front: `GOMOKU_SERVER_TRUSTED_PROXY`. An empty
/// one says nothing: so a container takes back what its image has set. Several values of one option are separated by
/// spaces; in a file it may also stand several times.
struct ConfiguredArguments {
    static let prefix = "GOMOKU_SERVER_"
    private static let configVariable = prefix + "CONFIG"

    /// Where something was said.
    enum Source: Equatable, CustomStringConvertible {
        case option, environment
        case file(String)

        var description: String {
            switch self {
            case .option: "option"
            case .environment: "environment"
            case .file(let place): place
            }
        }
    }

    /// An option that was set: to what, and where.
    struct Setting: Equatable {
        let name: String
        let values: [String]
        let source: Source
    }

    /// What the command line would be if all of it stood there.
    let arguments: [String]
    /// What the environment and the file have set.
    let settings: [Setting]

    /// - Parameters:
    ///   - arguments: the command line, without the program's name.
    ///   - environment: of this process.
    ///   - others: subcommands that have other options.
    init(
        _ arguments: [String], environment: [String: String], others: Set<String>, catalogue: OptionCatalogue = .serve
    ) throws(ConfigurationFile.Failure) {
        let isOther = arguments.first.map { others.contains($0) || Self.asksForHelp.contains($0) } ?? false
        guard !isOther else {
            (self.arguments, settings) = (arguments, [])
            return
        }
        let file = Self.value(of: "config", in: arguments) ?? environment[Self.configVariable]
        let inFile = try file.map { path throws(ConfigurationFile.Failure) in try ConfigurationFile(path: path).entries
        }
        var settings: [Setting] = []
        var known: Set<String> = []
        for entry in inFile ?? [] where catalogue.kinds[entry.name] == nil {
            throw .unknown(entry.name, in: entry.place)
        }
        for name in environment.keys.sorted() where name.hasPrefix(Self.prefix) && name != Self.configVariable {
            let option = name.dropFirst(Self.prefix.count).lowercased().replacing("_", with: "-")
            guard catalogue.kinds[option] != nil else { throw .unknown(option, in: "The environment's \(name)") }
            guard let value = environment[name], !value.isEmpty, !Self.isSet(option, in: arguments),
                known.insert(option).inserted
            else { continue }
            settings.append(Setting(name: option, values: [value], source: .environment))
        }
        let inEnvironment = known
        for entry in inFile ?? [] {
            guard !Self.isSet(entry.name, in: arguments), !inEnvironment.contains(entry.name) else { continue }
            if let index = settings.firstIndex(where: { $0.name == entry.name }) {
                let isList = catalogue.kinds[entry.name] == .list
                settings[index] = Setting(
                    name: entry.name, values: isList ? settings[index].values + [entry.value] : [entry.value],
                    source: settings[index].source)
            } else {
                settings.append(Setting(name: entry.name, values: [entry.value], source: .file(entry.place)))
            }
        }
        var more: [String] = []
        for setting in settings { more += try Self.words(setting, catalogue) }
        self.settings = settings
        self.arguments = arguments + more
    }

    /// As it would stand on the command line.
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
