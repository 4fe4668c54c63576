import ArgumentParser
import Foundation
import GameState
import GomokuStore
import Logging
import Web
import WebSockets

/// The options of a server, for `serve` and for `config`.
struct ServeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "File with options, one \"name = value\" a line; `gomoku-server config` checks it.", valueName: "file"))
    var config: String?

    @OptionGroup(title: "Listening") var listening: ListenOptions

    @Option(
        help: ArgumentHelp(
            "Directory that the rooms are kept in. Without it they live in memory only.", valueName: "dir"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "Redis that the rooms are kept in instead of a directory: redis://host:port/db, redis+unix:/path/to/socket, or by its Sentinels redis+sentinel://host:port,host:port/name/db. Several servers may share one.",
            valueName: "address"))
    var store: String?

    @Option(
        help: ArgumentHelp(
            "File with the password for --store; GOMOKU_STORE_PASSWORD and GOMOKU_STORE_USER say it as well.",
            valueName: "file"))
    var storePasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "Replicas of the Redis that must have a delta, too, before it is shown; 0: none is waited for.",
            valueName: "n"))
    var replicas = 0

    @Option(
        help: ArgumentHelp(
            "Directory in which a server over a Redis notes that it has served rooms from it, so that it does not serve an empty one later. Without it the first of systemd's STATE_DIRECTORY.",
            valueName: "dir"))
    var stateDirectory: String?

    @Flag(help: "Serve an empty Redis although this server has served rooms from it before. For one start.")
    var newStore = false

    /// The guarantee that a stored delta has.
    enum Durability: String, ExpressibleByArgument, CaseIterable {
        case full, os, memory
    }

    @Option(
        help: ArgumentHelp(
            "What must have happened before a delta is shown: full: it is on the disk (survives a power cut); os: the operating system has it (survives a crash of the server); memory: nothing is kept."
        ))
    var durability = Durability.full

    @Option(
        help: ArgumentHelp(
            "Bytes of new deltas after which they are moved from the journal to their rooms; for tests.",
            valueName: "bytes", visibility: .hidden))
    var fileEvery = FilingOptions.usualBytes

    @Option(
        help: ArgumentHelp(
            "Remove rooms whose game is over after so many days without a change; 0 keeps them.", valueName: "days"))
    var keepFinished = 0

    @Option(
        help: ArgumentHelp(
            "Remove rooms of any kind after so many days without a change; 0 keeps them.", valueName: "days"))
    var keepIdle = 0

    @Option(help: ArgumentHelp("Directory of the page.", valueName: "dir"))
    var web = "web-static"

    @Option(help: ArgumentHelp("Directory of Wave gadgets, served below /gadgets/.", valueName: "dir"))
    var gadgets: String?

    @Option(help: "Threads on which the built-in robot searches, at low priority.")
    var robotThreads = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)

    @Option(help: "What gets logged: trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.info

    @Option(help: "How a line of the log looks: text, or a JSON object.")
    var logFormat = LogFormat.text

    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws {
        guard store == nil || data == nil else {
            throw ValidationError("Rooms are kept in one place: name it with --store or with --data, not with both.")
        }
        guard store == nil || durability != .memory else {
            throw ValidationError("--durability memory keeps nothing. Leave --store away, or ask for full or os.")
        }
        do { _ = try redisAddress() } catch { throw ValidationError("\(error)") }
        guard (0...16).contains(replicas) else { throw ValidationError("--replicas must be 0 to 16.") }
        guard !newStore || store != nil else {
            throw ValidationError("--new-store is about a Redis: name that with --store, or leave it away.")
        }
        guard replicas == 0 || store != nil else {
            throw ValidationError("--replicas counts replicas of a Redis: name that with --store, or leave it away.")
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
            throw ValidationError("\(error) Say where the page is with --web.")
        }
    }

    func checkGadgets() throws {
        if let gadgets, (try? FileManager.default.contentsOfDirectory(atPath: gadgets)) == nil {
            throw ValidationError("The directory \(gadgets) cannot be read. Say where the gadgets are with --gadgets.")
        }
    }
}

// Both types are from other packages. If one of these adds the conformance, the compiler will
// report it.
// swift-format-ignore: AvoidRetroactiveConformances
extension Logger.Level: @retroactive ExpressibleByArgument {}
