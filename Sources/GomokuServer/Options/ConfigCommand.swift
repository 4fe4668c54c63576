import ArgumentParser
import Foundation

/// `gomoku-server config --config FILE`: whether a server could start with it, and what is set where.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Check a configuration, and tell what is set by option, environment and file.")

    @OptionGroup var serve: ServeOptions

    func run() throws {
        _ = try serve.page()
        try serve.checkGadgets()
        let files = [("tls-cert", serve.listening.tlsCert), ("tls-key", serve.listening.tlsKey)]
        for case (let name, let file?) in files where !FileManager.default.isReadableFile(atPath: file) {
            throw ValidationError("The file \(file) cannot be read. Name another one with --\(name).")
        }
        for setting in try GomokuServer.configured().settings.sorted(by: { $0.name < $1.name }) {
            print("\(setting.name) = \(setting.values.joined(separator: " "))  # \(setting.source)")
        }
        print("A server can start with this.")
    }
}
