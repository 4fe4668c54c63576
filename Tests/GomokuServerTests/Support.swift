import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuServer
@testable import Nodes
@testable import Robots
@testable import Rooms
@testable import WebSockets

/// A client that only receives, and records its messages.
final class RecordingOutlet: Outlet {
    var isOpen = true
    private(set) var heard: [JSON] = []
    private(set) var closedWith: CloseCode?
    /// The result of the next measurement, and the number of measurements requested.
    var roundTripMilliseconds: Int?
    private(set) var measurements = 0

    /// The bytes that the client has not read yet, as set by the test.
    var unsentBytes = 0
    private(set) var isReading = true

    func hasUnsent(over bytes: Int) -> Bool { unsentBytes > bytes }
    func stopReading() { isReading = false }
    func resumeReading() { isReading = true }

    func measureRoundTrip() { measurements += 1 }

    func send(_ frame: Frame) {
        guard let json = try? JSONParser.parse(Array(frame.wire[frame.payloadStart...])) else {
            Issue.record("a frame that is not JSON")
            return
        }
        heard.append(json)
    }

    func close(_ code: CloseCode, reason: String) {
        isOpen = false
        closedWith = code
    }

    /// Returns the messages since the last call, in the form `type:rev` or `type:code`.
    func news() -> [String] {
        defer { heard = [] }
        return heard.map { message in
            let detail = message["code"]?.string ?? message["rev"]?.integer.map(String.init) ?? ""
            return "\(message["type"]?.string ?? "?"):\(detail)" + (message["again"] == nil ? "" : ":again")
        }
    }
}

/// A store that performs its operations only when the test says so, and can fail them.
final class HeldStore: RoomStore {
    let inner = MemoryStore()
    private var held: [(append: Append, done: (AppendFailure?) -> Void)] = []
    private var heldLoads: [() -> Void] = []
    private var heldLooks: [(answer: () -> Void, fail: (StoreFailure) -> Void)] = []
    var holdsAppends = true
    var holdsLoads = false
    /// Whether lookups of participants, accounts, ratings, history and lists of rooms, and loads of
    /// rooms, wait for ``answerLooks(failing:)``.
    var holdsLooks = false

    var pending: Int { held.count }

    /// Releases the waiting appends without a result, as a server that stops does.
    func drop() { held = [] }

    /// Performs the oldest appends, or fails them.
    func release(_ count: Int = .max, failing failure: AppendFailure? = nil) {
        for _ in 0..<min(count, held.count) {
            let one = held.removeFirst()
            if let failure { one.done(failure) } else { inner.append(one.append, one.done) }
        }
    }

    func releaseLoads() {
        let loads = heldLoads
        heldLoads = []
        for load in loads { load() }
    }

    /// Answers the held lookups, or fails them.
    func answerLooks(failing failure: StoreFailure? = nil) {
        let looks = heldLooks
        heldLooks = []
        for look in looks {
            if let failure { look.fail(failure) } else { look.answer() }
        }
    }

    /// Releases the held lookups without an answer, as a server that stops does.
    func dropLooks() { heldLooks = [] }

    var pendingLooks: Int { heldLooks.count }

    func look<Value>(
        _ done: @escaping (Result<Value, StoreFailure>) -> Void,
        _ ask: @escaping (@escaping (Result<Value, StoreFailure>) -> Void) -> Void
    ) {
        guard holdsLooks else { return ask(done) }
        heldLooks.append((answer: { ask(done) }, fail: { done(.failure($0)) }))
    }

    func append(_ append: Append, _ done: @escaping (AppendFailure?) -> Void) {
        if holdsAppends { held.append((append, done)) } else { inner.append(append, done) }
    }

    func load(_ room: RoomName, _ done: @escaping (Result<StoredRoom?, StoreFailure>) -> Void) {
        if holdsLoads { return heldLoads.append { [inner] in inner.load(room, done) } }
        look(done) { [inner] in inner.load(room, $0) }
    }

    func storeChat(
        _ line: ChatMessage, in room: RoomName, epoch: String, limit: Int, _ done: @escaping (StoreFailure?) -> Void
    ) { inner.storeChat(line, in: room, epoch: epoch, limit: limit, done) }
    func storeOrder(
        _ people: [ParticipantID], in room: RoomName, epoch: String, _ done: @escaping (StoreFailure?) -> Void
    ) { inner.storeOrder(people, in: room, epoch: epoch, done) }
    func history(
        _ room: RoomName, from: Int, to: Int, limit: Int, bytes: Int,
        _ done: @escaping (Result<[AcceptedDelta], StoreFailure>) -> Void
    ) { look(done) { [inner] in inner.history(room, from: from, to: to, limit: limit, bytes: bytes, $0) } }
    func rooms(
        before: Int?, limit: Int, listedOnly: Bool, _ done: @escaping (Result<[RoomSummary], StoreFailure>) -> Void
    ) { look(done) { [inner] in inner.rooms(before: before, limit: limit, listedOnly: listedOnly, $0) } }
    func participant(tokenHash: [UInt8], _ done: @escaping (Result<Participant?, StoreFailure>) -> Void) {
        look(done) { [inner] in inner.participant(tokenHash: tokenHash, $0) }
    }
    func participants(_ ids: [ParticipantID], _ done: @escaping (Result<[Participant], StoreFailure>) -> Void) {
        inner.participants(ids, done)
    }
    func add(_ guest: StoredParticipant, _ done: @escaping () -> Void) { inner.add(guest, done) }
    func save(_ participant: StoredParticipant, _ done: @escaping (StoreFailure?) -> Void) {
        inner.save(participant, done)
    }
    func close(_ done: @escaping () -> Void) { done() }
}

/// Puzzles whose attempts wait until the test answers them.
final class HeldPuzzles {
    private(set) var asked: [PuzzleAttempt] = []
    private var held: [(Result<JudgedAttempt?, Rejection>) -> Void] = []

    func ask(_ attempt: PuzzleAttempt, _ done: @escaping (Result<JudgedAttempt?, Rejection>) -> Void) {
        asked.append(attempt)
        held.append(done)
    }

    /// Answers the oldest attempt.
    func answer(_ result: Result<JudgedAttempt?, Rejection>) { held.removeFirst()(result) }
}

/// All parts of a server except its sockets, with a clock that the test moves.
final class TestServer {
    /// Server time, milliseconds.
    private final class Clock {
        var time = 1_000
    }

    /// The hashing in progress: the ticket of one password, or nil.
    private final class Bench {
        var ticket: Int?
    }

    /// A timer that never fires.
    private final class NoTimer: OneShotTimer {
        func schedule(afterMilliseconds delay: Int) {}
        func cancel() {}
    }

    let store = HeldStore()
    let services: RoomServices
    let registry: RoomRegistry
    let lobby: LobbyService
    let dispatcher: RequestDispatcher
    let moderation: Moderation
    let known = KnownLoginAddresses()
    /// The puzzles for attempts.
    let puzzles = HeldPuzzles()
    private let passwords: PasswordHasher
    private let bench = Bench()
    private let clock = Clock()

    var time: Int {
        get { clock.time }
        set { clock.time = newValue }
    }

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - waitingPasswords: The number of passwords that may wait to be hashed. ``hashOne()``
    ///     finishes one.
    ///   - network: The network of other servers.
    ///   - racePuzzles: The puzzles of races.
    init(
        limits: Limits = Limits(), waitingPasswords: Int = 4, budget: ResourceBudget = .unlimited,
        roomsPerIdentity: Int = 1_000,
        roomsPerAddress: Int = 1_000, storageBytes: Int = 0, network: any NodeNetwork = SingleNode(),
        racePuzzles: (any RacePuzzles)? = nil
    ) {
        let (clock, rooms, news) = (clock, RoomDirectory(), PresenceNews(timer: { _ in NoTimer() }))
        let links = Cluster.links(network)
        func services(_ store: any RoomStore, _ observers: [any RoomObserver]) -> RoomServices {
            RoomServices(
                store: store, limits: limits, now: { clock.time }, timer: { _ in NoTimer() }, links: links,
                rooms: rooms, news: news, budget: budget, racePuzzles: racePuzzles, observers: observers)
        }
        let lobbyRoom = LobbyRoom(services: services(MemoryStore(), []), epoch: "k0")
        rooms.add(lobbyRoom.live)
        let cluster = Cluster(network, links, lobbyRoom, guests: nil) { _ in NoTimer() }
        if !network.isShared { cluster.lobby.find() }
        let games = GameList(in: lobbyRoom, rooms: rooms, store: store, now: { clock.time })
        let quota = RoomQuota(perIdentity: roomsPerIdentity, perAddress: roomsPerAddress)
        let all = services(store, [games, quota])
        self.services = all
        var epochs = 0
        registry = RoomRegistry(services: all, quota: quota) {
            epochs += 1
            return "k\(epochs)"
        }
        var names = 0
        let pairing = Pairing(registry: registry) {
            names += 1
            return "g\(names)"
        }
        lobby = LobbyService(room: lobbyRoom, services: all, pairing: pairing)
        passwords = PasswordHasher(limit: waitingPasswords) { [bench] ticket, _ in bench.ticket = ticket }
        let identities = Identities(store: store, limits: limits, now: { clock.time })
        moderation = Moderation(directory: nil, now: { clock.time }, answers: Mailbox())
        let greeter = Greeter(
            identities: identities, lobby: lobby, services: all, moderation: moderation,
            directory: ClientDirectory(counters: all.counters),
            remote: cluster.remote)
        let tries = AttemptLimits(shared: nil, now: { clock.time })
        dispatcher = RequestDispatcher(
            services: all, greeter: greeter,
            entry: RoomEntry(registry: registry, lobby: lobby, moderation: moderation, remote: cluster.remote),
            accounts: AccountService(
                executor: LoopExecutor(), services: all, identities: identities, passwords: passwords, lobby: lobby,
                greeter: greeter, tries: tries, known: known),
            lobby: lobby, hints: HintService(workers: RobotWorkers(count: 0), slots: 1, answers: Mailbox()),
            analyses: AnalysisService(
                workers: RobotWorkers(count: 0), slots: 1,
                rights: AnalysisRights(mayAnalyse: all.mayAnalyse, wait: { _ in nil }, charge: { _, _ in }),
                results: Mailbox()),
            budgets: AddressBudgets(storageBytes: storageBytes), moderation: moderation,
            abuse: AbuseService(
                reports: AbuseReports(directory: nil) { _ in }, directory: greeter.directory, tries: tries),
            remote: cluster.remote,
            judge: { [puzzles] attempt, _, done in puzzles.ask(attempt, done) })
    }

    /// Finishes the current hash with a wrong password. Returns false if there is none.
    func hashOne() -> Bool {
        guard let ticket = bench.ticket else { return false }
        bench.ticket = nil
        passwords.finished(.init(ticket: ticket, finding: .matched(false)))
        return true
    }

    func connection(_ name: String, address: String? = nil) -> (ClientConnection, RecordingOutlet) {
        let outlet = RecordingOutlet()
        let credits = TokenBucket(burst: 1_000, perSecond: 1_000, now: 0)
        let connection = ClientConnection(
            outlet: outlet, credits: credits, abuse: credits, chat: credits, address: address)
        connection.isKnown = true
        connection.participant = Participant(id: ParticipantID(name), name: name)
        return (connection, outlet)
    }

    /// Returns a hold without a waiting request.
    func hold(_ connection: ClientConnection) -> SuspendedConnection {
        SuspendedConnection(connection, counters: services.counters) { _ in }
    }

    func live(_ kind: RoomKind = .open, named name: String = "r") throws -> LiveRoom {
        let name = try #require(RoomName(name))
        return LiveRoom(
            Room(name: name, kind: kind, epoch: "k", host: ParticipantID("ann"), limits: services.limits), created: 0,
            services: services)
    }
}

func put(_ id: String, _ key: String, _ value: String, base: Int? = nil, guards: DeltaRequest.Guard = .none) throws
    -> DeltaRequest
{
    DeltaRequest(
        room: try #require(RoomName("r")), id: id, base: base, guards: guards,
        delta: Delta(changes: [.init(key, .string(value))]))
}
