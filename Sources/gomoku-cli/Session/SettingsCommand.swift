import ArgumentParser
import Foundation
import Wire

/// `gomoku-cli config`: shows and changes the user's settings.
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show your settings and where each comes from, or change them.",
        discussion: """
            An option of a command overrides an environment variable, a variable overrides the file, and the file \
            overrides the default. The variable of a setting is GOMOKU_ and its name in capitals, such as GOMOKU_BELL \
            or GOMOKU_ON_CHAT. docs/TERMINAL.md explains each setting.

            Exit status: 0 on success, 64 for wrong usage or a wrong line of the file, 74 if the file cannot be \
            written.
            """,
        subcommands: [Show.self, Get.self, Set.self, Unset.self, Path.self],
        defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print every setting with its value and its source.", usage: "gomoku-cli config [show]")

        func validate() throws { try Settings.check() }

        func run() {
            for key in Settings.Key.allCases { PeopleFetch.show(SettingsCommand.line(Settings.current, key)) }
        }
    }

    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the value of one setting.", usage: "gomoku-cli config get <setting>")

        @Argument(help: "The setting, such as server.") var setting: String

        func validate() throws {
            try Settings.check()
            _ = try SettingsCommand.key(setting)
        }

        func run() throws { PeopleFetch.show(Settings.current.value(try SettingsCommand.key(setting))) }
    }

    struct Set: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a setting into the file.", usage: "gomoku-cli config set <setting> <value>",
            discussion: "Example: gomoku-cli config set server https://play.example")

        @Argument(help: "The setting, such as bell.") var setting: String
        @Argument(help: "The value, such as false.") var value: String

        func validate() throws {
            let key = try SettingsCommand.key(setting)
            guard key.canonical(value) != nil else {
                throw ValidationError(Settings.Fault.value(key).sentence)
            }
        }

        func run() throws {
            let key = try SettingsCommand.key(setting)
            try SettingsCommand.change(key, to: key.canonical(value))
        }
    }

    struct Unset: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a setting from the file.", usage: "gomoku-cli config unset <setting>")

        @Argument(help: "The setting, such as name.") var setting: String

        func validate() throws { _ = try SettingsCommand.key(setting) }

        func run() throws { try SettingsCommand.change(try SettingsCommand.key(setting), to: nil) }
    }

    struct Path: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the path of the file, whether or not it exists.", usage: "gomoku-cli config path")

        func run() throws { PeopleFetch.show(try SettingsCommand.file().path) }
    }

    private static func key(_ word: String) throws -> Settings.Key {
        guard let key = Settings.Key(word: word) else { throw ValidationError(Settings.Fault.unknown(word).sentence) }
        return key
    }

    private static func file() throws -> SettingsFile {
        guard let file = SettingsFile(environment: ProcessInfo.processInfo.environment) else {
            throw ValidationError("There is no home directory for your settings. Set HOME or XDG_CONFIG_HOME.")
        }
        return file
    }

    /// Returns a setting in the notation of the file, with its source.
    static func line(_ settings: Settings, _ key: Settings.Key) -> String {
        let setting = settings.setting(key)
        return "\(key.rawValue) = \(SettingsText.written(setting.value, of: key))  # \(setting.origin)"
    }

    /// Changes the file. Nothing is written if another line of the file is invalid.
    private static func change(_ key: Settings.Key, to value: String?) throws {
        let file = try file()
        do {
            let before = try file.read()
            // Without a file there is nothing to remove.
            guard before != nil || value != nil else { return }
            let text = SettingsText(before ?? "").setting(key, to: value).text
            var settings = Settings()
            try settings.read(text, path: file.path)
            try file.write(text)
            if value != nil { PeopleFetch.show(line(settings, key)) }
        } catch let failure as SettingsFailure {
            throw ValidationError("\(failure)")
        } catch {
            Output.printError("\(error)")
            throw ExitCode(ExitStatus.unwritable)
        }
        if let settings = try? Settings(environment: ProcessInfo.processInfo.environment),
            case .variable(let name) = settings.setting(key).origin
        {
            Output.printError("\(name) is set and overrides the file.")
        }
    }
}
