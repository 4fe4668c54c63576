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
    private let options: Serve
    private let files: StaticFiles
    private let log: Logger

    init(options: Serve, files: StaticFiles, log: Logger) {
        self.options = options
        self.files = files
        self.log = log
    }

    func run() throws(DaemonFailure) {
        // Before any thread starts, so that all of them leave these signals to the watcher.
        let watcher = SignalWatcher([.terminate, .interrupt])
        let loop: EventLoop
        do { loop = try EventLoop(loopOptions) } catch { throw .loop(error) }
        let lasting = try openStore(loop)
        let store: any RoomStore = lasting ?? MemoryStore()

        // Rooms, and who is told what happens in them.
        let limits = options.limits.limits
        let counters = Counters()
        let (rooms, news, budget) = (RoomDirectory(), PresenceNews(), self.budget)
        let lobbyRoom = LobbyRoom(
            services: RoomServices(
                store: MemoryStore(), limits: limits, counters: counters, now: ServerClock.now,
                timer: { loop.timer($0) },
                rooms: rooms, news: news),
            epoch: Self.newEpoch())
        rooms.add(lobbyRoom.live)
        let workers = RobotWorkers(count: options.robotThreads)
        let robots = self.robots(in: rooms, workers, loop)
        let hints = self.hints(workers, loop)
        let quota = RoomQuota(perIdentity: options.limits.roomsPerIdentity, perAddress: options.limits.roomsPerAddress)
        let games = GameList(in: lobbyRoom, rooms: rooms, store: store, now: ServerClock.now)
        let listed = ListedRooms(now: ServerClock.now)
        let services = RoomServices(
            store: store, limits: limits, counters: counters, now: ServerClock.now, timer: { loop.timer($0) },
            lastAlive: lasting?.lastAlive ?? 0, rooms: rooms, news: news, budget: budget,
            observers: [robots, hints, games, quota, listed])
        let registry = RoomRegistry(services: services, quota: quota, newEpoch: Self.newEpoch)

        // Requests.
        let pairing = Pairing(registry: registry) { "g" + Identities.randomText(length: 12) }
        let lobby = LobbyService(room: lobbyRoom, services: services, pairing: pairing)
        NameKey.prepare()
        let identities = Identities(store: store, limits: limits, now: ServerClock.now)
        let greeter = Greeter(identities: identities, lobby: lobby, services: services)
        let accounts = AccountService(
            services: services, identities: identities, passwords: passwords(loop), lobby: lobby, greeter: greeter)
        let budgets = AddressBudgets(storageBytes: limits.storedPerAddress)
        let dispatcher = RequestDispatcher(
            services: services, greeter: greeter, entry: RoomEntry(registry: registry, lobby: lobby),
            accounts: accounts, lobby: lobby, hints: hints, budgets: budgets)
        let web = HTTPRouter(
            registry: registry, listed: listed, reports: reports(services, workers, loop), files: files,
            gadgets: gadgets(loop),
            health: { Self.health(lasting) }, metrics: { lasting?.metrics ?? [] },
            histograms: {
                [
                    (
                        "gomoku_loop_turn_seconds", "How long the loop's turns took; what comes meanwhile waits.",
                        loop.turns
                    )
                ]
            })
        let server = Server(
            services: services, settings: settings, dispatcher: dispatcher, lobby: lobby, web: web, budgets: budgets,
            log: log)

        // What goes by time, and the end.
        let timers = [
            repeating(loop, PresenceNews.milliseconds) { news.tell() },
            repeating(loop, RoomRegistry.sweepMilliseconds) { registry.sweep() },
            repeating(loop, ResourceBudget.milliseconds) { [log] in
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
        stopOnSignal(watcher, loop, server, registry)
        try listen(loop, server)
        do { try loop.run() } catch { throw .loop(error) }
        withExtendedLifetime((timers, maintenance)) {}
        log.info("stopped")
    }

    // MARK: parts

    private func robots(in rooms: RoomDirectory, _ workers: RobotWorkers, _ loop: EventLoop) -> RobotService {
        let answers = Mailbox<RobotAnswer>()
        let robots = RobotService(
            rooms: rooms, now: ServerClock.now, workers: workers, slots: options.robotThreads, answers: answers)
        loop.attach(answers) { robots.finished($0) }
        return robots
    }

    private func hints(_ workers: RobotWorkers, _ loop: EventLoop) -> HintService {
        let answers = Mailbox<HintAnswer>()
        let hints = HintService(workers: workers, slots: options.robotThreads, answers: answers)
        loop.attach(answers) { hints.finished($0) }
        return hints
    }

    private func reports(_ services: RoomServices, _ workers: RobotWorkers, _ loop: EventLoop) -> ReportService {
        let steps = Mailbox<ReportStep>()
        let reports = ReportService(services: services, workers: workers, steps: steps)
        loop.attach(steps) { reports.finished($0) }
        return reports
    }

    private func passwords(_ loop: EventLoop) -> PasswordHasher {
        let answers = Mailbox<PasswordHasher.Answer>()
        let passwords = PasswordHasher(answers: answers)
        loop.attach(answers) { passwords.finished($0) }
        return passwords
    }

    private func gadgets(_ loop: EventLoop) -> GadgetFolder? {
        guard let directory = options.gadgets else { return nil }
        let answers = Mailbox<GadgetFolder.Answer>()
        let gadgets = GadgetFolder(directory: directory, answers: answers)
        loop.attach(answers) { gadgets.finished($0) }
        return gadgets
    }

    private func repeating(_ loop: EventLoop, _ milliseconds: Int, _ fire: @escaping () -> Void) -> LoopTimer {
        let timer = loop.timer(fire)
        timer.schedule(everyMilliseconds: milliseconds)
        return timer
    }

    private func stopOnSignal(
        _ watcher: SignalWatcher, _ loop: EventLoop, _ server: Server, _ registry: RoomRegistry
    ) {
        let signals = Mailbox<SignalWatcher.Signal>()
        watcher.post(to: signals) { $0 }
        var isStopping = false
        loop.attach(signals) { [log] signal in
            guard !isStopping else { return }
            isStopping = true
            log.info("stopping on \(signal)")
            loop.stopListening()
            server.stopAccepting()
            registry.suspendClocks {
                registry.services.store.close {
                    log.info("everything is stored")
                    loop.stop()
                }
            }
        }
    }

    private func listen(_ loop: EventLoop, _ server: Server) throws(DaemonFailure) {
        do {
            let port = try loop.listen(configuration, handler: server)
            let host = options.host.contains(":") ? "[\(options.host)]" : options.host
            log.info("listening on http://\(host):\(port)")
        } catch {
            throw .listen(host: options.host, port: options.port, error)
        }
    }

    private static func newEpoch() -> String { "k" + Identities.randomText(length: 12) }

    private func openStore(_ loop: EventLoop) throws(DaemonFailure) -> (any LastingStore)? {
        guard let opener = options.storeOpener else {
            log.info("rooms live in memory only; name a directory with --data to keep them")
            return nil
        }
        var health = StoreHealth.ok
        let store = try opener.open(on: loop) { [log] store in
            guard store.health != health else { return }
            health = store.health
            switch health {
            case .ok: log.notice("deltas are stored again")
            case .failing(_, let why): log.error("nothing can be stored: \(why)")
            }
        }
        if let damage = store.damage { log.error("\(damage)") }
        log.info("rooms are kept in \(opener.place)", metadata: ["durability": "\(options.durability.rawValue)"])
        return store
    }

    private static func health(_ store: (any LastingStore)?) -> Health {
        switch store?.health {
        case nil, .ok: .ok
        case .failing(_, let why): .failing(why)
        }
    }

    // MARK: options

    private var budget: ResourceBudget {
        let directory = options.durability == .memory ? nil : options.data
        let memory = options.limits.memory.map { $0 << 20 } ?? MachineResources.memoryShare()
        let disk = options.limits.disk.map { $0 << 20 } ?? directory.map(MachineResources.diskShare) ?? 0
        func text(_ bytes: Int) -> String { bytes > 0 ? "\(bytes >> 20) MiB" : "no limit" }
        log.info("memory: \(text(memory)); disk: \(directory == nil ? "not used" : text(disk))")
        return ResourceBudget(
            memory: memory, disk: disk, usedMemory: ResourceBudget.residentBytes,
            usedDisk: { directory.map(ResourceBudget.bytes) ?? 0 })
    }

    private var settings: ServerSettings {
        var settings = ServerSettings()
        settings.messagesPerSecond = options.limits.messagesPerSecond
        settings.messageBurst = 4 * max(1, options.limits.messagesPerSecond)
        settings.origins = options.limits.allowOrigin
        settings.countsLoopback = options.limits.connectionsPerAddress != nil
        return settings
    }

    private var loopOptions: EventLoop.Options {
        var loopOptions = EventLoop.Options { [log] line in log.warning("\(line)") }
        loopOptions.maximumConnections = options.limits.connections
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
        configuration.trustedProxies = options.limits.trustedProxy
        configuration.expectsProxyHeader = options.limits.proxyProtocol
        return configuration
    }
}
