import Wire
import GameState
import WebSockets

/// One room that is in memory: the room itself, who is in it, and what waits for the disk.
///
/// Nothing is shown before it is durable (invariant 1). Whatever a request causes, rejections and snapshots
/// included, waits behind the appends that were on their way when it was judged, and is let out in that order.
final class LiveRoom {
    private(set) var room: Room
    private(set) var audience = Audience()
    private(set) lazy var talk = RoomChat(self, lines: earlierChat, services: services)
    private let earlierChat: [ChatLine]
    /// Names of those who sit at the board and have left, or have not come yet.
    private(set) var names: [ParticipantID: Participant] = [:]
    /// When somebody last did something here, server milliseconds.
    private(set) var touched: Int

    private let created: Int
    let services: RoomServices
    /// Appends sent to the store, and how many of them came back, in this `life` of the room.
    private var sent = 0
    private var settled = 0
    private var waiting = Queue<Waiting>()
    /// Requests that came while the room is loaded again.
    private var late: [Origin] = []
    /// Changes with every reload, so that answers to appends of an earlier life are recognised.
    private var life: Int
    private var isReloading = false
    /// Flags and absences.
    private(set) lazy var watch = GameSupervisor(self, services: services)
    /// The newest revision that was spread.
    private(set) var shown: Int

    private struct Origin {
        let request: DeltaRequest
        let sender: ClientConnection
    }

    private struct Waiting {
        /// Let out once this many appends have settled.
        let ticket: Int
        let effect: Effect
        /// The request that it is the outcome of: judged again if what it was judged on does not become durable.
        let origin: Origin?
    }

    /// What may be let out.
    private enum Effect {
        case tell(ClientConnection, Notice)
        case spread(AcceptedDelta)
        case spreadOwn(AcceptedDelta)
        case admit(ClientConnection, Notice)
        case dismiss(ClientConnection)
        case run(() -> Void)
    }

    init(_ room: Room, created: Int, chat: [ChatLine] = [], services: RoomServices) {
        earlierChat = chat
        self.room = room
        self.created = created
        self.services = services
        life = services.newLife()
        shown = room.rev
        touched = services.now()
    }

    var name: RoomName { room.name }
    private var isBusy: Bool { sent != settled || isReloading }
    /// Nobody is here and nothing is under way: it may leave memory.
    var isIdle: Bool {
        room.kind != .lobby && audience.isEmpty && !isBusy && talk.isIdle && room.game?.clock?.runningSince == nil
    }

    // MARK: coming and going

    /// Lets `connection` in: it gets what it missed, or everything, and from then on every delta.
    func join(_ connection: ClientConnection, knowing known: Request.Join.Known?) {
        touched = services.now()
        audience.announce(connection)
        watch.cameBack(connection.participant.id)
        watch.mayBeAway()
        enqueue(.admit(connection, greeting(for: connection, knowing: known)))
        tellNews(besides: connection)
        // After a restart nobody but the first who comes in wakes a robot whose turn it is.
        if !isBusy { services.settled(self) }
    }

    /// Everything anew, to one that has fallen behind or has lost count.
    func refresh(_ connection: ClientConnection) {
        enqueue(.admit(connection, greeting(for: connection, knowing: nil)))
    }

    /// Its participant has another name now.
    func renamed(_ connection: ClientConnection) {
        audience.announce(connection)
        tellNews()
    }

    func leave(_ connection: ClientConnection) {
        touched = services.now()
        enqueue(.dismiss(connection))
    }

    /// Its line is gone: nothing more can be told, so there is nothing to wait for.
    func lost(_ connection: ClientConnection) {
        touched = services.now()
        remove(connection)
        watch.mayHaveLeft(connection.participant.id)
        tellNews()
    }

    private func remove(_ connection: ClientConnection) {
        if players.contains(connection.participant.id) { remember([connection.participant]) }
        audience.remove(connection)
    }

    /// Keeps names for when their owners are not here; those who do not sit at the board any more are forgotten.
    func remember(_ people: [Participant]) {
        if names.count > Self.namesLimit {
            let players = players
            names = names.filter { players.contains($0.key) }
        }
        for person in people { names[person.id] = person }
    }

    private static let namesLimit = 16

    private func greeting(for connection: ClientConnection, knowing known: Request.Join.Known?) -> Notice {
        let own = room.ownState(of: connection.participant.id) ?? SharedState()
        if let known, known.epoch == room.epoch, case .deltas(let deltas) = room.shared.since(known.rev) {
            services.counters.resumes += 1
            let resume = Notice.Deltas.Resume(
                own: own, participants: audience.participants, seated: seated,
                chat: talk.lines(for: connection.participant.id))
            return .deltas(.init(room: name, epoch: room.epoch, deltas: deltas, resume: resume))
        }
        services.counters.joins += 1
        return .snapshot(snapshot(own: own, for: connection.participant.id))
    }

    private func snapshot(own: SharedState?, for reader: ParticipantID?) -> Notice.Snapshot {
        Notice.Snapshot(
            room: name, kind: room.kind, epoch: room.epoch, state: room.state, own: own,
            participants: audience.participants, seated: seated, host: room.host,
            chat: talk.lines(for: reader))
    }

    /// Coming and going is told at once in a small room, together in a large one.
    private func tellNews(besides newcomer: ClientConnection? = nil) {
        guard audience.hasNews else { return }
        if audience.count >= Audience.coalescingSize { return services.presenceChanged(self) }
        spreadNews(besides: newcomer)
    }

    /// Tells who has come and gone since the last time.
    func spreadNews(besides newcomer: ClientConnection? = nil) {
        guard let news = audience.news(in: name) else { return }
        let frame = Frame(news.json)
        for connection in audience.everybody where connection !== newcomer && !connection.isBehind {
            connection.outlet.send(frame)
        }
    }

    /// Calls `done` with the room as it is now, once all of it is durable.
    func durableSnapshot(_ done: @escaping (Notice.Snapshot) -> Void) {
        let snapshot = snapshot(own: nil, for: nil)
        enqueue(.run { done(snapshot) })
    }

    // MARK: deltas

    func handle(_ request: DeltaRequest, from sender: ClientConnection) {
        touched = services.now()
        guard waiting.count + late.count < services.limits.uncommittedPerRoom else {
            services.counters.rejected += 1
            // Said at once, of nothing that could be taken back: it was not judged at all.
            return sender.send(
                .reject(room: name, id: request.id, .rateLimited("deltas in this room"), rev: shown))
        }
        let origin = Origin(request: request, sender: sender)
        if isReloading { late.append(origin) } else { judge(origin) }
    }

    private func judge(_ origin: Origin) {
        let request = origin.request
        // A flag that has fallen counts before whatever comes after it.
        happened(.tick)
        defer { watch.look() }
        let sender = origin.sender
        switch room.judge(
            request, by: sender.participant.id, now: touched, lag: sender.lag, isClaimed: sender.participant.isClaimed)
        {
        case .accepted(let accepted):
            sent += 1
            waiting.append(
                Waiting(
                    ticket: sent, effect: request.scope == .shared ? .spread(accepted) : .spreadOwn(accepted),
                    origin: origin))
            append(accepted, scope: request.scope)
        case .again(let accepted):
            enqueue(
                .tell(origin.sender, .delta(room: name, accepted, scope: request.scope, again: true)), origin: origin)
        case .rejected(let rejection):
            services.counters.rejected += 1
            enqueue(
                .tell(origin.sender, .reject(room: name, id: request.id, rejection, rev: room.rev)), origin: origin)
        }
    }

    /// Something that nobody has asked for; nothing when it makes no difference.
    func happened(_ event: Room.Event) {
        guard !isReloading, let accepted = room.happened(event, now: services.now()) else { return }
        sent += 1
        waiting.append(Waiting(ticket: sent, effect: .spread(accepted), origin: nil))
        append(accepted, scope: .shared)
        watch.look()
    }

    /// Calls `done` once all that was judged so far is stored.
    func whenSettled(_ done: @escaping () -> Void) { enqueue(.run(done)) }

    private func append(_ accepted: AcceptedDelta, scope: DeltaRequest.Scope) {
        let header = RoomHeader(name: name, kind: room.kind, epoch: room.epoch, host: room.host, created: created)
        let life = life
        let append = Append(
            room: header, scope: scope, delta: accepted, snapshot: snapshot(after: accepted, scope: scope), life: life,
            finished: scope == .shared ? FinishedGame(endedBy: accepted, in: room) : nil)
        services.store.append(append) { [self] failure in
            guard life == self.life else { return }
            if let failure { return reload(after: failure, scope: scope) }
            settled += 1
            talk.roomIsStored()
            release()
        }
    }

    /// Now and then the whole state goes along, so that a long room is loaded quickly.
    private func snapshot(after accepted: AcceptedDelta, scope: DeltaRequest.Scope) -> SharedState.Archive? {
        guard accepted.rev % Self.revisionsPerSnapshot == 0 else { return nil }
        return switch scope {
        case .shared: room.state.archive
        case .own: room.ownState(of: accepted.by)?.archive
        }
    }

    private static let revisionsPerSnapshot = 256

    /// Lets out what waited for what has settled.
    private func release() {
        while let next = waiting.first, next.ticket <= settled {
            waiting.removeFirst()
            perform(next.effect)
        }
        if !isBusy { services.settled(self) }
    }

    // MARK: when the store refuses

    /// What was judged on top of the refused delta is void: the room is loaded again as it is stored, and every
    /// request whose outcome nobody has seen is judged again, or rejected when nothing can be stored.
    private func reload(after failure: AppendFailure, scope: DeltaRequest.Scope) {
        life = services.newLife()
        isReloading = true
        let void = waiting.removeAll()
        services.store.load(name) { [self] result in
            isReloading = false
            sent = 0
            settled = 0
            do {
                if let stored = try result.get() {
                    room = try Room(stored, limits: services.limits)
                } else {
                    room = Room(
                        name: name, kind: room.kind, epoch: room.epoch, host: room.host, limits: services.limits)
                }
            } catch {
                return giveUp(void, "\(error)")
            }
            if case .duplicate(let accepted) = failure { room.recall(accepted, scope: scope) }
            // Another server may have written meanwhile: everybody here hears of it, in order.
            catchUp()
            resume(void, after: failure)
        }
    }

    private func catchUp() {
        switch room.shared.since(shown) {
        case .deltas(let missed): for delta in missed { perform(.spread(delta)) }
        case .needsSnapshot:
            shown = room.rev
            for connection in audience.everybody { refresh(connection) }
        }
    }

    private func resume(_ void: [Waiting], after failure: AppendFailure) {
        let late = self.late
        self.late = []
        for one in void {
            switch (one.origin, failure) {
            case (.some(let origin), .unavailable(let why)):
                services.counters.rejected += 1
                origin.sender.send(.reject(room: name, id: origin.request.id, .readOnly(why), rev: shown))
            case (.some(let origin), _): if origin.sender.isOpen { judge(origin) }
            case (nil, _): revive(one.effect)
            }
        }
        for origin in late where origin.sender.isOpen { judge(origin) }
    }

    /// An effect that was no outcome of a delta still is to happen, on the state that is true now.
    private func revive(_ effect: Effect) {
        switch effect {
        case .admit(let connection, _): refresh(connection)
        case .tell, .dismiss, .run: enqueue(effect)
        // What happened by itself and was not stored has not happened; the watch finds it again.
        case .spread, .spreadOwn: watch.look()
        }
    }

    /// The store can't even be read: nobody is told anything that may be wrong.
    private func giveUp(_ void: [Waiting], _ why: String) {
        for origin in void.compactMap(\.origin) + late {
            origin.sender.send(
                .reject(
                    room: name, id: origin.request.id,
                    .readOnly("This room cannot be read from the store just now (\(why)). Try again later."), rev: shown
                ))
        }
        late = []
        services.broken(self)
        for connection in audience.everybody {
            connection.outlet.close(.internalError, reason: "this room cannot be read from the store")
        }
    }

    // MARK: chat

    func say(_ say: Request.Say, from sender: ClientConnection) {
        touched = services.now()
        talk.say(say, from: sender)
    }

    // MARK: effects

    private func enqueue(_ effect: Effect, origin: Origin? = nil) {
        if isBusy {
            waiting.append(Waiting(ticket: sent, effect: effect, origin: origin))
        } else {
            perform(effect)
        }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .spread(let accepted):
            shown = accepted.rev
            services.counters.deltas += 1
            services.counters.deliveries += audience.count
            audience.spread(Frame(Notice.delta(room: name, accepted, scope: .shared, again: false).json))
            if room.game?.clock != nil { watch.measureLag() }
        case .spreadOwn(let accepted):
            services.counters.deltas += 1
            audience.spread(
                Frame(Notice.delta(room: name, accepted, scope: .own, again: false).json), onlyTo: accepted.by)
        case .tell(let connection, let notice): connection.send(notice)
        case .admit(let connection, let notice):
            guard connection.isOpen else { return }
            audience.admit(connection)
            connection.send(notice)
        case .dismiss(let connection):
            remove(connection)
            watch.mayHaveLeft(connection.participant.id)
            tellNews()
        case .run(let run): run()
        }
    }
}
