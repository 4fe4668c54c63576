import ArgumentParser
import Logging

/// `gomoku-server serve`, the default command.
///
/// The command's mirror contains the properties of its options, because the argument parser finds
/// options by reflection. If they were a group, a debug build would start 0.2 s later: the parser
/// checks a group again for each check of the command around it.
struct Serve: ParsableCommand, CustomReflectable {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server until SIGTERM or SIGINT.",
        discussion:
            "On SIGTERM or SIGINT, the server refuses new connections, stores everything, notifies its clients and exits with status 0. Each option may also be set in the file that --config names, as \"name = value\" without the dashes, or in the environment (GOMOKU_SERVER_LOG_LEVEL=debug). Options override the environment, and the environment overrides the file."
    )

    // `config` has the same options as a group. This command cannot be the group, because the
    // argument parser would name it in the messages of `config`.
    private var options: ServeOptions

    init() { options = ServeOptions() }

    init(from decoder: any Decoder) throws { options = try ServeOptions(from: decoder) }

    var customMirror: Mirror { Mirror(reflecting: options) }

    func validate() throws { try options.validate() }

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
