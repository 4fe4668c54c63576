import GameState
import Logging
import Nodes
import Rooms
import Web
import WebSockets
import Wire

extension LoopTimer: OneShotTimer {}

/// Connects sockets with the request handlers. It decides whether a client may connect, applies
/// rate limits, and cleans up after closed connections.
final class Server: ServerHandler {
    private let services: RoomServices
    private let settings: ServerSettings
    private let dispatcher: RequestDispatcher
    private let lobby: LobbyService
    private let web: HTTPRouter
    private let log: Logger
    private let budgets: AddressBudgets
    private let gate: Gate
    private let moderation: Moderation
    private let remote: RemoteRooms
    private let shared: SharedCounts
    private let requests = RequestIDs()
    private var hasWarnedOfProxy = false

    init(
        services: RoomServices, settings: ServerSettings, dispatcher: RequestDispatcher, lobby: LobbyService,
        web: HTTPRouter, budgets: AddressBudgets, gate: Gate, moderation: Moderation,
        remote: RemoteRooms, shared: SharedCounts, log: Logger
    ) {
        self.shared = shared
        self.remote = remote
        self.moderation = moderation
        self.gate = gate
        self.budgets = budgets
        self.services = services
        self.settings = settings
        self.dispatcher = dispatcher
        self.lobby = lobby
        self.web = web
        self.log = log
    }

    func connectionsElsewhere(of group: String) -> Int { shared.elsewhere(.connections, of: group) }
    func connectionCountChanged(_ connections: Int, of group: String) {
        shared.set(.connections, of: group, to: connections)
    }

    func accepts(_ request: UpgradeRequest) -> UpgradeRefusal? {
        if let refusal = gate.refusal { return refusal }
        guard !moderation.isBanned(address: request.remoteAddress) else {
            let refusal = HTTPRefusal.banned
            return UpgradeRefusal(status: refusal.status, code: refusal.code, message: refusal.description)
        }
        if request.isBehindUntrustedProxy, !hasWarnedOfProxy {
            hasWarnedOfProxy = true
            log.warning(
                "X-Forwarded-For or Forwarded from \(request.remoteAddress) ignored because the sender is not a trusted proxy; see --trusted-proxy"
            )
        }
        guard
            OriginCheck(allowed: settings.origins).accepts(
                origin: request.header("origin"), host: request.header("host"))
        else {
            return UpgradeRefusal(
                status: 403, code: "bad-origin",
                message: "Pages of this origin may not connect. Ask the operator to allow this origin.")
        }
        return nil
    }

    func opened(_ socket: WebSocket) {
        let now = services.now()
        socket.attach(
            ClientConnection(
                outlet: socket,
                credits: TokenBucket(burst: settings.messageBurst, perSecond: settings.messagesPerSecond, now: now),
                abuse: TokenBucket(burst: settings.abuseBurst, perSecond: 1, now: now),
                chat: TokenBucket(burst: settings.chatBurst, perSecond: 1, now: now),
                address: AddressGroup.counted(socket.remoteAddress, loopback: settings.countsLoopback),
                counters: services.counters))
        services.counters.connections += 1
        services.counters.connectionsEver += 1
    }

    func received(_ text: [UInt8], on socket: WebSocket) {
        guard let connection = socket.owner as? ClientConnection else { return }
        services.counters.messages += 1
        let now = services.now()
        if !connection.credits.spend(now: now) {
            // Read this client more slowly, which loses no message and delays only the sender.
            services.counters.ranOut(of: .messages)
            socket.pauseReading(forMilliseconds: connection.credits.wait)
        }
        let rest = budgets.payForBytes(connection, text.count, now: now)
        if rest > 0 {
            services.counters.ranOut(of: .bytes)
            socket.pauseReading(forMilliseconds: rest)
        }
        dispatcher.receive(text, from: connection, now: now)
        let wait = budgets.payForWork(connection, answered: connection.answered, now: now)
        connection.answered = 0
        if wait > 0 {
            services.counters.ranOut(of: .work)
            socket.pauseReading(forMilliseconds: wait)
        }
    }

    func receivedPart(on socket: WebSocket) {
        guard let connection = socket.owner as? ClientConnection else { return }
        let now = services.now()
        let wait = budgets.payForWork(connection, answered: 0, now: now)
        guard !connection.credits.spend(now: now) || wait > 0 else { return }
        services.counters.ranOut(of: .messages)
        socket.pauseReading(forMilliseconds: max(wait, connection.credits.wait))
    }

    func receivedOther(_ bytes: Int, on socket: WebSocket) {
        guard let connection = socket.owner as? ClientConnection else { return }
        let wait = budgets.payForBytes(connection, bytes, now: services.now())
        guard wait > 0 else { return }
        services.counters.ranOut(of: .bytes)
        socket.pauseReading(forMilliseconds: wait)
    }

    func drained(_ socket: WebSocket) {
        guard let connection = socket.owner as? ClientConnection else { return }
        services.snapshots.read(connection)
        defer { dispatcher.drained(connection) }
        guard connection.isBehind else { return }
        connection.isBehind = false
        for live in connection.rooms.all { live.refreshInTurn(connection) }
        lobby.remind(connection)
        remote.behind(connection)
    }

    func overflowed(_ socket: WebSocket) {
        guard let connection = socket.owner as? ClientConnection else { return }
        services.counters.overflows += 1
        connection.isBehind = true
    }

    func closed(_ socket: WebSocket, code: Int?, reason: String) {
        guard let connection = socket.owner as? ClientConnection else { return }
        services.counters.connections -= 1
        for live in connection.rooms.all { live.lost(connection) }
        connection.rooms.removeAll()
        lobby.lost(connection)
        dispatcher.lost(connection)
        services.snapshots.lost(connection)
        remote.lost(connection)
    }

    func received(_ request: HTTPRequest, _ exchange: HTTPExchange) {
        let id = requests.next()
        let began = services.now()
        let answer = { [log, services] (response: HTTPResponse) in
            var response = response
            response.headers.append(("x-request-id", id))
            // Operators should see failures of the server. Other answers appear at debug level
            // only.
            log.log(
                level: response.status >= 500 ? .warning : .debug, "answered",
                metadata: [
                    "request": "\(id)", "method": "\(request.method)", "path": "\(request.path.debugDescription)",
                    "status": "\(response.status)", "milliseconds": "\(services.now() - began)",
                ])
            exchange.respond(response)
        }
        guard !moderation.isBanned(address: request.remoteAddress) else { return answer(.failure(.banned)) }
        let address = AddressGroup.counted(request.remoteAddress, loopback: settings.countsLoopback)
        if let wait = budgets.payForRequest(address, now: services.now()) {
            services.counters.ranOut(of: .http)
            return answer(.failure(.rateLimited(retryAfter: (wait + 999) / 1_000)))
        }
        web.answer(request) { [budgets] response in
            if !response.isShared { budgets.payForAnswer(address, bytes: response.body.count) }
            answer(response)
        }
    }
}
