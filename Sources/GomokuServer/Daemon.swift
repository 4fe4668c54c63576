import Foundation
import GameState
import Logging
import WebSockets

/// Puts the parts together, from front to back, serves, and stops in order.
///
/// Each part is complete when it is made, of parts that were made before. Where one is told later of what happens in
/// rooms, it stands in the list of observers; where a thread or the store tells it something, the loop is given its
/// mailbox. Both are here and nowhere else.
final class Daemon {
    let options: ServeOptions
    private let files: StaticFiles
    private let log: Logger

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
        let store: any RoomStore = lasting ?? MemoryStore()

        // Rooms, and who is told what happens in them.
        let limits = options.limits.limits
        let network = lasting?.nodes ?? SingleNode()
        let gate = Gate { !network.isReachable }
        let counters = Counters()
        let (rooms, news, budget) = (
            RoomDirectory(), PresenceNews(timer: { loop.timer($0) }), self.budget(lasting, loop)
        )
        let links = Cluster.links(network)
        let budgets = AddressBudgets(
            storageBytes: limits.storedPerAddress, bytesPerSecond: limits.bytesPerSecond, links: links)
        let fanOut = FanOut(timer: { loop.timer($0) }, rooms: rooms, budgets: budgets)
        let lobbyRoom = LobbyRoom(
            services: RoomServices(
                store: MemoryStore(), limits: limits, counters: counters, now: ServerClock.now,
                timer: { loop.timer($0) },
                rooms: rooms, news: news, fanOut: fanOut),
            epoch: Self.newEpoch())
        rooms.add(lobbyRoom.live)
        let cluster = Cluster(network, links, lobbyRoom, guests: store.sharedGuests) { loop.timer($0) }
        let workers = RobotWorkers(count: options.robotThreads)
        let robots = self.robots(in: rooms, workers, loop)
        let hints = self.hints(workers, loop)
        let quota = RoomQuota(
            perIdentity: options.limits.roomsPerIdentity, perAddress: options.limits.roomsPerAddress,
            shared: cluster.counts)
        let games = GameList(in: cluster.lobby, rooms: rooms, store: store, now: ServerClock.now)
        let listed = ListedRooms(now: ServerClock.now)
        let snapshots = SnapshotQueue(
            timer: { loop.timer($0) }, budget: budget, budgets: budgets, now: ServerClock.now)
        let services = RoomServices(
            store: store, limits: limits, counters: counters, now: ServerClock.now, timer: { loop.timer($0) },
            lastAlive: lasting?.lastAlive ?? 0, network: network, rooms: rooms, news: news, budget: budget,
            snapshots: snapshots, fanOut: fanOut, gate: gate,
            outage: Outage(health: { lasting?.health ?? .ok }, rooms: rooms, now: ServerClock.now),
            observers: [robots, hints, games, quota, listed])
        let registry = RoomRegistry(services: services, quota: quota, newEpoch: Self.newEpoch)

        // Requests.
        let pairing = Pairing(registry: registry) { "g" + Identities.randomText(length: 12) }
        let lobby = LobbyService(room: lobbyRoom, services: services, pairing: pairing)
        NameKey.prepare()
        let identities = Identities(store: store, limits: limits, now: ServerClock.now)
        let moderation = moderation(loop, lasting?.shared, links)
        let greeter = Greeter(
            identities: identities, lobby: lobby, services: services, moderation: moderation,
            directory: ClientDirectory(links: links), remote: cluster.remote)
        let passwords = passwords(loop)
        let tries = Tries(shared: lasting?.shared, now: ServerClock.now)
        let known = KnownPlaces(links: links)
        let accounts = AccountService(
            services: services, identities: identities, passwords: passwords, lobby: lobby, greeter: greeter,
            tries: tries, known: known)
        let entry = RoomEntry(registry: registry, lobby: lobby, moderation: moderation, remote: cluster.remote)
        let abuse = AbuseReports(directory: directory, shared: lasting?.shared) { [log] in log.error("\($0)") }
        let dispatcher = RequestDispatcher(
            services: services, greeter: greeter, entry: entry, accounts: accounts, lobby: lobby, hints: hints,
            budgets: budgets,
            moderation: moderation,
            abuse: AbuseService(reports: abuse, directory: greeter.directory, tries: tries),
            remote: cluster.remote)
        let room = RoomRoute(
            registry: registry, reports: reports(services, workers, loop), questions: cluster.questions)
        let web = HTTPRouter(
            registry: registry, listed: listed, room: room, files: files,
            brotli: brotli(loop), questions: cluster.questions, gadgets: gadgets(loop),
            health: { Self.health(lasting) }, gate: gate, moderation: moderation,
            metrics: { ServerFigures.families(lasting, loop, budget) + robots.figures + hints.figures },
            histograms: {
                [
                    (
                        "gomoku_loop_turn_seconds", "How long the loop's turns took; what comes meanwhile waits.",
                        loop.turns
                    )
                ]
            })
        let server = Server(
            services: services, settings: options.serverSettings, dispatcher: dispatcher, lobby: lobby, web: web,
            budgets: budgets,
            gate: gate, moderation: moderation, remote: cluster.remote, shared: cluster.counts, log: log)
        let nodes = cluster.service(
            dispatcher: dispatcher, lobby: lobby, services: services, settings: options.serverSettings,
            greeter: greeter,
            parts: SharedParts(
                counts: cluster.counts, questions: cluster.questions, budgets: budgets, moderation: moderation,
                known: known),
            respondent: NodeRespondent(
                directory: greeter.directory, entry: entry, listed: listed, route: room, counters: counters,
                guests: store.sharedGuests))
        let orders = ControlService(
            registry: registry, greeter: greeter, entry: entry, passwords: passwords, moderation: moderation,
            reports: abuse, gate: gate, questions: cluster.questions,
            status: ServerStatus(
                loop: loop, services: services, gate: gate, moderation: moderation, reports: abuse,
                health: { Self.health(lasting) }
            ).lines)

        // What goes by time, and the end.
        let timers = [
            repeating(loop, PresenceNews.milliseconds) { news.tell() },
            repeating(loop, RoomRegistry.sweepMilliseconds) { registry.sweep() },
            repeating(loop, ResourceBudget.milliseconds) { [log] in
                defer {
                    let freed = budget.memoryToFree
                    if freed > 0 {
                        let count = MemoryRelief.disconnect(
                            loop.sockets.compactMap { MemoryRelief.Holder($0) }, toFree: freed)
                        if count > 0 {
                            counters.evictions += count
                            log.warning("memory is used up: \(count) clients that held most of it were disconnected")
                        }
                    }
                }
                guard budget.look() else { return }
                switch budget.level {
                case .free: log.notice("memory and disk are within their budgets again")
                case .tight: log.warning("memory or disk is nearly used up: no new rooms are made")
                case .full: log.error("memory or disk is used up: open rooms cannot be changed")
                }
            },
            repeating(loop, ServerClock.milliseconds) {
                ServerClock.compare(isTimed: { rooms.all.contains { $0.room.game?.clock?.runningSince != nil } })
            },
            repeating(loop, RobotService.lookMilliseconds) { robots.startNext() },
        ]
        let maintenance = lasting.map {
            StoreMaintenance(store: $0, registry: registry, options: options, loop: loop, log: log)
        }
        attend(watcher, loop, gate, registry)
        // Before it says that it listens: whoever has read that may give orders.
        let control = try control(loop, orders)
        var listenFailure: DaemonFailure?
        let begin = { [self] in
            guard !gate.isStopping else { return }
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
        rooms.removeAll()
        abuse.settle()
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

    private func repeating(_ loop: EventLoop, _ milliseconds: Int, _ fire: @escaping () -> Void) -> LoopTimer {
        let timer = loop.timer(fire)
        timer.schedule(everyMilliseconds: milliseconds)
        return timer
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

    private static func newEpoch() -> String { "k" + Identities.randomText(length: 12) }

    private static func health(_ store: (any LastingStore)?) -> Health {
        switch store?.health {
        case nil, .ok: .ok
        case .failing(_, let why): .failing(why)
        }
    }

    // MARK: options

    private func budget(_ store: (any LastingStore)?, _ loop: EventLoop) -> ResourceBudget {
        let directory = directory
        let (memory, disk) = (options.memoryBudget, options.diskBudget)
        func text(_ bytes: Int) -> String { bytes > 0 ? "\(bytes >> 20) MiB" : "no limit" }
        log.info("memory: \(text(memory)); disk: \(directory == nil ? "not used" : text(disk))")
        return ResourceBudget(
            memory: memory, disk: disk,
            usedMemory: { [weak loop] in
                let resident = ResourceBudget.residentBytes()
                // Asking each socket takes a while. The kernel holds little for each of them.
                return resident < memory / 2 ? resident : resident + (loop?.bytesInKernel ?? 0)
            },
            usedDisk: { (directory.map(ResourceBudget.bytes) ?? 0) + (store?.bytesToCome ?? 0) },
            giveBackFreed: FreedMemory.giveBack)
    }

    private var loopOptions: EventLoop.Options {
        var loopOptions = EventLoop.Options { [log] line in log.warning("\(line)") }
        loopOptions.maximumConnections = options.limits.connections
        return loopOptions
    }
}
