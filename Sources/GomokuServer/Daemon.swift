import Foundation
import GameState
import GomokuStore
import Logging
import WebSockets

/// Puts the parts together, serves, and stops in order.
final class Daemon {
    /// Why the daemon could not go on.
    enum Failure: Error, CustomStringConvertible {
        case loop(LoopFailure)
        case listen(host: String, port: Int, LoopFailure)
        case store(StoreOpenError)

        var description: String {
            switch self {
            case .loop(let failure): "The event loop does not work: \(failure)"
            case .listen(let host, let port, let failure):
                "Cannot listen on \(host):\(port): \(failure) Choose another port with --port, or stop what uses this one."
            case .store(let failure): "\(failure)"
            }
        }

        /// As sysexits.h has it.
        var exitStatus: Int32 {
            switch self {
            case .loop: 70
            case .listen: 69
            case .store: 74
            }
        }
    }

    private let options: Serve
    private let files: StaticFiles
    private let log: Logger

    init(options: Serve, files: StaticFiles, log: Logger) {
        self.options = options
        self.files = files
        self.log = log
    }

    func run() throws(Failure) {
        // Before any thread starts, so that all of them leave these signals to the watcher.
        let watcher = SignalWatcher([.terminate, .interrupt])
        let signals = Mailbox<SignalWatcher.Signal>()
        let completions = Mailbox<StoreCompletion>()
        let loop: EventLoop
        do { loop = try EventLoop(loopOptions) } catch { throw .loop(error) }

        let (store, durable) = try openStore(completions)
        let services = RoomServices(store: store, limits: options.limits.limits, now: Self.now)
        let server = Server(
            loop: loop, services: services, settings: settings, files: files,
            health: { [unowned self] in health(durable) },
            metrics: { durable?.metrics ?? [] }, log: log)
        server.gadgets = options.gadgets.map { GadgetFolder(directory: $0, loop: loop) }
        let robots = Robots(server: server, threads: options.robotThreads, loop: loop)
        let returns = durable.map { durable in
            var health = durable.health
            return CompletionQueue(durable, loop: loop) { [log] in
                guard durable.health != health else { return }
                health = durable.health
                switch health {
                case .ok: log.notice("deltas are stored again")
                case .failing(_, let why): log.error("nothing can be stored: \(why)")
                }
            }
        }
        if let returns { loop.attach(completions) { returns.take($0) } }
        watcher.post(to: signals) { $0 }
        let upkeep = durable.map {
            StoreMaintenance(store: $0, registry: server.registry, options: options, loop: loop, log: log)
        }
        var isStopping = false
        loop.attach(signals) { [log] signal in
            guard !isStopping else { return }
            isStopping = true
            log.info("stopping on \(signal)")
            loop.stopListening()
            server.stopAccepting()
            server.registry.suspendClocks {
                store.close {
                    log.info("everything is stored")
                    loop.stop()
                }
            }
        }
        do {
            let port = try loop.listen(configuration, handler: server)
            let host = options.host.contains(":") ? "[\(options.host)]" : options.host
            log.info("listening on http://\(host):\(port)")
        } catch {
            throw .listen(host: options.host, port: options.port, error)
        }
        do { try loop.run() } catch { throw .loop(error) }
        withExtendedLifetime((server, robots, upkeep, returns)) {}
        log.info("stopped")
    }

    /// Server time, milliseconds since 1970.
    @Sendable static func now() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    private func openStore(_ completions: Mailbox<StoreCompletion>) throws(Failure) -> (any RoomStore, DurableStore?) {
        guard let directory = options.data, options.durability != .memory else {
            log.info("rooms live in memory only; name a directory with --data to keep them")
            return (MemoryStore(), nil)
        }
        do {
            let store = try DurableStore(
                directory: directory, durability: options.durability == .full ? .full : .os,
                limits: options.limits.limits,
                now: Self.now, notify: { completions.post($0) })
            log.info("rooms are kept in \(directory)", metadata: ["durability": "\(options.durability.rawValue)"])
            return (store, store)
        } catch {
            throw .store(error)
        }
    }

    private func health(_ store: DurableStore?) -> Health {
        switch store?.health {
        case nil, .ok: .ok
        case .failing(_, let why): .failing(why)
        }
    }

    private var settings: Server.Settings {
        var settings = Server.Settings()
        settings.limits = options.limits.limits
        settings.messagesPerSecond = options.limits.messagesPerSecond
        settings.messageBurst = 4 * max(1, options.limits.messagesPerSecond)
        settings.origins = options.limits.allowOrigin
        return settings
    }

    private var loopOptions: EventLoop.Options {
        var loopOptions = EventLoop.Options()
        loopOptions.maximumConnections = options.limits.connections
        loopOptions.log = { [log] line in log.warning("\(line)") }
        return loopOptions
    }

    private var configuration: ListenConfiguration {
        var configuration = ListenConfiguration(host: options.host, port: options.port)
        configuration.webSocketPath = "/ws"
        configuration.subprotocol = "gomoku.v1"
        configuration.maximumMessageBytes = options.limits.messageBytes
        configuration.outboxBytes = options.limits.outboxBytes
        configuration.maximumConnections = options.limits.connections
        configuration.maximumConnectionsPerAddress = options.limits.connectionsPerAddress ?? 256
        configuration.limitsLoopback = options.limits.connectionsPerAddress != nil
        return configuration
    }
}
