import ArgumentParser
import Logging

/// `gomoku-server serve`, the default command.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server until SIGTERM or SIGINT.",
        discussion:
            "On SIGTERM or SIGINT, the server refuses new connections, stores everything, notifies its clients and exits with status 0. Each option may also be set in the file that --config names, as \"name = value\" without the dashes, or in the environment (GOMOKU_SERVER_LOG_LEVEL=debug). Options override the environment, and the environment overrides the file."
    )

    // `config` has the same options. They are a group rather than a command, because the argument
    // parser would name the command in `config --help`.
    @OptionGroup var options: ServeOptions

    func run() throws {
        LoggingSystem.bootstrap(options.logFormat.handler)
        var log = Logger(label: "gomoku-server")
        log.logLevel = options.logLevel
        let files = try options.page()
        try options.checkGadgets()
        do {
            try Daemon(options: options, files: files, log: log).run()
        } catch {
            log.critical("\(error)")
            throw ExitCode(error.exitStatus)
        }
    }
}
