import ArgumentParser
import Logging

/// `gomoku-server serve`, the default command.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve until SIGTERM or SIGINT.",
        discussion:
            "SIGTERM and SIGINT: no new connections, everything is stored, clients are told, exit status 0. Each option may also stand in the file that --config names, as \"name = value\" without the dashes, or in the environment (GOMOKU_SERVER_LOG_LEVEL=debug): an option counts before the environment, the environment before the file."
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
