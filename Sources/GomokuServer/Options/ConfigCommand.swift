import ArgumentParser
import Foundation

/// `gomoku-server config --config FILE`: shows every setting and its source, and checks whether a
/// server could start.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show every setting and its source, and check whether a server could start.",
        discussion:
            "Prints each option with its value and its source: default, the configuration file with the line, environment, or option. Then checks the page, the gadgets, the certificate, the address and port, and the data directory or the Redis, without changing anything. While a server runs with the same configuration, its port and its directory are in use, and this command reports that. The exit status is the one that a server would end with."
    )

    @Flag(
        help:
            "Print nothing unless a value, the page or the gadgets are wrong. Skip ports, sockets, directories and the Redis. For a service that is about to start."
    )
    var valuesOnly = false

    @OptionGroup var serve: ServeOptions

    func run() throws {
        let configured = try GomokuServer.configured()
        if !valuesOnly {
            for setting in EffectiveSettings(serve, configured, derived: serve.derived).settings { print(setting.line) }
        }
        let check = StartCheck(serve, valuesOnly: valuesOnly)
        func complain(_ kind: String, _ sentence: String, of options: [String] = []) {
            let places = configured.places(namedIn: ([sentence] + options).joined(separator: " "))
            let lines = ["\(kind): \(sentence)"] + places.map { "  " + $0 }
            FileHandle.standardError.write(Data(lines.map { $0 + "\n" }.joined().utf8))
        }
        for doubt in check.warnings { complain("Warning", doubt) }
        for fault in check.faults { complain("Error", fault.sentence, of: fault.options) }
        if let first = check.faults.first { throw ExitCode(first.exitStatus) }
        if !valuesOnly { print("A server can start with this.") }
    }
}
