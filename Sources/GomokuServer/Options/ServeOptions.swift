import ArgumentParser
import Foundation
import GameState
import GomokuStore
import Logging
import Web
import WebSockets

/// The options of a server, for `serve` and for `config`.
struct ServeOptions: ListedOptions {
    @Option(
        help: ArgumentHelp(
            "File with options, one \"name = value\" per line; `gomoku-server config` checks it.", valueName: "file"))
    var config: String?

    @OptionGroup(title: "Listening") var listening: ListenOptions

    @Option(
        help: ArgumentHelp(
            "Directory that stores the rooms. Without --data or --store, rooms are in memory only.", valueName: "dir"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "Redis that stores the rooms instead of a directory: redis://host:port/db, redis+unix:/path/to/socket, or with Sentinels redis+sentinel://host:port,host:port/name/db. Several servers may share one.",
            valueName: "address"))
    var store: String?

    @Option(
        help: ArgumentHelp(
            "File with the password for --store. The environment can give it too, in GOMOKU_STORE_PASSWORD, and the user in GOMOKU_STORE_USER.",
            valueName: "file"))
    var storePasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "Redis replicas that must acknowledge a delta before it is shown; 0 to wait for none.",
            valueName: "n"))
    var replicas = 0

    @Option(
        help: ArgumentHelp(
            "Directory in which a server with --store records which Redis it has served, so that it later refuses an empty one. Default: the first directory in systemd's STATE_DIRECTORY.",
            valueName: "dir"))
    var stateDirectory: String?

    @Flag(help: "Serve an empty Redis even if this server has served rooms from it before. Use it for one start only.")
    var newStore = false

    /// The guarantee that a stored delta has.
    enum Durability: String, ExpressibleByArgument, CaseIterable, Encodable {
        case full, os, memory
    }

    @Option(
        help: ArgumentHelp(
            "When a delta counts as stored: full (on disk; survives power loss), os (handed to the kernel; survives a server crash), memory (not stored)."
        ))
    var durability = Durability.full

    @Option(
        help: ArgumentHelp(
            "Bytes of new deltas after which they are moved from the journal to segments; for tests.",
            valueName: "bytes", visibility: .hidden))
    var fileEvery = JournalOptions.defaultBytes

    @Option(
        help: ArgumentHelp(
            "Remove rooms with a finished game after this many days without a change; 0 keeps them.", valueName: "days")
    )
    var keepFinished = 0

    @Option(
        help: ArgumentHelp(
            "Remove rooms of any kind after this many days without a change; 0 keeps them.", valueName: "days"))
    var keepIdle = 0

    @Option(help: ArgumentHelp("Directory with the web page.", valueName: "dir"))
    var web = "web-static"

    @Option(help: ArgumentHelp("Directory with Wave gadgets, served below /gadgets/.", valueName: "dir"))
    var gadgets: String?

    @Option(help: "Number of low-priority threads on which the built-in robot searches.")
    var robotThreads = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)

    @Option(help: "Lowest level that is logged: trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.info

    @Option(help: "Format of each log line: text, or a JSON object.")
    var logFormat = LogFormat.text

    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        guard store == nil || data == nil else {
            throw ValidationError("Rooms are stored in one place. Give --store or --data, not both.")
        }
        guard store == nil || durability != .memory else {
            throw ValidationError("--durability memory stores nothing. Omit --store, or choose full or os.")
        }
        do { _ = try redisAddress() } catch { throw ValidationError("\(error)") }
        guard (0...16).contains(replicas) else { throw ValidationError("--replicas must be 0 to 16.") }
        guard !newStore || store != nil else {
            throw ValidationError("--new-store needs a Redis. Give one with --store, or omit --new-store.")
        }
        guard replicas == 0 || store != nil else {
            throw ValidationError("--replicas needs a Redis. Give one with --store, or omit --replicas.")
        }
        guard keepFinished >= 0, keepIdle >= 0 else {
            throw ValidationError("--keep-finished and --keep-idle must be 0 or more.")
        }
        guard (1...64).contains(robotThreads) else { throw ValidationError("--robot-threads must be 1 to 64.") }
    }
}

extension ServeOptions {
    /// Loads the files of the page.
    func page() throws -> StaticFiles {
        do {
            return try StaticFiles(directory: web)
        } catch {
            throw ValidationError("\(error) Give the directory of the page with --web.")
        }
    }

    func checkGadgets() throws {
        if let gadgets, (try? FileManager.default.contentsOfDirectory(atPath: gadgets)) == nil {
            throw ValidationError(
                "The directory \(gadgets) cannot be read. Give the directory of the gadgets with --gadgets.")
        }
    }
}

// Both types are from other packages. If one of these adds the conformance, the compiler will
// report it.
// swift-format-ignore: AvoidRetroactiveConformances
extension Logger.Level: @retroactive ExpressibleByArgument {}
