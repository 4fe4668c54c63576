import ArgumentParser
import Wire

/// The command tree of `gomoku-cli`.
@main
struct GomokuCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gomoku-cli",
        abstract: "Five in a row, in the terminal.",
        discussion: """
            Start with: gomoku-cli play http://127.0.0.1:8080 lunch

            What no option says is taken from GOMOKU_SERVER and GOMOKU_NAME, then from ~/.config/gomoku/config: lines such \
            as "server = https://play.example", and likewise name, colors (yes or no) and language.
            """,
        version: "gomoku-cli \(Product.version)",
        groupedSubcommands: [
            CommandGroup(name: "Play", subcommands: [PlayCommand.self, WatchCommand.self, ReplayCommand.self]),
            CommandGroup(name: "People", subcommands: [AccountCommand.self, ProfileCommand.self, GamesCommand.self]),
            CommandGroup(
                name: "Pipes And Bots", subcommands: [StateCommand.self, ConnectCommand.self, BotCommand.self]),
            CommandGroup(
                name: "Engines",
                subcommands: [EngineCommand.self, MatchCommand.self, AnalyseCommand.self, Judge.self]),
        ])
}
