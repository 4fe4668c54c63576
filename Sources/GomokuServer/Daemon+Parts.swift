import Cryptography
import Foundation
import GameState
import Logging
import Nodes
import Robots
import Rooms
import Storage
import Web
import WebSockets

/// Construction of the server's parts, from the rooms to the network. Each part depends only on
/// parts made before it.
extension Daemon {
    /// Rooms, and the observers of their events.
    struct RoomParts {
        let registry: RoomRegistry
        let lobbyRoom: LobbyRoom
        let cluster: Cluster
        let budgets: AddressBudgets
        let workers: RobotWorkers
        let robots: RobotService
        let hints: HintService
        let listed: ListedRooms
        let shelf: PuzzleShelf

        var services: RoomServices { registry.services }
    }

    /// The services that answer requests.
    struct RequestParts {
        let lobby: LobbyService
        let moderation: Moderation
        let greeter: Greeter
        let passwords: PasswordHasher
        let known: KnownLoginAddresses
        let entry: RoomEntry
        let abuse: AbuseReports
        let analyses: AnalysisService
        let puzzles: PuzzleService
        let dispatcher: RequestDispatcher
    }

    func roomParts(_ loop: EventLoop, _ lasting: (any PersistentStore)?) -> RoomParts {
        let store: any RoomStore = lasting ?? MemoryStore(builder: RoomBuilderThread(on: loop))
        let limits = options.limits.limits
        let timer = { (fire: @escaping () -> Void) -> any OneShotTimer in loop.timer(fire) }
        let network = lasting?.nodes ?? SingleNode()
        let (counters, rooms, news) = (Counters(), RoomDirectory(), PresenceNews(timer: timer))
        let budget = budget(lasting, loop)
        let links = Cluster.links(network)
        let budgets = AddressBudgets(
            storageBytes: limits.storedPerAddress, bytesPerSecond: limits.bytesPerSecond, links: links)
        let fanOut = FanOut(timer: timer, rooms: rooms, budgets: budgets)
        let lobbyRoom = LobbyRoom(
            services: RoomServices(
                store: MemoryStore(), limits: limits, counters: counters, now: ServerClock.now, timer: timer,
                rooms: rooms, news: news, fanOut: fanOut),
            epoch: Self.newEpoch())
        rooms.add(lobbyRoom.live)
        let cluster = Cluster(network, links, lobbyRoom, guests: store.sharedGuests, timer: timer)
        let workers = RobotWorkers(count: options.robotThreads)
        let robots = robots(in: rooms, workers, loop)
        let hints = hints(workers, loop)
        let quota = RoomQuota(
            perIdentity: options.limits.roomsPerIdentity, perAddress: options.limits.roomsPerAddress,
            shared: cluster.counts)
        let games = GameList(in: cluster.lobby, rooms: rooms, store: store, now: ServerClock.now)
        let listed = ListedRooms(now: ServerClock.now)
        let shelf = PuzzleShelf(directory: "\(options.web)/puzzles")
        let services = RoomServices(
            store: store, limits: limits, counters: counters, now: ServerClock.now, timer: timer,
            lastAlive: lasting?.lastAlive ?? 0, network: network, links: links, rooms: rooms, news: news,
            budget: budget,
            snapshots: SnapshotQueue(timer: timer, budget: budget, budgets: budgets, now: ServerClock.now),
            fanOut: fanOut, gate: Gate { !network.isReachable },
            outage: Outage(
                health: { lasting?.health ?? .ok }, now: ServerClock.now, resume: rooms.resumeClocks),
            racePuzzles: shelf, observers: [robots, hints, games, quota, listed])
        let registry = RoomRegistry(services: services, quota: quota, newEpoch: Self.newEpoch)
        return RoomParts(
            registry: registry, lobbyRoom: lobbyRoom, cluster: cluster, budgets: budgets, workers: workers,
            robots: robots, hints: hints, listed: listed, shelf: shelf)
    }

    func requestParts(_ rooms: RoomParts, _ loop: EventLoop, _ lasting: (any PersistentStore)?) -> RequestParts {
        let (services, registry, cluster) = (rooms.services, rooms.registry, rooms.cluster)
        let pairing = Pairing(registry: registry) { "g" + randomText(length: 12) }
        let lobby = LobbyService(room: rooms.lobbyRoom, services: services, pairing: pairing)
        NameKey.prepare()
        let identities = Identities(store: services.store, limits: services.limits, now: ServerClock.now)
        let moderation = moderation(loop, lasting?.shared, cluster.links)
        let greeter = Greeter(
            identities: identities, lobby: lobby, services: services, moderation: moderation,
            directory: ClientDirectory(counters: services.counters, links: cluster.links), remote: cluster.remote)
        let passwords = passwords(loop)
        let tries = AttemptLimits(shared: lasting?.shared, now: ServerClock.now)
        let known = KnownLoginAddresses(links: cluster.links)
        let accounts = AccountService(
            executor: loop.executor, services: services, identities: identities, passwords: passwords, lobby: lobby,
            greeter: greeter, tries: tries, known: known)
        let entry = RoomEntry(registry: registry, lobby: lobby, moderation: moderation, remote: cluster.remote)
        let abuse = AbuseReports(directory: directory, shared: lasting?.shared) { [log] in log.error("\($0)") }
        let analyses = analyses(services, rooms.budgets, rooms.workers, loop)
        let puzzles = puzzles(rooms.shelf, loop)
        let dispatcher = RequestDispatcher(
            services: services, greeter: greeter, entry: entry, accounts: accounts, lobby: lobby, hints: rooms.hints,
            analyses: analyses, budgets: rooms.budgets, moderation: moderation,
            abuse: AbuseService(reports: abuse, directory: greeter.directory, tries: tries), remote: cluster.remote,
            judge: puzzles.judge)
        return RequestParts(
            lobby: lobby, moderation: moderation, greeter: greeter, passwords: passwords, known: known, entry: entry,
            abuse: abuse, analyses: analyses, puzzles: puzzles, dispatcher: dispatcher)
    }

    func web(
        _ rooms: RoomParts, _ requests: RequestParts, _ route: RoomRoute, _ loop: EventLoop,
        _ lasting: (any PersistentStore)?
    ) -> HTTPRouter {
        let (services, robots, hints, analyses) = (rooms.services, rooms.robots, rooms.hints, requests.analyses)
        return HTTPRouter(
            registry: rooms.registry, listed: rooms.listed, room: route, converter: converter(loop),
            puzzles: requests.puzzles, files: files, brotli: brotli(loop), questions: rooms.cluster.questions,
            gadgets: gadgets(loop),
            health: { Self.health(lasting) },
            gate: services.gate, isClosed: requests.moderation.isClosed,
            metrics: {
                ServerFigures.families(lasting, loop, services.budget) + robots.figures + hints.figures
                    + analyses.figures
            },
            histograms: {
                [
                    ("gomoku_loop_turn_seconds", "Duration of the event loop's turns.", loop.turns),
                    (
                        "gomoku_analysis_first_line_seconds",
                        "Time from a request for an analysis until its first line.", analyses.firstLines
                    ),
                ]
            })
    }

    /// Makes the part that receives messages from other servers.
    func nodes(_ rooms: RoomParts, _ requests: RequestParts, _ route: RoomRoute) -> NodeService {
        let (services, cluster) = (rooms.services, rooms.cluster)
        return cluster.service(
            dispatcher: requests.dispatcher, lobby: requests.lobby, services: services,
            settings: options.serverSettings, greeter: requests.greeter,
            parts: SharedParts(
                counts: cluster.counts, questions: cluster.questions, budgets: rooms.budgets,
                moderation: requests.moderation, known: requests.known),
            respondent: NodeRespondent(
                directory: requests.greeter.directory, entry: requests.entry, listed: rooms.listed, route: route,
                counters: services.counters, guests: services.store.sharedGuests))
    }

    /// Makes the part that carries out the operator's commands.
    func orders(
        _ rooms: RoomParts, _ requests: RequestParts, _ loop: EventLoop, _ lasting: (any PersistentStore)?
    ) -> ControlService {
        let services = rooms.services
        let status = ServerStatus(
            loop: loop, services: services, gate: services.gate, moderation: requests.moderation,
            reports: requests.abuse, health: { Self.health(lasting) })
        return ControlService(
            executor: loop.executor, registry: rooms.registry, greeter: requests.greeter, entry: requests.entry,
            passwords: requests.passwords, moderation: requests.moderation, reports: requests.abuse,
            gate: services.gate, questions: rooms.cluster.questions, status: status.figures)
    }

    /// Starts the periodic work. Deallocating a timer cancels it.
    func timers(_ rooms: RoomParts, _ loop: EventLoop) -> [LoopTimer] {
        let (services, registry, robots) = (rooms.services, rooms.registry, rooms.robots)
        return [
            repeating(loop, PresenceNews.milliseconds) { services.presenceBatches.announce() },
            repeating(loop, RoomRegistry.sweepMilliseconds) { registry.sweep() },
            repeating(loop, ResourceBudget.milliseconds) { [self] in keepWithin(services.budget, services, loop) },
            repeating(loop, ServerClock.milliseconds) {
                ServerClock.compare(
                    isTimed: { services.rooms.all.contains { $0.room.game?.clock?.runningSince != nil } })
            },
            repeating(loop, RobotService.lookMilliseconds) { robots.startNext() },
        ]
    }

    /// Compares the use of memory and disk with the budgets. Disconnects clients if memory is used
    /// up.
    private func keepWithin(_ budget: ResourceBudget, _ services: RoomServices, _ loop: EventLoop) {
        if budget.updateLevel() {
            switch budget.level {
            case .free: log.notice("memory and disk are within their limits again")
            case .tight: log.warning("memory or disk is nearly used up; no new rooms are created")
            case .full: log.error("memory or disk is used up; only games can be changed")
            }
        }
        let freed = budget.memoryToFree
        guard freed > 0 else { return }
        let count = MemoryRelief.disconnect(loop.sockets.compactMap { MemoryRelief.Holder($0) }, toFree: freed)
        guard count > 0 else { return }
        services.counters.evictions += count
        log.warning("memory is used up; disconnected the \(count) clients that used most of it")
    }

    private func repeating(_ loop: EventLoop, _ milliseconds: Int, _ fire: @escaping () -> Void) -> LoopTimer {
        let timer = loop.timer(fire)
        timer.schedule(everyMilliseconds: milliseconds)
        return timer
    }

    private func budget(_ store: (any PersistentStore)?, _ loop: EventLoop) -> ResourceBudget {
        let directory = directory
        let (memory, disk) = (options.memoryBudget, options.diskBudget)
        func text(_ bytes: Int) -> String { bytes > 0 ? "\(bytes >> 20) MiB" : "no limit" }
        log.info("memory: \(text(memory)); disk: \(directory == nil ? "not used" : text(disk))")
        return ResourceBudget(
            memory: memory, disk: disk,
            usedMemory: { [weak loop] in
                let resident = ResourceBudget.residentBytes()
                // Ask every socket only if memory runs short, because asking takes time and the
                // kernel holds little per socket.
                return resident < memory / 2 ? resident : resident + (loop?.bytesInKernel ?? 0)
            },
            usedDisk: { (directory.map(ResourceBudget.bytes) ?? 0) + (store?.pendingBytes ?? 0) },
            giveBackFreed: FreedMemory.giveBack)
    }

    private static func newEpoch() -> String { "k" + randomText(length: 12) }

    private static func health(_ store: (any PersistentStore)?) -> Health {
        switch store?.health {
        case nil, .ok: .ok
        case .failing(_, let why): .failing(why)
        }
    }
}
