import GameState
import Storage
import WebSockets
import Wire

/// A room in memory: its state, its connections, and the effects that wait for the store.
///
/// Value types decide and return effects; this class performs the effects. ``Room`` judges
/// requests. ``CommitPipeline`` decides when an effect may be shown, and ``Audience`` who receives
/// it. ``RoomChat`` handles chat, and ``GameSupervisor`` clocks and absences.
package final class LiveRoom {
    // These values return effects and never call out. Debug builds check that calls never overlap.
    package private(set) var room: Room
    private(set) var chat: RoomChat
    private var pipeline: CommitPipeline<Origin, RoomEffect>
    /// The time of the last activity in the room, in server milliseconds.
    package private(set) var activeAt: Int
    package private(set) var broadcastRev: Int

    package let services: RoomServices
    package private(set) var audience: Audience
    package private(set) var names = SeatNames()
    private var stateText = StateText()
    private let created: Int
    private var supervisor = GameSupervisor()
    private var departures: PlayerAbsences
    private var alarms = RoomAlarms()
    /// The cursors in an analysis room.
    let cursors: RoomCursors?
    /// Whether the room is abandoned: clients reconnect, and pending requests get no answer.
    private var isAbandoned = false
    /// Whether the store is writing the order of arrival.
    private var isStoringOrder = false

    /// - Parameter order: participants who were in the room before, in order of arrival.
    package init(
        _ room: Room, created: Int, chat: [ChatMessage] = [], order: [ParticipantID] = [], services: RoomServices
    ) {
        self.room = room
        audience = Audience(order: order)
        cursors = room.kind == .analysis ? RoomCursors() : nil
        if room.kind == .race { services.racePuzzles?.prepare() }
        self.created = created
        self.services = services
        self.chat = RoomChat(lines: chat, limit: services.limits.chatPerRoom, isStored: room.rev > 0)
        pipeline = CommitPipeline(chain: services.newChain())
        broadcastRev = room.rev
        activeAt = services.now()
        departures = PlayerAbsences(opened: activeAt)
    }

    package var name: RoomName { room.name }
    /// Whether the room may be evicted: it has no clients, no pending work and no running clock.
    var isIdle: Bool {
        room.kind != .lobby && audience.isEmpty && !pipeline.isBusy && chat.isIdle
            && room.game?.clock?.runningSince == nil
    }

    // MARK: joining and leaving

    /// Lets `connection` join: sends the missed deltas or a snapshot, then every new delta.
    package func join(_ connection: ClientConnection, knowing known: Request.Join.Known?) {
        activeAt = services.now()
        audience.announce(connection)
        if room.kind == .analysis { services.noteReader(connection.participant.id, in: name, isPresent: true) }
        perform(supervisor.cameBack(connection.participant.id, room.game))
        startAbsenceTimers()
        enqueue(.admit(connection, greeting(for: connection, knowing: known)))
        storeOrder()
        announcePresence(of: connection, besides: connection)
        // After a restart, only the first join wakes a robot whose turn it is.
        if !pipeline.isBusy { services.publish(.settled(self)) }
    }

    /// Queues a snapshot for a client that fell behind. Until then the client receives nothing.
    package func refreshInTurn(_ connection: ClientConnection) {
        audience.suspend(connection)
        let person = connection.participant.id
        services.snapshots.admit(
            connection, to: name, bytes: greetingBytes(for: person, knowing: nil), isPlayer: isPlaying(person)
        ) { [weak self] in
            if let self, connection.isOpen, audience.hasJoined(connection) { refresh(connection) }
        }
    }

    /// Sends a snapshot to a client that fell behind or has a gap, and nothing before it.
    package func refresh(_ connection: ClientConnection) {
        audience.suspend(connection)
        enqueue(.admit(connection, greeting(for: connection, knowing: nil)))
    }

    /// Announces the new name of the connection's participant.
    package func renamed(_ connection: ClientConnection) {
        audience.announce(connection)
        announcePresence(of: connection)
    }

    /// Removes the name of a deleted account from the chat, the seats and the list of participants.
    package func anonymize(_ participant: ParticipantID) {
        audience.anonymize(participant)
        names.anonymize(participant)
        chat.anonymize(participant)
    }

    package func leave(_ connection: ClientConnection) {
        activeAt = services.now()
        enqueue(.dismiss(connection))
    }

    /// Removes a closed connection, without waiting for pending appends, as it gets no answers.
    package func lost(_ connection: ClientConnection) {
        activeAt = services.now()
        dismiss(connection)
    }

    private func dismiss(_ connection: ClientConnection) {
        let player = connection.participant.id
        if lasting.contains(player) { remember([audience.participant(player) ?? connection.participant]) }
        audience.remove(connection)
        if players.contains(player), !audience.isPresent(player) { departures.left(player, at: services.now()) }
        perform(supervisor.mayHaveLeft(connection.participant.id, room, audience, now: services.now()))
        // Presence may be announced late, or not at all after a quick return.
        if !audience.isPresent(player) {
            moveCursor(CursorPlace(node: nil), of: connection)
            if room.kind == .analysis { services.noteReader(player, in: name, isPresent: false) }
        }
        announcePresence(of: connection)
    }

    /// Starts the absence timers of players who are away although the room did not see them leave.
    func startAbsenceTimers() {
        perform(supervisor.mayBeAway(players, room, audience, now: services.now()))
    }

    /// Remembers names for when their owners are not in the room.
    func remember(_ people: [Participant]) { names.remember(people, besides: lasting) }

    /// Makes the store write the order of arrival, once it has the room, one write at a time.
    private func storeOrder() {
        guard broadcastRev > 0, room.kind != .lobby, !isStoringOrder, services.budget.level < .full,
            let order = audience.orderToStore()
        else { return }
        isStoringOrder = true
        services.store.storeOrder(order, in: name, epoch: room.epoch) { [weak self] _ in
            self?.isStoringOrder = false
            self?.storeOrder()
        }
    }

    /// Announces joins, leaves and new names: at once in a small room, batched in a larger one. The
    /// first participant of a batch pays for its deliveries.
    private func announcePresence(of connection: ClientConnection, besides newcomer: ClientConnection? = nil) {
        guard audience.hasNews else { return }
        guard audience.count >= Audience.crowdSize else { return broadcastPresence(besides: newcomer) }
        if services.presenceBatches.add(self) { services.fanOut.charge(connection, deliveries: audience.count) }
    }

    /// Broadcasts the joins and leaves since the last call.
    func broadcastPresence(besides newcomer: ClientConnection? = nil) {
        guard let news = audience.news(in: name) else { return }
        broadcast(news, to: newcomer.map { .besides($0) } ?? .everybody)
    }

    // MARK: fan-out

    /// Sends a notice to its recipients, at once or through the fan-out queue.
    /// - Parameter group: the group that caused the notice; empty if no client did.
    func broadcast(_ notice: Notice, to recipients: Audience.Recipients = .everybody, by group: String = "") {
        audience.broadcast(notice.frame, to: recipients, isDirect: services.fanOut.mayDeliver(to: audience.count))
        if audience.hasBacklog { services.fanOut.add(name, for: group) }
    }

    func deliver(atMost limit: Int) -> Int { audience.deliver(atMost: limit) }

    /// Sends the players a notice that is not a delta.
    package func sendToPlayers(_ notice: Notice) {
        for player in players { audience.send(notice.frame, onlyTo: player) }
    }

    // MARK: deltas

    package func handle(_ request: DeltaRequest, from sender: ClientConnection, attempt: JudgedAttempt? = nil) {
        activeAt = services.now()
        guard pipeline.count < services.limits.uncommittedPerRoom else {
            services.counters.rejected += 1
            // The answer waits for no commit, because the request was not judged.
            return sender.send(.reject(room: name, id: request.id, .tooManyUncommitted, rev: broadcastRev))
        }
        guard !audience.isBacklogFull || isPlaying(sender.participant.id) else {
            services.counters.rejected += 1
            return sender.send(.reject(room: name, id: request.id, .backlogFull, rev: broadcastRev))
        }
        guard mayGrow(by: request, of: sender.participant.id) else {
            services.counters.ranOut(of: .memory)
            services.counters.rejected += 1
            return sender.send(
                .reject(
                    room: name, id: request.id,
                    .readOnly("This server's memory or disk is used up. Games continue; try again later."),
                    rev: broadcastRev))
        }
        judge(Origin(request: request, sender: sender, attempt: attempt))
    }

    private func judge(_ origin: Origin) {
        guard !pipeline.defersDuringReload(origin) else { return }
        // A flag that has fallen takes effect before this request.
        if room.isTimed, !services.outage.mayLast() { happened(.tick) }
        defer { superviseGame() }
        let (request, sender) = (origin.request, origin.sender)
        switch room.judge(
            request, by: sender.participant.id, now: activeAt, lag: sender.lag, isClaimed: sender.participant.isClaimed,
            goneFor: request.delta[.game] == nil
                ? .init(both: nil) : departures.awayDurations(room.game, audience, now: activeAt),
            protected: protectedPositions(for: request, of: sender.participant.id), attempt: origin.attempt,
            finding: raceFinding(for: request, sender))
        {
        case .accepted(let accepted):
            if request.scope == .shared {
                services.fanOut.charge(sender, deliveries: audience.count)
                chargeSearches(of: accepted.delta, sender)
            }
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

    /// Applies an event that no client requested, unless it changes nothing.
    package func happened(_ event: Room.Event) {
        guard !pipeline.isReloading, let accepted = room.apply(event, now: services.now()) else { return }
        append(accepted, scope: .shared, showing: .spread(accepted, by: ""), of: nil)
        superviseGame()
    }

    /// Calls `done` once everything judged so far is stored, or with false if the room fails.
    package func whenSettled(_ done: @escaping (Bool) -> Void) { enqueue(.settled(done)) }

    /// Calls `done` with the current state once it is durable, or with nil if the room fails.
    package func durableSnapshot(_ done: @escaping (Notice.Snapshot?) -> Void) {
        enqueue(.snapshot(snapshot(own: nil, for: nil), done))
    }

    private func append(
        _ accepted: AcceptedDelta, scope: DeltaRequest.Scope, showing effect: RoomEffect, of origin: Origin?
    ) {
        pipeline.append(showing: effect, of: origin)
        services.budget.took(accepted.size)
        if scope == .shared { stateText.invalidate() }
        let chain = pipeline.chain
        let append = room.append(accepted, scope: scope, created: created, chain: chain)
        let judged = Histogram.now()
        services.store.append(append) { [self] failure in
            if let failure { return reload(after: failure, scope: scope, chain: chain) }
            services.counters.commits.add(since: judged)
            settle(chain)
            if let origin { services.counters.acknowledgements.add(since: origin.asked) }
        }
    }

    private func settle(_ chain: Int) {
        guard pipeline.settle(chain: chain) else { return }
        for line in chat.roomIsStored() { keep(line) }
        while let effect = pipeline.next() { perform(effect) }
        storeOrder()
        if !pipeline.isBusy { services.publish(.settled(self)) }
    }

    // MARK: effects

    private func enqueue(_ effect: RoomEffect, of origin: Origin? = nil) {
        if let effect = pipeline.enqueue(effect, of: origin) { perform(effect) }
    }

    private func perform(_ effect: RoomEffect) {
        switch effect {
        case .spread(let accepted, let group):
            broadcastRev = accepted.rev
            if room.kind == .analysis, !services.ratedGames.isEmpty {
                hideRatedPositions(from: audience.participants.map(\.id), addedBy: accepted.delta)
            }
            // Clients learn of the sender before its delta, except in a large room.
            if audience.hasNews, audience.count < Audience.coalescingSize { broadcastPresence() }
            services.counters.deltas += 1
            services.counters.deliveries += audience.count
            broadcast(.delta(room: name, accepted, scope: .shared, again: false), by: group)
            if audience.hasBacklog { audience.catchUp(accepted.by, players) }
            if room.isTimed { GameSupervisor.timedPlayer(room.game).map { audience.measureRoundTrip(to: $0) } }
        case .spreadOwn(let accepted):
            services.counters.deltas += 1
            audience.send(
                Notice.delta(room: name, accepted, scope: .own, again: false).frame, onlyTo: accepted.by)
        case .tell(let connection, let notice):
            audience.catchUp(connection)
            connection.send(notice)
        case .admit(let connection, let notice):
            guard connection.isOpen, audience.hasJoined(connection) else {
                return services.snapshots.cancel(connection, name)
            }
            audience.admit(connection)
            connection.send(notice, isCharged: services.snapshots.isReserved(connection, name))
            services.snapshots.sent(connection, name)
            if let all = cursors?.all(in: name) { connection.send(all) }
        case .dismiss(let connection): dismiss(connection)
        case .settled(let done): done(true)
        case .snapshot(let snapshot, let done): done(snapshot)
        }
    }

    private func superviseGame() {
        if room.isTimed || supervisor.isFlagSet { perform(supervisor.update(for: room.game, now: services.now())) }
    }

    private func perform(_ effects: [GameSupervisor.Effect]) { for effect in effects { perform(effect) } }

    private func perform(_ effect: GameSupervisor.Effect?) {
        switch effect {
        case nil: break
        case .happened(let event): happened(event)
        case .wake(let alarm, let delay): wake(alarm, afterMilliseconds: delay)
        case .cancel(let alarm): alarms.cancel(alarm)
        }
    }

    private func wake(_ alarm: GameSupervisor.Alarm, afterMilliseconds delay: Int) {
        alarms.set(alarm, afterMilliseconds: delay, timer: services.timer) { [weak self] in self?.rings(alarm) }
    }

    private func rings(_ alarm: GameSupervisor.Alarm) {
        switch alarm {
        // Players do not lose on time while moves cannot be stored.
        case .flag where services.outage.lasts(): wake(alarm, afterMilliseconds: Self.outageLook)
        case .flag:
            happened(.tick)
            superviseGame()  // Slewed server time may still be before the deadline.
        case .absence: perform(supervisor.announce(in: room.game, audience, now: services.now()))
        }
    }

    // MARK: chat

    package func say(_ say: Request.Say, from sender: ClientConnection) {
        activeAt = services.now()
        switch chat.say(say, by: sender.participant, at: activeAt, in: room.game) {
        case nil: return
        case .repeated(let line): return sender.send(.said(room: name, line))
        case .keep(let line): keep(line, by: sender.group)
        case .tell(let line): broadcastChat(line, by: sender.group)
        }
        services.counters.chatLines += 1
        services.fanOut.charge(sender, deliveries: audience.count)
    }

    private func keep(_ line: ChatMessage, by group: String = "") {
        // The closure keeps the room alive until the store answers.
        services.store.storeChat(line, in: name, epoch: room.epoch, limit: services.limits.chatPerRoom) { [self] _ in
            if case .tell(let line) = chat.kept(line) { broadcastChat(line, by: group) }
        }
    }

    private func broadcastChat(_ line: ChatMessage, by group: String) {
        let mayHear = Audience.Recipients.hearing { [game = room.game] in ChatLog.mayRead($0, in: game) }
        broadcast(.said(room: name, line), to: line.isForSpectators ? mayHear : .everybody, by: group)
    }

    // MARK: snapshots

    /// Returns the answer to a join: the missed deltas if they are known, otherwise a snapshot.
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

    /// - Parameter reader: nil if the reader has not joined and so sees no chat or participants.
    package func snapshot(own: SharedState?, for reader: ParticipantID?) -> Notice.Snapshot {
        Notice.Snapshot(
            room: name, kind: room.kind, epoch: room.epoch, state: room.state, own: own,
            participants: [], seated: reader == nil ? named : seated,
            host: room.creator,
            chat: reader.map { chat.lines(for: $0, in: room.game) } ?? [],
            prepared: .init(
                state: stateText.text(of: room.state), participants: reader == nil ? [] : audience.participantsText()))
    }

    // MARK: failed appends

    /// Reloads the room, because everything judged on top of a failed append is void. Requests
    /// without an outcome are then judged again, or rejected if nothing can be stored.
    private func reload(after failure: AppendFailure, scope: DeltaRequest.Scope, chain: Int) {
        guard pipeline.fail(chain: chain, next: services.newChain()) else { return }
        guard !isAbandoned else { return giveUp(Self.movedReason, .goingAway) }
        if case .unknown = failure { return abandon(Self.unansweredReason) }
        services.store.load(name, sharing: services.roomLimits) { [self] result in
            // A stopping server does not reload the room. The clients continue on other servers.
            guard !services.gate.isStopping else { return abandon(Self.stoppingReason) }
            stateText.invalidate()
            do throws(StoreFailure) {
                if let loaded = try result.get() {
                    // A new epoch means that the store has lost deltas that clients have seen.
                    if broadcastRev > 0, loaded.room.epoch != room.epoch { return abandon(Self.rewoundReason) }
                    room = loaded.room
                } else {
                    room = Room(
                        name: name, kind: room.kind, epoch: room.epoch, host: room.creator,
                        sharing: services.roomLimits)
                }
                if room.rev < broadcastRev {
                    services.network.rewind(name, epoch: room.epoch)
                    return abandon(Self.rewoundReason)
                }
            } catch {
                return giveUp(
                    "This room cannot be read from the store right now (\(error)). Try again later.",
                    error.isOutOfReach ? .goingAway : .internalError, reason: Self.unreadableReason)
            }
            var why: String?
            switch failure {
            case .duplicate(let accepted): room.cacheStoredDelta(accepted, scope: scope)
            case .unavailable(let reason): why = reason
            case .moved, .unknown: break
            }
            let redone = pipeline.resume(rejecting: why)
            // Another server may have appended deltas. Clients receive these in order.
            catchUp()
            for one in redone { redo(one) }
            superviseGame()
        }
    }

    private func catchUp() {
        switch room.shared.since(broadcastRev) {
        case .deltas(let missed): for delta in missed { perform(.spread(delta, by: "")) }
        case .needsSnapshot:
            broadcastRev = room.rev
            for connection in audience.everybody { refresh(connection) }
        }
    }

    private func redo(_ one: CommitPipeline<Origin, RoomEffect>.Redo) {
        switch one {
        case .judge(let origin): if origin.sender.isOpen { judge(origin) }
        case .reject(let origin, let why):
            services.counters.rejected += 1
            origin.sender.send(.reject(room: name, id: origin.request.id, .readOnly(why), rev: broadcastRev))
        case .perform(let effect):
            switch effect {
            // The notice describes a void state, so the client gets a new one.
            case .admit(let connection, _): refresh(connection)
            case .snapshot(_, let done): durableSnapshot(done)
            case .tell, .dismiss, .settled: enqueue(effect)
            // An event that was not stored did not happen. The supervisor will detect it again.
            case .spread, .spreadOwn: break
            }
        }
    }

    /// Closes a room that cannot be read, before a client receives a wrong answer.
    private func giveUp(_ why: String, _ code: CloseCode, reason: String? = nil) {
        services.close(self)
        let reason = reason ?? why
        for one in pipeline.giveUp(why) {
            switch one {
            case .perform(.admit(let connection, _)): connection.outlet.close(code, reason: reason)
            case .perform(.settled(let done)): done(false)
            case .perform(.snapshot(_, let done)): done(nil)
            case .perform: break
            // An abandoned room does not know whether these requests are stored.
            case .judge, .reject: if !isAbandoned { redo(one) }
            }
        }
        for connection in audience.everybody { connection.outlet.close(code, reason: reason) }
    }

    /// Closes the room without answering pending requests. Clients reconnect and ask again.
    private func abandon(_ reason: String) {
        isAbandoned = true
        giveUp(reason, .goingAway)
    }

    /// Closes the room, which another server serves now. The store refuses pending deltas.
    package func moved(_ reason: String = LiveRoom.movedReason) {
        isAbandoned = true
        services.close(self)
        for connection in audience.everybody { connection.outlet.close(.goingAway, reason: reason) }
    }
}
