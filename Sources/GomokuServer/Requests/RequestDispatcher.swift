import DequeModule
import GameState
import Robots
import Rooms
import WebSockets
import Wire

/// Parses the requests of connections and passes each to the service that handles it.
///
/// Requests of one connection are answered in order. While the answer to a request is pending
/// (``SuspendedConnection``), the connection's later requests wait.
final class RequestDispatcher {
    private let services: RoomServices
    private let greeter: Greeter
    private let entry: RoomEntry
    private let accounts: AccountService
    private let lobby: LobbyService
    private let hints: HintService
    private let analyses: AnalysisService
    private let budgets: AddressBudgets
    private let moderation: Moderation
    private let abuse: AbuseService
    private let remote: RemoteRooms
    private let judge: Judge

    /// Judges an attempt at a puzzle, now or later: nil if there is no such puzzle, a rejection if
    /// too many attempts wait. The text is the group of the client's address.
    typealias Judge = (PuzzleAttempt, String, @escaping (Result<JudgedAttempt?, Rejection>) -> Void) -> Void

    init(
        services: RoomServices, greeter: Greeter, entry: RoomEntry, accounts: AccountService, lobby: LobbyService,
        hints: HintService, analyses: AnalysisService, budgets: AddressBudgets, moderation: Moderation,
        abuse: AbuseService, remote: RemoteRooms, judge: @escaping Judge
    ) {
        self.judge = judge
        self.remote = remote
        self.moderation = moderation
        self.abuse = abuse
        self.budgets = budgets
        self.services = services
        self.greeter = greeter
        self.entry = entry
        self.accounts = accounts
        self.lobby = lobby
        self.hints = hints
        self.analyses = analyses
    }

    /// Handles one message of `connection`.
    func receive(_ text: [UInt8], from connection: ClientConnection, now: Int) {
        // The server closes all connections in a moment. Clients repeat their requests to another
        // server, with the same IDs.
        guard !services.gate.isStopping else { return }
        // Requests that already wait go first, even if this one need not wait.
        guard mustWait(connection) || !connection.pendingRequests.isEmpty else {
            return read(text, from: connection, now: now)
        }
        guard connection.pendingRequests.count < services.limits.requestsWhileLoading else {
            return connection.outlet.close(.policy, reason: "too many requests while one is waiting")
        }
        connection.pendingRequests.append(text)
        // Further requests stay in the socket, so that nothing is lost and the server stores
        // nothing more.
        if connection.pendingRequests.count >= Self.earlyLimit { connection.outlet.stopReading() }
    }

    /// Cleans up after a closed connection.
    func lost(_ connection: ClientConnection) {
        greeter.directory.remove(connection)
        analyses.stop(connection)
        budgets.refund(connection)
    }

    /// The number of waiting requests at which the server stops reading a connection.
    private static let earlyLimit = 16

    /// Whether an earlier answer is pending, or the client has too many unread bytes.
    private func mustWait(_ connection: ClientConnection) -> Bool {
        connection.isSuspended || connection.outlet.hasUnsent(over: services.limits.unreadBytes)
    }

    /// Handles waiting requests after the client has read everything it was sent.
    func drained(_ connection: ClientConnection) { resume(connection) }

    private func read(_ text: [UInt8], from connection: ClientConnection, now: Int) {
        do {
            let request = try Request(text, limits: services.limits)
            guard mayStore(request, bytes: text.count, connection, now: now) else { return }
            if connection.isKnown, remote.takes(request, text, from: connection, { hold(connection) }) { return }
            perform(request, for: connection, now: now)
        } catch {
            if remote.takes(error, text, from: connection) { return }
            refuse(error, to: connection, now: now)
        }
    }

    /// Suspends the connection until the hold is finished.
    private func hold(_ connection: ClientConnection, finished: @escaping () -> Void = {}) -> SuspendedConnection {
        SuspendedConnection(connection, counters: services.counters) { [self] in
            finished()
            resume($0)
        }
    }

    /// Handles the waiting requests.
    private func resume(_ connection: ClientConnection) {
        // A hold that finishes inside the loop below leaves the rest to that loop.
        guard !connection.isCatchingUp else { return }
        connection.isCatchingUp = true
        while let text = connection.pendingRequests.first, connection.isOpen, !mustWait(connection) {
            connection.pendingRequests.removeFirst()
            read(text, from: connection, now: services.now())
        }
        connection.isCatchingUp = false
        if connection.pendingRequests.isEmpty { connection.outlet.resumeReading() }
    }

    private func refuse(_ malformed: Malformed, to connection: ClientConnection, now: Int) {
        services.counters.malformed += 1
        guard connection.abuse.spend(now: now) else {
            services.counters.ranOut(of: .malformed)
            return connection.outlet.close(.policy, reason: "too many invalid messages")
        }
        if let target = malformed.target, connection.isKnown {
            let rev = connection.rooms[target.room]?.room.rev ?? 0
            connection.send(.reject(room: target.room, id: target.id, target.rejection, rev: rev))
        } else {
            connection.send(.error(malformed, id: malformed.id))
        }
    }

    private func perform(_ request: Request, for connection: ClientConnection, now: Int) {
        services.counters.performed(request)
        switch request {
        case .delta(let request): change(request, connection)
        case .ping(let ping):
            let live = ping.room.flatMap { connection.rooms[$0] }
            connection.send(.pong(at: ping.at, time: now, lag: live?.lags(for: connection.participant.id)))
        case .hello(let hello): greeter.greet(hello, connection, hold(connection))
        case .login(let login): accounts.login(login, from: connection, hold(connection))
        case _ where !connection.isKnown: refuseUnknown(connection)
        case .join(let join):
            let began = Histogram.now()
            entry.enter(
                join, connection, hold(connection) { [services] in services.counters.joinings.add(since: began) })
        case .leave(let request): leave(request.room, connection)
        case .say(let say): speak(say, connection, now: now)
        case .seek(let seek): lobby.seek(seek, from: connection, hold(connection))
        case .unseek: lobby.unseek(connection)
        case .accept(let accept): lobby.accept(accept, from: connection, hold(connection))
        case .history(let request): sendHistory(request, connection, hold(connection))
        case .claim(let claim): accounts.claim(claim, from: connection, hold(connection))
        case .token(let request): accounts.token(request, from: connection)
        case .password(let change): accounts.change(change, from: connection, hold(connection))
        case .rename(let rename): accounts.rename(rename, from: connection, hold(connection))
        case .delete(let deletion): accounts.delete(deletion, from: connection, hold(connection))
        case .sessions(let request): accounts.list(id: request.id, from: connection, hold(connection))
        case .signout(let request): accounts.signOut(request, from: connection, hold(connection))
        case .hint(let request): advise(request, connection, now: now)
        case .analyse(let request): analyse(request, connection, now: now)
        case .cursor(let cursor): room(cursor.room, of: connection, id: nil)?.moveCursor(cursor.place, of: connection)
        case .invite(let invite): self.invite(invite, connection, now: now)
        case .report(let report):
            guard let live = room(report.room, of: connection, id: report.id) else { return }
            abuse.keep(report, in: live, from: connection, now: now)
        }
    }

    private func refuseUnknown(_ connection: ClientConnection) {
        connection.send(.error(RequestRefusal.unknown, id: nil))
    }

    /// Returns the room called `name` if `connection` is in it. Otherwise answers with an error.
    private func room(_ name: RoomName, of connection: ClientConnection, id: String?) -> LiveRoom? {
        if let live = connection.rooms[name] { return live }
        connection.send(.error(RequestRefusal.notJoined(name), id: id))
        return nil
    }

    // MARK: requests to a room

    /// Whether the client's address may store `bytes` more bytes. If not, answers with the time to
    /// wait.
    private func mayStore(_ request: Request, bytes: Int, _ connection: ClientConnection, now: Int) -> Bool {
        func wait() -> Int? {
            let wait = budgets.payForStorage(connection, bytes: bytes, now: now)
            if wait != nil { services.counters.ranOut(of: .storage) }
            return wait
        }
        switch request {
        case .delta(let delta):
            guard let wait = wait() else { return true }
            services.counters.rejected += 1
            let rev = connection.rooms[delta.room]?.broadcastRev ?? 0
            connection.send(
                .reject(
                    room: delta.room, id: delta.id, .rateLimited("bytes from your address", retryAfter: wait), rev: rev)
            )
            return false
        case .say(let say):
            guard let wait = wait() else { return true }
            connection.send(.error(RequestRefusal.addressBytes(retryAfter: wait), id: say.id))
            return false
        default: return true
        }
    }

    private func change(_ request: DeltaRequest, _ connection: ClientConnection) {
        if let live = connection.rooms[request.room] {
            if request.room == .puzzles, let attempt = PuzzleAttempt(in: request.delta) {
                return change(request, attempt, connection)
            }
            return live.handle(request, from: connection)
        }
        guard connection.isKnown else { return refuseUnknown(connection) }
        let join = "{\"type\":\"join\",\"room\":\"\(request.room)\"}"
        connection.send(
            .reject(
                room: request.room, id: request.id, .readOnly("You are not in this room. Join it first: \(join)."),
                rev: 0))
    }

    /// Judges the attempt, then applies the change to the record of puzzles. Later requests of the
    /// connection wait until then.
    private func change(_ request: DeltaRequest, _ attempt: PuzzleAttempt, _ connection: ClientConnection) {
        let hold = hold(connection)
        judge(attempt, connection.group) { result in
            defer { hold.finish() }
            // The record may have been evicted or have moved meanwhile. The client sends the
            // attempt again.
            guard connection.isOpen, let live = connection.rooms[request.room] else { return }
            switch result {
            case .success(let judged): live.handle(request, from: connection, attempt: judged)
            case .failure(let rejection):
                connection.send(
                    .reject(room: request.room, id: request.id, rejection, rev: live.broadcastRev))
            }
        }
    }

    private func leave(_ name: RoomName, _ connection: ClientConnection) {
        guard let live = connection.rooms.remove(name) else {
            return connection.send(.error(RequestRefusal.notJoined(name), id: nil))
        }
        live.leave(connection)
    }

    private func speak(_ say: Request.Say, _ connection: ClientConnection, now: Int) {
        func refuse(_ refusal: SayRefusal) { connection.send(.error(refusal, id: say.id)) }
        let limits = services.limits
        guard let live = room(say.room, of: connection, id: say.id) else { return }
        guard !say.room.isReserved else { return refuse(.withoutChat) }
        if let wait = moderation.muted(connection.participant.id) {
            return refuse(.muted(retryAfter: Moderation.retryAfter(wait)))
        }
        guard !say.text.allSatisfy(\.isWhitespace) else { return refuse(.nothing) }
        guard say.text.utf8.count <= limits.chatBytes else { return refuse(.tooManyBytes(limit: limits.chatBytes)) }
        guard say.text.allSatisfy({ $0.unicodeScalars.count <= limits.characterScalars }) else {
            return refuse(.tooManyMarks(limit: limits.characterScalars - 1))
        }
        guard say.text.count <= limits.chatCharacters else {
            return refuse(.tooManyCharacters(limit: limits.chatCharacters))
        }
        let backlog = live.audience.isBacklogFull ? Rejection.backlogMilliseconds : nil
        if let wait = chatWait(of: connection, backlog: backlog, now: now) { return refuse(.tooMuch(retryAfter: wait)) }
        live.say(say, from: connection)
    }

    /// Pays for a message that other participants read. Returns the time in milliseconds after
    /// which the connection may try again, or nil if it has paid.
    private func chatWait(of connection: ClientConnection, backlog: Int? = nil, now: Int) -> Int? {
        let hasCredit = connection.chat.spend(now: now)
        let wait = hasCredit ? backlog ?? budgets.payForChat(connection, now: now) : connection.chat.wait
        if wait != nil { services.counters.ranOut(of: .chat) }
        return wait
    }

    private func invite(_ invite: Request.Invite, _ connection: ClientConnection, now: Int) {
        func refuse(_ refusal: InviteRefusal) { connection.send(.error(refusal, id: invite.id)) }
        guard let live = room(invite.room, of: connection, id: invite.id) else { return }
        guard let game = live.room.game else { return refuse(.noGame) }
        guard game.sits(connection.participant.id) else { return refuse(.notSeated) }
        guard game.isOver || !game.terms.isRated else { return refuse(.rated) }
        if let wait = moderation.muted(connection.participant.id) {
            return refuse(.muted(retryAfter: Moderation.retryAfter(wait)))
        }
        if let wait = chatWait(of: connection, now: now) { return refuse(.tooMany(retryAfter: wait)) }
        let (by, invitation) = (connection.participant.id, invite.invitation)
        live.sendToPlayers(.invited(.init(room: invite.room, id: invite.id, by: by, invitation: invitation)))
    }

    private func advise(_ request: Request.HintRequest, _ connection: ClientConnection, now: Int) {
        func refuse(_ refusal: HintRefusal) {
            connection.send(.error(refusal, id: request.id))
        }
        guard let live = room(request.room, of: connection, id: request.id) else { return }
        guard connection.hints.spend(now: now) else {
            services.counters.ranOut(of: .hints)
            return refuse(.tooMany(retryAfter: connection.hints.wait))
        }
        hints.ask(live, for: connection.participant.id, from: connection.group) { [weak connection] answer in
            guard let connection, connection.isOpen else { return }
            switch answer {
            case .failure(let refusal):
                connection.send(.error(refusal, id: request.id))
            case .success(let found): connection.send(.hint(found.hint(in: request.room, id: request.id)))
            }
        }
    }

    private func analyse(_ request: Request.Analyse, _ connection: ClientConnection, now: Int) {
        guard request.order == nil || connection.analyses.spend(now: now) else {
            services.counters.ranOut(of: .analyses)
            let refusal = AnalysisRefusal.tooMany(retryAfter: connection.analyses.wait)
            return connection.send(.error(refusal, id: request.id))
        }
        analyses.perform(request, for: connection)
    }

    /// Sends one page of the history. Later requests wait, so that a client that asks for many
    /// pages gets one at a time.
    private func sendHistory(
        _ request: Request.HistoryRequest, _ connection: ClientConnection, _ hold: SuspendedConnection
    ) {
        guard let live = room(request.room, of: connection, id: request.id) else { return hold.finish() }
        HistoryReader(services: services).page(of: live, from: request.from, to: request.to, id: request.id) {
            connection.isOpen
        } _: { result in
            defer { hold.finish() }
            switch result {
            case .success(let page): connection.send(.history(page))
            case .failure(let failure):
                connection.send(
                    .error(
                        code: .unavailable, message: "The history cannot be read right now: \(failure)", id: request.id)
                )
            }
        }
    }
}
