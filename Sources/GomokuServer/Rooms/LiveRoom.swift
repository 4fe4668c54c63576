import GameState
import WebSockets
import Wire

/// One room that is in memory: the room itself, who is in it, and what waits for the disk.
///
/// What there is to decide is decided by values: the ``Room`` judges, the ``CommitPipeline`` says what may be shown
/// when, the ``Audience`` who gets it, ``RoomChat`` and ``GameSupervisor`` what is said and what happens by itself. Here
/// is done what they say.
final class LiveRoom {
    /// Who has asked for a delta; an object, because it waits in several places on its way.
    final class Origin {
        let request: DeltaRequest
        let sender: ClientConnection
        let asked = Histogram.now()

        init(request: DeltaRequest, sender: ClientConnection) {
            self.request = request
            self.sender = sender
        }
    }

    // Its extensions change these, and nobody else. These values return what is to be done and call nobody, so that
    // none is ever used by two at a time: tests' builds find that out at each step of each delta, the server's do not.
    var room: Room
    var chat: RoomChat
    var pipeline: CommitPipeline<Origin, RoomEffect>
    /// When somebody last did something here, server milliseconds.
    var touched: Int
    /// The newest revision that was spread.
    var shown: Int

    let services: RoomServices
    var audience: Audience
    private(set) var names = SeatNames()
    var stateText = StateText()
    private let created: Int
    private var supervisor = GameSupervisor()
    private var departures: Departures
    private var alarms = RoomAlarms()
    /// Another server serves it.
    var isMoved = false
    /// Whether the store is being told who came after whom.
    private var isKeepingOrder = false

    /// - Parameter order: who was in it before, the first first.
    init(
        _ room: Room, created: Int, chat: [ChatLine] = [], order: [ParticipantID] = [], services: RoomServices
    ) {
        self.room = room
        audience = Audience(order: order)
        self.created = created
        self.services = services
        self.chat = RoomChat(lines: chat, limit: services.limits.chatPerRoom, isStored: room.rev > 0)
        pipeline = CommitPipeline(life: services.newLife())
        shown = room.rev
        touched = services.now()
        departures = Departures(opened: touched)
    }

    var name: RoomName { room.name }
    /// Nobody is here and nothing is under way: it may leave memory.
    var isIdle: Bool {
        room.kind != .lobby && audience.isEmpty && !pipeline.isBusy && chat.isIdle
            && room.game?.clock?.runningSince == nil
    }

    // MARK: coming and going

    /// Lets `connection` in: it gets what it missed, or everything, and from then on every delta.
    func join(_ connection: ClientConnection, knowing known: Request.Join.Known?) {
        touched = services.now()
        audience.announce(connection)
        perform(supervisor.cameBack(connection.participant.id, room.game))
        lookForPlayers()
        enqueue(.admit(connection, greeting(for: connection, knowing: known)))
        keepOrder()
        tellNews(besides: connection)
        // After a restart nobody but the first who comes in wakes a robot whose turn it is.
        if !pipeline.isBusy { services.tell(.settled(self)) }
    }

    /// Everything anew, to one that has fallen behind or has lost count; nothing before that.
    func refresh(_ connection: ClientConnection) {
        audience.withhold(connection)
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
        dismiss(connection)
    }

    private func dismiss(_ connection: ClientConnection) {
        let player = connection.participant.id
        if players.contains(player) { remember([connection.participant]) }
        audience.remove(connection)
        if players.contains(player), !audience.isPresent(player) { departures.left(player, at: services.now()) }
        perform(supervisor.mayHaveLeft(connection.participant.id, room, audience, now: services.now()))
        tellNews()
    }

    /// Players may be away whom nobody has seen leave.
    func lookForPlayers() {
        perform(supervisor.mayBeAway(players, room, audience, now: services.now()))
    }

    /// Keeps names for when their owners are not here.
    func remember(_ people: [Participant]) { names.remember(people, besides: players) }

    /// Has the store keep who came after whom, once it has the room; one time after the other, however many come.
    private func keepOrder() {
        guard shown > 0, room.kind != .lobby, !isKeepingOrder, services.budget.level < .full,
            let order = audience.orderToKeep()
        else { return }
        isKeepingOrder = true
        services.store.keepOrder(order, in: name, epoch: room.epoch) { [weak self] _ in
            self?.isKeepingOrder = false
            self?.keepOrder()
        }
    }

    /// Coming and going is told at once in a small room, together in a larger one.
    private func tellNews(besides newcomer: ClientConnection? = nil) {
        guard audience.hasNews else { return }
        switch audience.count {
        case ..<Audience.crowdSize: spreadNews(besides: newcomer)
        case ..<Audience.coalescingSize: services.news.addSoon(self)
        default: services.news.add(self)
        }
    }

    /// Tells who has come and gone since the last time.
    func spreadNews(besides newcomer: ClientConnection? = nil) {
        guard let news = audience.news(in: name) else { return }
        audience.spread(news.frame, besides: newcomer)
    }

    // MARK: deltas

    func handle(_ request: DeltaRequest, from sender: ClientConnection) {
        touched = services.now()
        guard pipeline.count < services.limits.uncommittedPerRoom else {
            services.counters.rejected += 1
            // Said at once, of nothing that could be taken back: it was not judged at all.
            return sender.send(
                .reject(room: name, id: request.id, .rateLimited("deltas in this room"), rev: shown))
        }
        guard mayGrow(by: request, of: sender.participant.id) else {
            services.counters.ranOut(of: .memory)
            services.counters.rejected += 1
            return sender.send(
                .reject(
                    room: name, id: request.id,
                    .readOnly("This server has used up its memory or disk. Games go on; try again later."), rev: shown))
        }
        judge(Origin(request: request, sender: sender))
    }

    /// Games go on whatever happens, and who repeats a request gets its answer; what anybody may fill with anything has
    /// to wait while there is no place.
    private func mayGrow(by request: DeltaRequest, of sender: ParticipantID) -> Bool {
        guard services.budget.level == .full else { return true }
        guard request.scope == .shared else { return false }
        return room.kind == .gomoku || room.shared.accepted(request.id, by: sender) != nil
    }

    func judge(_ origin: Origin) {
        guard !pipeline.holdsBack(origin) else { return }
        // A flag that has fallen counts before whatever comes after it.
        if room.isTimed { happened(.tick) }
        defer { superviseGame() }
        let (request, sender) = (origin.request, origin.sender)
        switch room.judge(
            request, by: sender.participant.id, now: touched, lag: sender.lag, isClaimed: sender.participant.isClaimed,
            goneFor: request.delta[.game] == nil
                ? .init(both: nil) : departures.goneFor(room.game, audience, now: touched))
        {
        case .accepted(let accepted):
            let effect: RoomEffect = request.scope == .shared ? .spread(accepted) : .spreadOwn(accepted)
            append(accepted, scope: request.scope, showing: effect, of: origin)
        case .again(let accepted):
            enqueue(.tell(sender, .delta(room: name, accepted, scope: request.scope, again: true)), of: origin)
        case .rejected(let rejection):
            services.counters.rejected += 1
            enqueue(.tell(sender, .reject(room: name, id: request.id, rejection, rev: room.rev)), of: origin)
        }
    }

    /// Something that nobody has asked for; nothing when it makes no difference.
    func happened(_ event: Room.Event) {
        guard !pipeline.isReloading, let accepted = room.happened(event, now: services.now()) else { return }
        append(accepted, scope: .shared, showing: .spread(accepted), of: nil)
        superviseGame()
    }

    /// Calls `done` once all that was judged so far is stored; with false when that can't be known any more.
    func whenSettled(_ done: @escaping (Bool) -> Void) { enqueue(.settled(done)) }

    /// Calls `done` with the room as it is now, once all of it is durable; with nil when it cannot be read any more.
    func durableSnapshot(_ done: @escaping (Notice.Snapshot?) -> Void) {
        enqueue(.snapshot(snapshot(own: nil, for: nil), done))
    }

    private func append(
        _ accepted: AcceptedDelta, scope: DeltaRequest.Scope, showing effect: RoomEffect, of origin: Origin?
    ) {
        pipeline.append(showing: effect, of: origin)
        services.budget.took(accepted.size)
        if scope == .shared { stateText.forget() }
        let life = pipeline.life
        let append = room.append(accepted, scope: scope, created: created, life: life)
        let judged = Histogram.now()
        services.store.append(append) { [self] failure in
            if let failure { return reload(after: failure, scope: scope, life: life) }
            services.counters.commits.add(since: judged)
            settle(life)
            if let origin { services.counters.acknowledgements.add(since: origin.asked) }
        }
    }

    private func settle(_ life: Int) {
        guard pipeline.settle(life: life) else { return }
        for line in chat.roomIsStored() { keep(line) }
        while let effect = pipeline.next() { perform(effect) }
        keepOrder()
        if !pipeline.isBusy { services.tell(.settled(self)) }
    }

    // MARK: what its parts say

    func enqueue(_ effect: RoomEffect, of origin: Origin? = nil) {
        if let effect = pipeline.enqueue(effect, of: origin) { perform(effect) }
    }

    func perform(_ effect: RoomEffect) {
        switch effect {
        case .spread(let accepted):
            shown = accepted.rev
            // Who has sent it is known to all before, but in a large room.
            if audience.hasNews, audience.count < Audience.coalescingSize { spreadNews() }
            services.counters.deltas += 1
            services.counters.deliveries += audience.count
            audience.spread(Notice.delta(room: name, accepted, scope: .shared, again: false).frame)
            if room.isTimed, let player = GameSupervisor.toMeasure(room.game) { audience.measureRoundTrip(to: player) }
        case .spreadOwn(let accepted):
            services.counters.deltas += 1
            audience.spread(
                Notice.delta(room: name, accepted, scope: .own, again: false).frame, onlyTo: accepted.by)
        case .tell(let connection, let notice): connection.send(notice)
        case .admit(let connection, let notice):
            guard connection.isOpen else { return }
            audience.admit(connection)
            connection.send(notice)
        case .dismiss(let connection): dismiss(connection)
        case .settled(let done): done(true)
        case .snapshot(let snapshot, let done): done(snapshot)
        }
    }

    func superviseGame() {
        guard room.isTimed || supervisor.isFlagSet else { return }
        perform(supervisor.look(at: room.game, now: services.now()))
    }

    private func perform(_ effects: [GameSupervisor.Effect]) {
        for effect in effects { perform(effect) }
    }

    private func perform(_ effect: GameSupervisor.Effect?) {
        switch effect {
        case nil: break
        case .happened(let event): happened(event)
        case .wake(let alarm, let delay):
            alarms.set(alarm, afterMilliseconds: delay, services) { [weak self] in self?.rings(alarm) }
        case .letSleep(let alarm): alarms.cancel(alarm)
        }
    }

    private func rings(_ alarm: GameSupervisor.Alarm) {
        switch alarm {
        case .flag: happened(.tick)
        case .absence: perform(supervisor.announce(in: room.game, audience, now: services.now()))
        }
    }
}
