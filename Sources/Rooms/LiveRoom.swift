import GameState
import Storage
import WebSockets
import Wire

/// One room that is in memory: the room itself, who is in it, and what waits for the disk.
///
/// What there is to decide is decided by values: the ``Room`` judges, the ``CommitPipeline`` says what may be shown
/// when, the ``Audience`` who gets it, ``RoomChat`` and ``GameSupervisor`` what is said and what happens by itself. Here
/// is done what they say.
package final class LiveRoom {
    // These values return effects and call nobody, so calls never overlap. Debug builds check that; release builds do not.
    package private(set) var room: Room
    private var chat: RoomChat
    private var pipeline: CommitPipeline<Origin, RoomEffect>
    /// When somebody last did something here, server milliseconds.
    package private(set) var touched: Int
    /// The newest revision that was spread.
    package private(set) var shown: Int

    package let services: RoomServices
    package private(set) var audience: Audience
    package private(set) var names = SeatNames()
    private var stateText = StateText()
    private let created: Int
    private var supervisor = GameSupervisor()
    private var departures: Departures
    private var alarms = RoomAlarms()
    /// Whoever is here comes back, and finds the room elsewhere or as it is stored. What is under way has no answer.
    private var isAbandoned = false
    /// Whether the store is being told who came after whom.
    private var isKeepingOrder = false

    /// - Parameter order: who was in it before, the first first.
    package init(
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

    package var name: RoomName { room.name }
    /// Nobody is here and nothing is under way: it may leave memory.
    var isIdle: Bool {
        room.kind != .lobby && audience.isEmpty && !pipeline.isBusy && chat.isIdle
            && room.game?.clock?.runningSince == nil
    }

    // MARK: coming and going

    /// Lets `connection` in: it gets what it missed, or everything, and from then on every delta.
    package func join(_ connection: ClientConnection, knowing known: Request.Join.Known?) {
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

    /// Sends everything anew to a client that has fallen behind, when its turn comes; nothing before that.
    package func refreshInTurn(_ connection: ClientConnection) {
        audience.withhold(connection)
        let person = connection.participant.id
        services.snapshots.admit(
            connection, to: name, bytes: greetingBytes(for: person, knowing: nil), isPlayer: isPlaying(person)
        ) { [weak self] in
            if let self, connection.isOpen, audience.hasJoined(connection) { refresh(connection) }
        }
    }

    /// Everything anew, to one that has fallen behind or has lost count; nothing before that.
    package func refresh(_ connection: ClientConnection) {
        audience.withhold(connection)
        enqueue(.admit(connection, greeting(for: connection, knowing: nil)))
    }

    /// Its participant has another name now.
    package func renamed(_ connection: ClientConnection) {
        audience.announce(connection)
        tellNews()
    }

    /// Removes the name of a deleted account from the chat, the seats and the list of participants.
    package func anonymize(_ participant: ParticipantID) {
        audience.anonymize(participant)
        names.anonymize(participant)
        chat.anonymize(participant)
    }

    package func leave(_ connection: ClientConnection) {
        touched = services.now()
        enqueue(.dismiss(connection))
    }

    /// Its line is gone: nothing more can be told, so there is nothing to wait for.
    package func lost(_ connection: ClientConnection) {
        touched = services.now()
        dismiss(connection)
    }

    private func dismiss(_ connection: ClientConnection) {
        let player = connection.participant.id
        if players.contains(player) { remember([audience.participant(player) ?? connection.participant]) }
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
        spread(news, to: newcomer.map { .besides($0) } ?? .everybody)
    }

    // MARK: fan-out

    /// Tells those concerned, at once or by turns.
    /// - Parameter group: where it was caused; empty: by nobody.
    private func spread(_ notice: Notice, to recipients: Audience.Recipients = .everybody, by group: String = "") {
        audience.spread(notice.frame, to: recipients, isDirect: services.fanOut.mayDeliver(to: audience.count))
        if audience.hasBacklog { services.fanOut.add(name, for: group) }
    }

    /// Tells those who wait for their turn (``Audience/deliver(atMost:)``).
    func deliver(atMost limit: Int) -> Int { audience.deliver(atMost: limit) }

    /// Tells those who play something that is no delta.
    package func tellPlayers(_ notice: Notice) {
        for player in players { audience.spread(notice.frame, onlyTo: player) }
    }

    // MARK: deltas

    package func handle(_ request: DeltaRequest, from sender: ClientConnection) {
        touched = services.now()
        guard pipeline.count < services.limits.uncommittedPerRoom else {
            services.counters.rejected += 1
            // Said at once, of nothing that could be taken back: it was not judged at all.
            return sender.send(.reject(room: name, id: request.id, .tooManyUncommitted, rev: shown))
        }
        guard !audience.isBacklogFull || isPlaying(sender.participant.id) else {
            services.counters.rejected += 1
            return sender.send(.reject(room: name, id: request.id, .backlogFull, rev: shown))
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

    private func judge(_ origin: Origin) {
        guard !pipeline.holdsBack(origin) else { return }
        // A flag that has fallen counts before whatever comes after it.
        if room.isTimed, !services.outage.mayLast() { happened(.tick) }
        defer { superviseGame() }
        let (request, sender) = (origin.request, origin.sender)
        switch room.judge(
            request, by: sender.participant.id, now: touched, lag: sender.lag, isClaimed: sender.participant.isClaimed,
            goneFor: request.delta[.game] == nil
                ? .init(both: nil) : departures.goneFor(room.game, audience, now: touched))
        {
        case .accepted(let accepted):
            if request.scope == .shared { services.fanOut.charge(sender, deliveries: audience.count) }
            let effect: RoomEffect =
                request.scope == .shared ? .spread(accepted, by: sender.group) : .spreadOwn(accepted)
            append(accepted, scope: request.scope, showing: effect, of: origin)
        case .again(let accepted):
            enqueue(.tell(sender, .delta(room: name, accepted, scope: request.scope, again: true)), of: origin)
        case .rejected(let rejection):
            services.counters.rejected += 1
            enqueue(.tell(sender, .reject(room: name, id: request.id, rejection, rev: room.rev)), of: origin)
        }
    }

    /// Something that nobody has asked for; nothing when it makes no difference.
    package func happened(_ event: Room.Event) {
        guard !pipeline.isReloading, let accepted = room.happened(event, now: services.now()) else { return }
        append(accepted, scope: .shared, showing: .spread(accepted, by: ""), of: nil)
        superviseGame()
    }

    /// Calls `done` once all that was judged so far is stored; with false when that can't be known any more.
    package func whenSettled(_ done: @escaping (Bool) -> Void) { enqueue(.settled(done)) }

    /// Calls `done` with the room as it is now, once all of it is durable; with nil when it cannot be read any more.
    package func durableSnapshot(_ done: @escaping (Notice.Snapshot?) -> Void) {
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

    private func enqueue(_ effect: RoomEffect, of origin: Origin? = nil) {
        if let effect = pipeline.enqueue(effect, of: origin) { perform(effect) }
    }

    private func perform(_ effect: RoomEffect) {
        switch effect {
        case .spread(let accepted, let group):
            shown = accepted.rev
            // Who has sent it is known to all before, but in a large room.
            if audience.hasNews, audience.count < Audience.coalescingSize { spreadNews() }
            services.counters.deltas += 1
            services.counters.deliveries += audience.count
            spread(.delta(room: name, accepted, scope: .shared, again: false), by: group)
            if audience.hasBacklog { audience.catchUp(accepted.by, players) }
            if room.isTimed, let player = GameSupervisor.toMeasure(room.game) { audience.measureRoundTrip(to: player) }
        case .spreadOwn(let accepted):
            services.counters.deltas += 1
            audience.spread(
                Notice.delta(room: name, accepted, scope: .own, again: false).frame, onlyTo: accepted.by)
        case .tell(let connection, let notice):
            audience.catchUp(connection)
            connection.send(notice)
        case .admit(let connection, let notice):
            guard connection.isOpen else { return }
            audience.admit(connection)
            connection.send(notice, isCharged: services.snapshots.isReserved(connection, name))
            services.snapshots.sent(connection, name)
        case .dismiss(let connection): dismiss(connection)
        case .settled(let done): done(true)
        case .snapshot(let snapshot, let done): done(snapshot)
        }
    }

    private func superviseGame() {
        if room.isTimed || supervisor.isFlagSet { perform(supervisor.look(at: room.game, now: services.now())) }
    }

    private func perform(_ effects: [GameSupervisor.Effect]) { for effect in effects { perform(effect) } }

    private func perform(_ effect: GameSupervisor.Effect?) {
        switch effect {
        case nil: break
        case .happened(let event): happened(event)
        case .wake(let alarm, let delay): wake(alarm, afterMilliseconds: delay)
        case .letSleep(let alarm): alarms.cancel(alarm)
        }
    }

    private func wake(_ alarm: GameSupervisor.Alarm, afterMilliseconds delay: Int) {
        alarms.set(alarm, afterMilliseconds: delay, timer: services.timer) { [weak self] in self?.rings(alarm) }
    }

    private func rings(_ alarm: GameSupervisor.Alarm) {
        switch alarm {
        // A player whose move cannot be stored does not lose for that.
        case .flag where services.outage.lasts(): wake(alarm, afterMilliseconds: Self.outageLook)
        case .flag:
            happened(.tick)
            superviseGame()  // Server time may still be before the deadline, since it is slewed.
        case .absence: perform(supervisor.announce(in: room.game, audience, now: services.now()))
        }
    }

    // MARK: chat

    package func say(_ say: Request.Say, from sender: ClientConnection) {
        touched = services.now()
        switch chat.say(say, by: sender.participant, at: touched, in: room.game) {
        case nil: return
        case .repeated(let line): return sender.send(.said(room: name, line))
        case .keep(let line): keep(line, by: sender.group)
        case .tell(let line): tell(line, by: sender.group)
        }
        services.counters.chatLines += 1
        services.fanOut.charge(sender, deliveries: audience.count)
    }

    /// What `reader` may read of it.
    package func chatLines(for reader: ParticipantID) -> [ChatLine] { chat.lines(for: reader, in: room.game) }

    /// Somebody who is here, sits at the board, or has said one of these lines.
    package func person(_ id: ParticipantID) -> Participant? {
        audience.participant(id) ?? names[id] ?? chat.speaker(id)
    }

    private func keep(_ line: ChatLine, by group: String = "") {
        // The room stays as long as its lines are under way.
        services.store.say(line, in: name, epoch: room.epoch, limit: services.limits.chatPerRoom) { [self] _ in
            if case .tell(let line) = chat.kept(line) { tell(line, by: group) }
        }
    }

    private func tell(_ line: ChatLine, by group: String) {
        let mayHear = Audience.Recipients.hearing { [game = room.game] in ChatLog.mayRead($0, in: game) }
        spread(.said(room: name, line), to: line.isForSpectators ? mayHear : .everybody, by: group)
    }

    // MARK: snapshots

    /// The answer to a join: what was missed, where that is known, or everything.
    package func greeting(for connection: ClientConnection, knowing known: Request.Join.Known?) -> Notice {
        let reader = connection.participant.id
        let own = room.ownState(of: reader) ?? SharedState()
        if let known, known.epoch == room.epoch, case .deltas(let deltas) = room.shared.since(known.rev) {
            services.counters.resumes += 1
            let resume = Notice.Deltas.Resume(
                own: own, participants: audience.participants, seated: seated,
                chat: chat.lines(for: reader, in: room.game))
            return .deltas(.init(room: name, epoch: room.epoch, deltas: deltas, resume: resume))
        }
        services.counters.joins += 1
        return .snapshot(snapshot(own: own, for: reader))
    }

    /// - Parameter reader: who is in the room; nil is somebody who is not, and is shown neither the chat nor who is.
    package func snapshot(own: SharedState?, for reader: ParticipantID?) -> Notice.Snapshot {
        Notice.Snapshot(
            room: name, kind: room.kind, epoch: room.epoch, state: room.state, own: own,
            participants: [], seated: reader == nil ? named : seated,
            host: room.host,
            chat: reader.map { chat.lines(for: $0, in: room.game) } ?? [],
            prepared: .init(
                state: stateText.text(of: room.state), participants: reader == nil ? [] : audience.participantsText()))
    }

    // MARK: refused deltas

    /// What was judged on top of the refused delta is void: the room is loaded again as it is stored, and every
    /// request whose outcome nobody has seen is judged again, or rejected when nothing can be stored.
    private func reload(after failure: AppendFailure, scope: DeltaRequest.Scope, life: Int) {
        guard pipeline.fail(life: life, next: services.newLife()) else { return }
        guard !isAbandoned else { return giveUp(Self.movedReason, .goingAway) }
        if case .unknown = failure { return abandon(Self.unansweredReason) }
        services.store.load(name) { [self] result in
            // Other servers do what this one cannot do any more.
            guard !services.gate.isStopping else { return abandon(Self.stoppingReason) }
            stateText.forget()
            do {
                if let stored = try result.get() {
                    // The store has a new epoch of the room, so it has lost deltas that clients have seen.
                    if shown > 0, stored.header.epoch != room.epoch { return abandon(Self.rewoundReason) }
                    room = try Room(stored, sharing: services.roomLimits)
                } else {
                    room = Room(
                        name: name, kind: room.kind, epoch: room.epoch, host: room.host,
                        sharing: services.roomLimits)
                }
                if room.rev < shown {
                    services.network.rewind(name, epoch: room.epoch)
                    return abandon(Self.rewoundReason)
                }
            } catch {
                let isOutOfReach = (error as? StoreFailure)?.isOutOfReach == true
                return giveUp(
                    "This room cannot be read from the store just now (\(error)). Try again later.",
                    isOutOfReach ? .goingAway : .internalError, reason: Self.unreadableReason)
            }
            var why: String?
            switch failure {
            case .duplicate(let accepted): room.recall(accepted, scope: scope)
            case .unavailable(let reason): why = reason
            case .moved, .unknown: break
            }
            let redone = pipeline.resume(rejecting: why)
            // Another server may have written meanwhile: everybody here hears of it, in order.
            catchUp()
            for one in redone { redo(one) }
            superviseGame()
        }
    }

    private func catchUp() {
        switch room.shared.since(shown) {
        case .deltas(let missed): for delta in missed { perform(.spread(delta, by: "")) }
        case .needsSnapshot:
            shown = room.rev
            for connection in audience.everybody { refresh(connection) }
        }
    }

    private func redo(_ one: CommitPipeline<Origin, RoomEffect>.Redo) {
        switch one {
        case .judge(let origin): if origin.sender.isOpen { judge(origin) }
        case .reject(let origin, let why):
            services.counters.rejected += 1
            origin.sender.send(.reject(room: name, id: origin.request.id, .readOnly(why), rev: shown))
        case .perform(let effect):
            switch effect {
            // What they were to be told was of a state that is void.
            case .admit(let connection, _): refresh(connection)
            case .snapshot(_, let done): durableSnapshot(done)
            case .tell, .dismiss, .settled: enqueue(effect)
            // What happened by itself and was not stored has not happened; the supervisor finds it again.
            case .spread, .spreadOwn: break
            }
        }
    }

    /// The store can't even be read: nobody is told anything that may be wrong.
    private func giveUp(_ why: String, _ code: CloseCode, reason: String? = nil) {
        services.close(self)
        let reason = reason ?? why
        for one in pipeline.giveUp(why) {
            switch one {
            case .perform(.admit(let connection, _)): connection.outlet.close(code, reason: reason)
            case .perform(.settled(let done)): done(false)
            case .perform(.snapshot(_, let done)): done(nil)
            case .perform: break
            // It is not known here whether that is stored.
            case .judge, .reject: if !isAbandoned { redo(one) }
            }
        }
        for connection in audience.everybody { connection.outlet.close(code, reason: reason) }
    }

    /// Nobody hears what has become of what is under way: whoever is here comes back and asks again.
    private func abandon(_ reason: String) {
        isAbandoned = true
        giveUp(reason, .goingAway)
    }

    /// Another server serves the room: whoever is in it comes back, and finds it there. What is under way is refused by
    /// the store.
    package func moved(_ reason: String = LiveRoom.movedReason) {
        isAbandoned = true
        services.close(self)
        for connection in audience.everybody { connection.outlet.close(.goingAway, reason: reason) }
    }
}
