import ArgumentParser
import Foundation

/// The daemon's command line.
@main
struct GomokuServer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gomoku-server",
        abstract: "A five-in-a-row server: rooms of shared state behind a WebSocket, and the page to play in.",
        version: Server.name,
        subcommands: [
            Serve.self, ConfigCommand.self, StatusCommand.self, ServersCommand.self, ReportsCommand.self,
            KickCommand.self, BanCommand.self,
            MuteCommand.self, RenameCommand.self, ResetPasswordCommand.self, CloseRoomCommand.self, DrainCommand.self,
            BackupCommand.self, CheckCommand.self, RestoreCommand.self, ExportCommand.self, ImportCommand.self,
        ],
        defaultSubcommand: Serve.self)

    /// The command line, with what the environment and a configuration file say besides.
    static func configured() throws(ConfigurationFile.Failure) -> ConfiguredArguments {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        return try ConfiguredArguments(
            Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment,
            others: Set(names).subtracting(["serve", "config"]))
    }

    static func main() {
        do {
            main(try configured().arguments)
        } catch {
            exit(withError: ValidationError("\(error)"))
        }
    }
}
