import ArgumentParser
import Logging

/// `gomoku-server serve`, the default command.
///
/// The options are the command itself. If they were a group in a command, the argument parser would
/// take twice as long to start a debug build, because it checks each group once for every check of
/// the group around it.
extension ServeOptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server until SIGTERM or SIGINT.",
        discussion:
            "On SIGTERM or SIGINT, the server refuses new connections, stores everything, notifies its clients and exits with status 0. Each option may also be set in the file that --config names, as \"name = value\" without the dashes, or in the environment (GOMOKU_SERVER_LOG_LEVEL=debug). Options override the environment, and the environment overrides the file."
    )

    func run() throws {
        LoggingSystem.bootstrap(logFormat.handler)
        var log = Logger(label: "gomoku-server")
        log.logLevel = logLevel
        let files = try page()
        try checkGadgets()
        do {
            try Daemon(options: self, files: files, log: log).run()
        } catch {
            log.critical("\(error)")
            throw ExitCode(error.exitStatus)
        }
    }
}
