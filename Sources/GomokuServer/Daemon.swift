import Cryptography
import Foundation
import GameState
import Logging
import Rooms
import Storage
import Web
import WebSockets
import Wire

/// Assembles the parts of the server, serves clients, and shuts down in order.
///
/// Each part is complete once initialized and depends only on parts made before it. Parts that need
/// later events of rooms are in the list of observers. Parts that need results of threads or of the
/// store have a mailbox attached to the loop. Only this type sets up both; `Daemon+Parts.swift`
/// makes the parts.
final class Daemon {
    let options: ServeOptions
    let files: StaticFiles
    let log: Logger

    init(options: ServeOptions, files: StaticFiles, log: Logger) {
        self.options = options
        self.files = files
        self.log = log
    }

    func run() throws(DaemonFailure) {
        FreedMemory.keepLittle()
        // The event loop also uses libcrypto.
        keepCryptographyAtExit()
        // Block the signals before any thread starts, so that only the watcher receives them.
        let watcher = SignalWatcher(signals)
        ProcessFigures.start()
        let activation = SocketActivation(
            environment: ProcessInfo.processInfo.environment, process: ProcessInfo.processInfo.processIdentifier)
        let loop: EventLoop
        do { loop = try EventLoop(loopOptions) } catch { throw .loop(error) }
        var storeFailure: (any ExitStatusError)?
        let lasting = try options.openStore(on: loop, log: log) { [log] failure in
            log.critical("\(failure)")
            storeFailure = failure
            loop.stopListening()
            loop.stop()
        }
        let rooms = roomParts(loop, lasting)
        let requests = requestParts(rooms, loop, lasting)
        let route = RoomRoute(
            registry: rooms.registry, reports: reports(rooms.services, rooms.workers, loop),
            puzzles: gamePuzzles(rooms.services, rooms.workers, loop),
            questions: rooms.cluster.questions, pictures: pictures(loop), studyFiles: studyFiles(loop))
        let server = Server(
            services: rooms.services, settings: options.serverSettings, dispatcher: requests.dispatcher,
            lobby: requests.lobby, web: web(rooms, requests, route, loop, lasting), budgets: rooms.budgets,
            gate: rooms.services.gate, moderation: requests.moderation, remote: rooms.cluster.remote,
            shared: rooms.cluster.counts, log: log)
        let nodes = nodes(rooms, requests, route)
        let timers = timers(rooms, loop)
        let maintenance = lasting.map {
            StoreMaintenance(store: $0, registry: rooms.registry, options: options, loop: loop, log: log)
        }
        attend(watcher, loop, rooms.services.gate, rooms.registry)
        // Open the control socket before the log says that the server listens, because operators
        // may send commands from then on.
        let control = try control(loop, orders(rooms, requests, loop, lasting))
        var listenFailure: DaemonFailure?
        let begin = { [self] in
            guard !rooms.services.gate.isStopping else { return }
            do throws(DaemonFailure) {
                try listen(loop, server, activation)
            } catch {
                listenFailure = error
                loop.stop()
            }
        }
        nodes.begin(begin)
        if let listenFailure { throw listenFailure }
        do { try loop.run() } catch { throw .loop(error) }
        if let listenFailure { throw listenFailure }
        withExtendedLifetime((timers, maintenance, control, nodes)) {}
        rooms.services.rooms.removeAll()
        requests.abuse.settle()
        if let storeFailure { throw .store(storeFailure) }
        log.info("stopped")
    }

    // MARK: parts

    var directory: String? { options.directory }

    /// Returns the default path of the control socket.
    static func controlSocket(in directory: String) -> String { directory + "/admin.sock" }

    private func control(_ loop: EventLoop, _ orders: ControlService) throws(DaemonFailure) -> ControlSocket? {
        guard let path = options.listening.adminSocket ?? directory.map(Self.controlSocket) else { return nil }
        do {
            return try loop.control(at: path) { line, done in
                guard let order = ControlCommand(line: line) else {
                    return done(
                        ControlAnswer.failed("Unknown command. Use a gomoku-server of the running server's version.")
                            .line)
                }
                orders.perform(order) { done($0.line) }
            }
        } catch {
            // An unusable default path, such as one that is too long, must not keep the server from
            // serving.
            guard options.listening.adminSocket == nil else { throw .control(error) }
            log.warning("no control socket: \(error)")
            return nil
        }
    }

    /// The signals to handle. SIGHUP reloads the certificate. A server without a certificate that
    /// was started in a terminal does not handle SIGHUP, so that it ends when the terminal is
    /// closed.
    private var signals: [SignalWatcher.Signal] {
        options.listening.tls != nil || isatty(STDIN_FILENO) == 0
            ? [.terminate, .interrupt, .hangup] : [.terminate, .interrupt]
    }

    private func attend(_ watcher: SignalWatcher, _ loop: EventLoop, _ gate: Gate, _ registry: RoomRegistry) {
        let signals = Mailbox<SignalWatcher.Signal>()
        watcher.post(to: signals) { $0 }
        loop.attach(signals) { [log, options] signal in
            guard signal != .hangup else {
                guard options.listening.tls != nil else { return log.info("SIGHUP: there is no certificate to reload") }
                do {
                    try loop.reloadCertificate()
                    return log.notice("certificate reloaded")
                } catch {
                    return log.error("certificate not reloaded: \(error)")
                }
            }
            guard !gate.isStopping else { return }
            log.info("stopping on \(signal)")
            loop.stopListening()
            gate.stop()
            registry.suspendClocks {
                registry.services.store.close {
                    log.info("everything is stored")
                    loop.stop()
                }
            }
        }
    }

    private func listen(
        _ loop: EventLoop, _ server: Server, _ activation: SocketActivation
    ) throws(DaemonFailure) {
        let place = options.listening
        do {
            let port = try loop.listen(options.listenConfiguration(activation), handler: server)
            let host = place.host.contains(":") ? "[\(place.host)]" : place.host
            if !activation.descriptors.isEmpty { log.info("listening on the sockets from systemd") }
            if activation.descriptors.isEmpty, let path = place.unixSocket { log.info("listening on unix:\(path)") }
            if port > 0 { log.info("listening on http\(place.tls == nil ? "" : "s")://\(host):\(port)") }
        } catch {
            throw DaemonFailure(listening: error)
        }
    }

    // MARK: event loop options

    private var loopOptions: LoopOptions {
        var loopOptions = LoopOptions { [log] line in log.warning("\(line)") }
        loopOptions.maximumConnections = options.limits.connections
        return loopOptions
    }
}
