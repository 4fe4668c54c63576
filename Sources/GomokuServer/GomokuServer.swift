import ArgumentParser
import Foundation
import Wire

/// The daemon's command line.
@main
struct GomokuServer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gomoku-server",
        abstract: "A five-in-a-row server: rooms with shared state over WebSocket, and a web page to play on.",
        version: Product.server,
        subcommands: [
            Serve.self, ConfigCommand.self, StatusCommand.self, ServersCommand.self, ReportsCommand.self,
            KickCommand.self, BanCommand.self, MuteCommand.self, RenameCommand.self, ResetPasswordCommand.self,
            CloseRoomCommand.self, DrainCommand.self,
            BackupCommand.self, CheckCommand.self, RestoreCommand.self, ExportCommand.self, ImportCommand.self,
        ],
        defaultSubcommand: Serve.self)

    /// The command line, completed from the environment and a configuration file.
    static func configured() throws(ConfigurationFile.Failure) -> ConfiguredArguments {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        return try ConfiguredArguments(
            Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment,
            others: Set(names).subtracting(["serve", "config"]))
    }

    static func main() {
        let arguments: ConfiguredArguments
        do { arguments = try configured() } catch { exit(withError: ValidationError("\(error)")) }
        do {
            var command = try parseAsRoot(arguments.arguments)
            try command.run()
        } catch {
            exit(withError: error, placesIn: arguments)
        }
    }

    /// Exits as the argument parser does. If the message names options that were set in the
    /// environment or in a file, it also says where each was set.
    private static func exit(withError error: any Error, placesIn arguments: ConfiguredArguments) -> Never {
        let told = Self.message(for: error)
        let places = arguments.places(namedIn: told)
        let status = exitCode(for: error)
        if status == .failure, !(error is ExitCode) {
            // The argument parser would end with 1, which is not a status of sysexits.h.
            FileHandle.standardError.write(Data("Error: \(told)\n".utf8))
            exit(withError: ExitCode(ExitStatus.of(error)))
        }
        guard status == .validationFailure, !places.isEmpty else { exit(withError: error) }
        let lines = ([told] + places.map { "  " + $0 }).joined(separator: "\n")
        let all = fullMessage(for: error, columns: nil).replacing(told, with: lines, maxReplacements: 1)
        FileHandle.standardError.write(Data((all + "\n").utf8))
        exit(withError: status)
    }
}
