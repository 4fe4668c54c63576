import ArgumentParser

/// The daemon's command line.
@main
struct GomokuServer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gomoku-server",
        abstract: "A five-in-a-row server: rooms of shared state behind a WebSocket, and the page to play in.",
        version: Server.name,
        subcommands: [Serve.self, BackupCommand.self, CheckCommand.self, RestoreCommand.self],
        defaultSubcommand: Serve.self)
}
