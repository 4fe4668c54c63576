import Wire
import GameState
import Logging
import WebSockets

extension LoopTimer: RoomTimer {}

/// Sockets on one side, rooms on the other: reads requests, performs what comes of them, decides nothing of the game.
final class Server: ServerHandler {
    /// What the operator has chosen.
    struct Settings {
        var limits = Limits()
        /// Messages a connection may send at once, and each second in the long run; over it, it is read more slowly.
        var messageBurst = 20_000
        var messagesPerSecond = 5_000
        /// ChatLog lines of one connection.
        var chatBurst = 8
        /// Frames that are no request before the connection is closed (1008).
        var abuseBurst = 50
        /// Origins that may connect besides the server's own host; `*` is all.
        var origins: [String] = []
    }

    static let name = "gomoku-server/0.1.0"

    let registry: RoomRegistry
    let services: RoomServices
    private let settings: Settings
    private let identities: Identities
    private let web: HTTPRouter
    let lobby: LobbyService
    /// Who answers when a hint is asked for.
    var hints: HintService?
    private let people: AccountService
    /// Who reports on finished games.
    var reports: ReportService? {
        get { web.reports }
        set { web.reports = newValue }
    }
    /// The operator's gadgets.
    var gadgets: GadgetFolder? {
        get { web.gadgets }
        set { web.gadgets = newValue }
    }
    private let log: Logger
    private var isStopping = false
    private let loop: EventLoop
    private var newsTimer: LoopTimer?
    private var sweepTimer: LoopTimer?

    init(
        loop: EventLoop, services: RoomServices, settings: Settings, files: StaticFiles, health: @escaping () -> Health,
        metrics: @escaping () -> [(name: String, help: String, value: Int)], log: Logger
    ) {
        self.loop = loop
        self.services = services
        self.settings = settings
        self.log = log
        registry = RoomRegistry(services: services) { "k" + Identities.randomText(length: 12) }
        identities = Identities(store: services.store, limits: settings.limits)
        people = AccountService(registry: registry, identities: identities, loop: loop)
        lobby = LobbyService(registry: registry) {
            "k" + Identities.randomText(length: 12)
        } newName: {
            "g" + Identities.randomText(length: 12)
        }
        web = HTTPRouter(registry: registry, files: files, health: health, metrics: metrics)
        lobby.goOn = { [unowned self] in goOn($0) }
        services.timer = { loop.timer($0) }
        people.welcome = { [unowned self] in greeted(.success($0), $1) }
        people.goOn = { [unowned self] in goOn($0) }
        people.isSeeking = { [lobby] in lobby.isSeeking($0) }
        people.renamed = { [lobby] in lobby.renamed($0) }
        newsTimer = loop.timer { [unowned self] in
            registry.tellNews()
            newsTimer?.schedule(afterMilliseconds: 500)
        }
        newsTimer?.schedule(afterMilliseconds: 500)
        sweepTimer = loop.timer { [unowned self] in
            registry.sweep()
            sweepTimer?.schedule(afterMilliseconds: RoomRegistry.idleMilliseconds / 2)
        }
        sweepTimer?.schedule(afterMilliseconds: RoomRegistry.idleMilliseconds / 2)
    }

    // MARK: sockets

    func accepts(_ request: UpgradeRequest) -> UpgradeRefusal? {
        if isStopping {
            return UpgradeRefusal(
                status: 503, code: "stopping", message: "This server is stopping. Try again in a minute.")
        }
        guard
            OriginCheck(allowed: settings.origins).accepts(
                origin: request.header("origin"), host: request.header("host"))
        else {
            return UpgradeRefusal(
                status: 403, code: "bad-origin",
                message: "Pages of this origin may not connect here. Ask the operator to allow it.")
        }
        return nil
    }

    func opened(_ socket: WebSocket) {
        let now = services.now()
        socket.owner = ClientConnection(
            outlet: socket,
            credits: TokenBucket(burst: settings.messageBurst, perSecond: settings.messagesPerSecond, now: now),
            abuse: TokenBucket(burst: settings.abuseBurst, perSecond: 1, now: now),
            chat: TokenBucket(burst: settings.chatBurst, perSecond: 1, now: now),
            address: LobbyService.counted(socket.remoteAddress))
        services.counters.connections += 1
        services.counters.connectionsEver += 1
    }

    func received(_ text: [UInt8], on socket: WebSocket) {
        guard let connection = socket.owner as? ClientConnection else { return }
        services.counters.messages += 1
        let now = services.now()
        if !connection.credits.spend(now: now) {
            // It is read more slowly: nothing is lost, and only the sender waits.
            socket.pauseReading(forMilliseconds: connection.credits.wait)
        }
        receive(text, from: connection, now: now)
    }

    func drained(_ socket: WebSocket) {
        guard let connection = socket.owner as? ClientConnection, connection.isBehind else { return }
        connection.isBehind = false
        for table in connection.tables.values { table.refresh(connection) }
        lobby.remind(connection)
    }

    func overflowed(_ socket: WebSocket) {
        guard let connection = socket.owner as? ClientConnection else { return }
        services.counters.overflows += 1
        connection.isBehind = true
    }

    func closed(_ socket: WebSocket, code: Int?, reason: String) {
        guard let connection = socket.owner as? ClientConnection else { return }
        services.counters.connections -= 1
        for table in connection.tables.values { table.lost(connection) }
        connection.tables = [:]
        lobby.lost(connection)
        socket.owner = nil
    }

    func received(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        web.answer(request) { exchange.respond($0) }
    }

    /// From now on nobody new gets in.
    func stopAccepting() {
        isStopping = true
    }

    // MARK: requests

    /// One frame of `connection`.
    func receive(_ text: [UInt8], from connection: ClientConnection, now: Int) {
        // What is asked while the answer to a hello or a join is looked up waits for it: requests are answered in
        // order.
        if connection.isWaiting {
            guard connection.early.count < settings.limits.requestsWhileLoading else {
                return connection.outlet.close(.policy, reason: "too many requests while one is looked up")
            }
            return connection.early.append(text)
        }
        do {
            perform(try Request(text, limits: settings.limits), for: connection, now: now)
        } catch {
            refuse(error, to: connection, now: now)
        }
    }

    /// Goes on with what was asked meanwhile.
    private func goOn(_ connection: ClientConnection) {
        let now = services.now()
        while let text = connection.early.first, !connection.isWaiting, connection.isOpen {
            connection.early.removeFirst()
            receive(text, from: connection, now: now)
        }
    }

    private func refuse(_ malformed: Malformed, to connection: ClientConnection, now: Int) {
        services.counters.malformed += 1
        guard connection.abuse.spend(now: now) else {
            return connection.outlet.close(.policy, reason: "too many messages that are no requests")
        }
        if let target = malformed.target, connection.stage == .known {
            let rev = connection.tables[target.room]?.room.rev ?? 0
            connection.send(.reject(room: target.room, id: target.id, target.rejection, rev: rev))
        } else {
            connection.send(.error(malformed, id: malformed.id))
        }
    }

    private func perform(_ request: Request, for connection: ClientConnection, now: Int) {
        switch request {
        case .hello(let hello): return greet(hello, connection)
        case .ping(let ping): return connection.send(.pong(at: ping.at, time: now))
        case .login(let login): return people.login(login, from: connection)
        default: break
        }
        guard connection.stage == .known else {
            return connection.send(
                .error(
                    code: .badMessage, message: "Say hello first: {\"type\":\"hello\",\"name\":\"Ann\"}.", id: nil))
        }
        switch request {
        case .hello, .login, .ping: break
        case .delta(let request):
            guard let table = connection.tables[request.room] else {
                return connection.send(
                    .reject(
                        room: request.room, id: request.id,
                        .readOnly(
                            "You are not in this room. Join it first: {\"type\":\"join\",\"room\":\"\(request.room)\"}."
                        ), rev: 0))
            }
            table.handle(request, from: connection)
        case .join(let join): enter(join, connection)
        case .leave(let leave):
            guard let table = connection.tables.removeValue(forKey: leave.room) else {
                return connection.send(
                    .error(code: .notJoined, message: "You are not in the room \(leave.room).", id: nil))
            }
            table.leave(connection)
        case .say(let say): speak(say, connection, now: now)
        case .seek(let seek): lobby.seek(seek, from: connection)
        case .unseek: lobby.unseek(connection)
        case .accept(let accept): lobby.accept(accept, from: connection)
        case .history(let request): look(request, connection)
        case .claim(let claim): people.claim(claim, from: connection)
        case .token(let request): people.token(id: request.id, from: connection)
        case .hint(let request): advise(request, connection, now: now)
        }
    }

    private func greet(_ hello: Request.Hello, _ connection: ClientConnection) {
        if connection.stage == .known {
            // A second hello: another name for the same participant.
            guard hello.token == nil || hello.token == connection.token else {
                return connection.send(
                    .error(
                        code: .badMessage,
                        message: "This connection has an identity already. Open another one for another token.",
                        id: nil))
            }
        }
        let known = Request.Hello(
            name: hello.name, token: hello.token ?? (connection.stage == .known ? connection.token : nil),
            isBot: hello.isBot)
        connection.stage = .greeting
        identities.identify(known) { [weak self] result in self?.greeted(result, connection) }
    }

    private func greeted(_ result: Result<Identities.Identity, StoreFailure>, _ connection: ClientConnection) {
        guard connection.isOpen else { return }
        switch result {
        case .failure(let failure):
            connection.stage = .new
            connection.send(
                .error(code: .unavailable, message: "The server cannot look you up just now: \(failure)", id: nil))
        case .success(let identity):
            connection.stage = .known
            connection.participant = identity.participant
            connection.token = identity.token
            connection.send(
                .welcome(
                    .init(
                        participant: identity.participant, token: identity.token, server: Self.name,
                        time: services.now(),
                        limits: settings.limits)))
            for table in connection.tables.values { table.renamed(connection) }
            lobby.welcomed(connection)
        }
        goOn(connection)
    }

    private func enter(_ join: Request.Join, _ connection: ClientConnection) {
        if let table = connection.tables[join.room] {
            guard table.room.kind == join.kind else {
                return refuseEntry(.otherKind(table.room.kind), join, connection)
            }
            return table.join(connection, knowing: join.known)
        }
        guard connection.tables.count + connection.loading.count < settings.limits.roomsPerConnection else {
            return connection.send(
                .error(
                    code: .tooManyRooms,
                    message: "One connection may be in \(settings.limits.roomsPerConnection) rooms. Leave one first.",
                    id: nil))
        }
        connection.loading.insert(join.room)
        registry.open(join.room, kind: join.kind, host: connection.participant.id) { [self] result in
            connection.loading.remove(join.room)
            guard connection.isOpen else { return }
            defer { goOn(connection) }
            switch result {
            case .success(let table):
                guard table.audience.count < settings.limits.connectionsPerRoom else {
                    connection.send(
                        .error(code: .roomFull, message: "The room \(join.room) is full. Try again later.", id: nil))
                    return
                }
                connection.tables[join.room] = table
                lobby.joined(connection, join.room)
                table.join(connection, knowing: join.known)
            case .failure(let failure): refuseEntry(failure, join, connection)
            }
        }
    }

    private func refuseEntry(_ failure: RoomRegistry.Failure, _ join: Request.Join, _ connection: ClientConnection) {
        let (code, message): (Code, String) =
            switch failure {
            case .full(let limit): (.serverFull, "This server has \(limit) rooms open already. Try again later.")
            case .busy: (.busy, "Too many want to enter \(join.room) just now. Try again in a moment.")
            case .unreadable(let why): (.unavailable, "The room \(join.room) cannot be read just now: \(why)")
            case .otherKind(let kind):
                (
                    .otherKind,
                    "The room \(join.room) is of kind \"\(kind.rawValue)\". Join it as that, or choose another name."
                )
            }
        connection.send(.error(code: code, message: message, id: nil))
    }

    private func speak(_ say: Request.Say, _ connection: ClientConnection, now: Int) {
        func refuse(_ code: Code, _ message: String) {
            connection.send(.error(code: code, message: message, id: say.id))
        }
        guard let table = connection.tables[say.room] else {
            return refuse(.notJoined, "You are not in the room \(say.room). Join it first.")
        }
        guard say.room != .lobby else {
            return refuse(.readOnly, "Nobody can talk in the lobby. Join a room to talk.")
        }
        guard !say.text.allSatisfy(\.isWhitespace) else {
            return refuse(.badMessage, "There is nothing to say in that.")
        }
        guard say.text.count <= settings.limits.chatCharacters else {
            return refuse(.tooLarge, "A chat line may have \(settings.limits.chatCharacters) characters.")
        }
        guard connection.chat.spend(now: now) else {
            return refuse(.rateLimited, "You are saying too much at once. Wait a moment.")
        }
        table.say(say, from: connection)
    }

    private func advise(_ request: Request.HintRequest, _ connection: ClientConnection, now: Int) {
        func refuse(_ refusal: HintRefusal) {
            connection.send(.error(refusal, id: request.id))
        }
        guard let table = connection.tables[request.room] else {
            return connection.send(
                .error(
                    code: .notJoined, message: "You are not in the room \(request.room). Join it first.",
                    id: request.id))
        }
        guard let hints else { return refuse(.busy) }
        guard connection.hints.spend(now: now) else { return refuse(.tooMany) }
        hints.ask(table, for: connection.participant.id) { [weak connection] answer in
            guard let connection, connection.isOpen else { return }
            switch answer {
            case .failure(let refusal):
                connection.send(.error(refusal, id: request.id))
            case .success(let found): connection.send(.hint(found.hint(in: request.room, id: request.id)))
            }
        }
    }

    private func look(_ request: Request.HistoryRequest, _ connection: ClientConnection) {
        guard let table = connection.tables[request.room] else {
            return connection.send(
                .error(
                    code: .notJoined, message: "You are not in the room \(request.room). Join it first.",
                    id: request.id))
        }
        HistoryReader(services: services).page(of: table, from: request.from, to: request.to, id: request.id) {
            result in
            switch result {
            case .success(let page): connection.send(.history(page))
            case .failure(let failure):
                connection.send(
                    .error(
                        code: .unavailable, message: "The history cannot be read just now: \(failure)", id: request.id)
                )
            }
        }
    }
}
