import Foundation
import GameState
import Logging
import Rooms
import Storage
import Web
import WebSockets

/// Puts the parts together, from front to back, serves, and stops in order.
///
/// Each part is complete when it is made, of parts that were made before. Where one is told later of what happens in
/// rooms, it stands in the list of observers; where a thread or the store tells it something, the loop is given its
/// mailbox. Both are in this type and nowhere else; `Daemon+Parts.swift` makes the parts.
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
        // Before any thread starts, so that all of them leave these signals to the watcher.
        let watcher = SignalWatcher(signals)
        ProcessFigures.start()
        let activation = SocketActivation(
            environment: ProcessInfo.processInfo.environment, process: ProcessInfo.processInfo.processIdentifier)
        let loop: EventLoop
        do { loop = try EventLoop(loopOptions) } catch { throw .loop(error) }
        var storeFailure: (any Error & Sendable)?
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
            questions: rooms.cluster.questions)
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
        // Before it says that it listens: whoever has read that may give orders.
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

    /// Where a server takes orders unless it is told otherwise.
    static func controlSocket(in directory: String) -> String { directory + "/admin.sock" }

    private func control(_ loop: EventLoop, _ orders: ControlService) throws(DaemonFailure) -> ControlSocket? {
        guard let path = options.listening.adminSocket ?? directory.map(Self.controlSocket) else { return nil }
        do {
            return try loop.control(at: path) { line, done in
                guard let order = ControlOrder(line: line) else {
                    return done(ControlAnswer.failed("That is no order of this version's.").line)
                }
                orders.perform(order) { done($0.line) }
            }
        } catch {
            // A path that is too long for a socket must not keep a server from serving, unless it was asked for.
            guard options.listening.adminSocket == nil else { throw .control(error) }
            log.warning("there is no control socket: \(error)")
            return nil
        }
    }

    /// SIGHUP ends a server that was started in a terminal which is closed; everywhere else it reads the certificate.
    private var signals: [SignalWatcher.Signal] {
        options.listening.tls != nil || isatty(STDIN_FILENO) == 0
            ? [.terminate, .interrupt, .hangup] : [.terminate, .interrupt]
    }

    private func attend(_ watcher: SignalWatcher, _ loop: EventLoop, _ gate: Gate, _ registry: RoomRegistry) {
        let signals = Mailbox<SignalWatcher.Signal>()
        watcher.post(to: signals) { $0 }
        loop.attach(signals) { [log, options] signal in
            guard signal != .hangup else {
                guard options.listening.tls != nil else { return log.info("SIGHUP: there is no certificate to read") }
                do {
                    try loop.reloadCertificate()
                    return log.notice("the certificate was read anew")
                } catch {
                    return log.error("the certificate stays as it was: \(error)")
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
            if !activation.descriptors.isEmpty { log.info("listening on the sockets that were handed over") }
            if activation.descriptors.isEmpty, let path = place.unixSocket { log.info("listening on unix:\(path)") }
            if port > 0 { log.info("listening on http\(place.tls == nil ? "" : "s")://\(host):\(port)") }
        } catch {
            throw DaemonFailure(listening: error)
        }
    }

    // MARK: options

    private var loopOptions: LoopOptions {
        var loopOptions = LoopOptions { [log] line in log.warning("\(line)") }
        loopOptions.maximumConnections = options.limits.connections
        return loopOptions
    }
}
