import ArgumentParser
import Wire

/// The command tree of `gomoku-cli`.
@main
struct GomokuCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gomoku-cli",
        abstract: "Play five in a row in the terminal, and connect bots and engines.",
        discussion: """
            To start: gomoku-cli play http://127.0.0.1:8080 lunch

            gomoku-cli config shows your settings, such as the server and your name, and changes them. They are in the \
            file ~/.config/gomoku/config.toml (or $XDG_CONFIG_HOME/gomoku/config.toml).
            """,
        version: "gomoku-cli \(Product.version)",
        groupedSubcommands: [
            CommandGroup(
                name: "Play",
                subcommands: [
                    PlayCommand.self, WatchCommand.self, ReplayCommand.self, StudyCommand.self, PuzzlesCommand.self,
                    RaceCommand.self,
                ]),
            CommandGroup(name: "People", subcommands: [AccountCommand.self, ProfileCommand.self, GamesCommand.self]),
            CommandGroup(name: "Settings", subcommands: [SettingsCommand.self]),
            CommandGroup(
                name: "Pipes And Bots", subcommands: [StateCommand.self, ConnectCommand.self, BotCommand.self]),
            CommandGroup(
                name: "Engines",
                subcommands: [EngineCommand.self, MatchCommand.self, AnalyseCommand.self, Judge.self]),
            CommandGroup(name: "Files", subcommands: [ConvertCommand.self]),
        ])

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            // The argument parser would end with 1, which is not a status of sysexits.h.
            guard exitCode(for: error) == .failure, !(error is ExitCode) else { exit(withError: error) }
            Output.printError("\(error)")
            exit(withError: ExitCode(ExitStatus.of(error)))
        }
    }
}
