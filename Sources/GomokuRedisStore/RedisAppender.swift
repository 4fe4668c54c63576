import GameState
import Redis
import Storage

/// The writer of deltas to rooms. It keeps each room's deltas in order, sends the appends of one
/// turn of the loop together, and resumes after a lost connection.
final class RedisAppender {
    private let calls: RedisCalls
    private let games: GameLedger
    private let servedElsewhere: (RoomName) -> Void
    private let healer: RoomHealer
    private let guests: UnsavedGuests
    /// The number of answered heartbeats, which measures the age of acknowledgements.
    private var beats = 0
    /// The number of lost connections at the last check of the rooms.
    private var seenLosses = 0
    private var lines: [RoomName: RoomAppendQueue] = [:]
    /// The rooms that became busy in this turn.
    private var begun: [RoomAppendQueue] = []
    private var finishing: [() -> Void] = []
    /// Whether the appender has finished and refuses further appends.
    private var isOver = false
    private(set) var deltas = 0
    private(set) var conflicts = 0

    /// The limits of delta IDs and rooms in memory. Beyond them, idle rooms are evicted and read
    /// again when they are needed.
    private static let rememberedIDs = 2_000_000
    private static let rememberedRooms = 20_000
    /// The number of heartbeats for which acknowledged deltas are kept, so that they can be stored
    /// again if Redis loses them.
    private static let keptBeats = 3
    /// The number of rooms that are checked at a time after a lost connection.
    private static let healedTogether = 200

    /// Makes an appender.
    ///
    /// - Parameter elsewhere: called with a room when an append shows that another server serves
    ///   it.
    init(
        _ calls: RedisCalls, _ games: GameLedger, _ healer: RoomHealer, _ guests: UnsavedGuests,
        elsewhere: @escaping (RoomName) -> Void
    ) {
        self.guests = guests
        self.calls = calls
        self.games = games
        self.healer = healer
        self.servedElsewhere = elsewhere
        calls.client.atEndOfTurn { [weak self] in self?.endTurn() }
    }

    func append(_ append: Append, _ done: @escaping (AppendFailure?) -> Void) {
        let line = line(of: append.room)
        line.waiting.append(RoomAppendQueue.Entry(append, by: guests.among(append.people), done))
        if !line.isBusy { begun.append(line) }
        line.isBusy = true
    }

    /// Calls `done` when all earlier appends have an answer. Later appends are refused.
    func finish(_ done: @escaping () -> Void) {
        finishing.append(done)
        finishWhenIdle()
    }

    private func finishWhenIdle() {
        guard !finishing.isEmpty, begun.isEmpty, !lines.values.contains(where: \.isBusy) else { return }
        isOver = true
        let waiting = finishing
        finishing = []
        for done in waiting { done() }
    }

    /// Whether an append or check of the room is in progress.
    func isBusy(_ room: RoomName) -> Bool { lines[room]?.isBusy == true }

    /// Whether no append is in flight for a room in memory. If so, every delta that this server
    /// knows of the room is as durable as requested.
    func hasSettled(_ room: RoomName) -> Bool { lines[room]?.isUnderWay == false }

    /// Evicts a room.
    func evict(_ room: RoomName) { lines[room] = nil }

    /// Counts an answered heartbeat, and drops deltas that were acknowledged some heartbeats ago,
    /// because the replicas have them by now. While Redis does not answer, no delta is dropped.
    func hasBeaten() {
        beats += 1
        for line in lines.values { line.forgetAcknowledged(before: beats - Self.keptBeats) }
    }

    func evictBeyondLimit() {
        let ids = lines.values.lazy.flatMap(\.ledgers.values).map(\.ids.count).reduce(0, +)
        if ids > Self.rememberedIDs { evictIdle() }
    }

    /// Evicts idle rooms.
    private func evictIdle() {
        lines = lines.filter { $0.value.isBusy }
    }

    private func line(of room: RoomHeader) -> RoomAppendQueue {
        if let line = lines[room.name] { return line }
        if lines.count >= Self.rememberedRooms { evictIdle() }
        let line = RoomAppendQueue(room)
        lines[room.name] = line
        return line
    }

    private static let sentence = "Another server serves this room now. Reconnect."

    /// Sends the appends of this turn.
    private func endTurn() {
        checkAfterLoss()
        guard !begun.isEmpty else { return }
        let lines = begun
        begun = []
        for line in lines { next(line) }
    }

    /// Checks the idle rooms after a lost connection, because Redis may have lost data or be
    /// another Redis.
    private func checkAfterLoss() {
        guard seenLosses != calls.client.losses, calls.client.trouble == nil else { return }
        seenLosses = calls.client.losses
        check(lines.values.filter { !$0.isBusy && !$0.ledgers.isEmpty }[...])
    }

    private func check(_ quiet: ArraySlice<RoomAppendQueue>) {
        guard !quiet.isEmpty else { return calls.run.note(calls) }
        // A room with an append in progress notices a loss by itself.
        let some = quiet.prefix(Self.healedTogether).filter { !$0.isBusy }
        var left = some.count
        if some.isEmpty { return check(quiet.dropFirst(Self.healedTogether)) }
        for line in some {
            line.isBusy = true
            healer.heal(line) { [self] isWhole in
                if !isWhole { line.ledgers = [:] }
                next(line)
                left -= 1
                if left == 0 { check(quiet.dropFirst(Self.healedTogether)) }
            }
        }
    }

    /// Continues with the first waiting append of a room.
    private func next(_ line: RoomAppendQueue) {
        guard let first = line.waiting.first else {
            line.isBusy = false
            finishWhenIdle()
            return
        }
        guard !isOver else { return settle(line, 1, .unavailable(StoreCondition.stopping)) }
        if line.failedChain == first.append.chain { return settle(line, 1, .moved) }
        if line.epoch != first.append.room.epoch {
            line.header = first.append.room
            line.ledgers = [:]
        }
        if line.ledgers[first.owner] == nil {
            // The first delta of a ledger cannot repeat an earlier ID.
            guard first.append.delta.rev == 1 else { return catchUp(line, first.owner) { [self] _ in next(line) } }
            line.ledgers[first.owner] = .init()
        }
        if let rev = line.known(first) { return check(line, first, at: rev) }
        if first.hasUnsaved { return save(line, first) }
        send(line, line.batch())
    }

    /// Stores the guests whom the first delta concerns before it is sent, so that every player of a
    /// game is known.
    private func save(_ line: RoomAppendQueue, _ first: RoomAppendQueue.Entry) {
        guests.save(first.guests) { [self] failure in
            if let failure { settle(line, 1, .unavailable("\(failure)")) } else { send(line, line.batch()) }
        }
    }

    /// Reports the result of the first `count` appends, and continues with the next.
    private func settle(_ line: RoomAppendQueue, _ count: Int, _ failure: AppendFailure?) {
        let settled: [RoomAppendQueue.Entry]
        if count == line.waiting.count {
            // Usually all appends are settled, which needs no copy.
            (settled, line.waiting) = (line.waiting, [])
        } else {
            settled = Array(line.waiting.prefix(count))
            line.waiting.removeFirst(count)
        }
        line.failedChain = failure == nil ? nil : settled.first?.append.chain ?? line.failedChain
        for one in settled { one.settle(failure) }
        next(line)
    }

    /// Reads the deltas of a ledger that are not in memory. If that fails, the first waiting append
    /// fails and `done` is not called.
    private func catchUp(_ line: RoomAppendQueue, _ owner: String, _ done: @escaping ([AcceptedDelta]) -> Void) {
        var ledger = line.ledgers[owner] ?? .init()
        let command = RedisCommand([bytes("LRANGE"), line.log(owner), bytes(ledger.rev), bytes("-1")])
        calls.ask(command) { [self] answer in
            do {
                let deltas = try RedisTexts.deltas(answer.get())
                for delta in deltas { ledger.add(delta) }
                line.ledgers[owner] = ledger
                done(deltas)
            } catch {
                settle(line, 1, .unavailable("\(error)"))
            }
        }
    }

    /// Checks whether the stored delta at `rev` has the ID of the first waiting delta. If not,
    /// appends that delta.
    private func check(_ line: RoomAppendQueue, _ first: RoomAppendQueue.Entry, at rev: Int) {
        let command = RedisCommand([bytes("LINDEX"), line.log(first.owner), bytes(rev - 1)])
        calls.ask(command) { [self] answer in
            do {
                let reply = try answer.get()
                let stored = reply.isNull ? nil : try RedisTexts.delta(reply)
                let (id, by) = (first.append.delta.id ?? "", first.append.delta.by)
                if let stored, stored.by == by, stored.id.map({ $0.utf8.elementsEqual(id.utf8) }) == true {
                    return settle(line, 1, .duplicate(stored))
                }
                send(line, 1)
            } catch {
                settle(line, 1, .unavailable("\(error)"))
            }
        }
    }

    /// Appends the first `count` waiting deltas.
    private func send(_ line: RoomAppendQueue, _ count: Int) {
        let batch = count == line.waiting.count ? line.waiting : Array(line.waiting.prefix(count))
        guard !batch.isEmpty else { return next(line) }
        let losses = calls.client.losses
        line.isUnderWay = true
        calls.client.call(line.command(batch, by: calls.node), .replicated) { [self] answer in
            line.isUnderWay = false
            switch answer {
            case .success(.integer): stored(line, batch)
            // Only after a lost connection can the call have been made twice.
            case .success(.error(let text)):
                refused(line, batch, text, isRepeated: calls.client.losses != losses)
            case .success(let reply):
                settle(line, 1, .unavailable("This cannot be stored right now (\(reply)). Try again later."))
            case .failure(.unanswered): settle(line, 1, .unknown)
            case .failure(let failure): settle(line, 1, .unavailable(StoreCondition.sentence(failure)))
            }
        }
    }

    private func stored(_ line: RoomAppendQueue, _ batch: [RoomAppendQueue.Entry]) {
        calls.condition.wrote()
        deltas += batch.count
        for one in batch { line.ledgers[one.owner]?.acknowledged(one, beat: beats) }
        guard let game = batch.last?.append.finished else { return settle(line, batch.count, nil) }
        // Settle the game first, so that clients that learn of its end find it rated.
        games.settle(game) { [self] _ in settle(line, batch.count, nil) }
    }

    private func refused(_ line: RoomAppendQueue, _ batch: [RoomAppendQueue.Entry], _ text: String, isRepeated: Bool) {
        guard let first = batch.first else { return next(line) }
        let word = RedisFunctions.Refusal(rawValue: String(text.prefix { $0 != " " }))
        switch word {
        case .conflict:
            // Either another server has appended, or this very call has, and its answer was lost.
            if let rev = line.ledgers[first.owner]?.rev, rev >= first.append.delta.rev {
                return settle(line, 1, .moved)
            }
            conflicts += 1
            catchUp(line, first.owner) { [self] deltas in
                let there = deltas.first { $0.rev == first.append.delta.rev }
                if isRepeated, there.map(RedisTexts.text) == first.text {
                    return stored(line, batch)
                }
                // Check again, now with the IDs of all stored deltas.
                if line.known(first) == nil { settle(line, 1, .moved) } else { next(line) }
            }
        case .behind:
            let count = Int(text.drop { $0 != " " }.dropFirst()) ?? 0
            guard count < line.ledgers[first.owner]?.rev ?? 0 else { return settle(line, 1, .moved) }
            // Redis has lost deltas that it had acknowledged.
            healer.heal(line) { [self] isWhole in
                if isWhole { return next(line) }
                line.ledgers = [:]
                settle(line, 1, .moved)
            }
        case .other: settle(line, 1, .moved)
        case .elsewhere:
            servedElsewhere(first.append.room.name)
            // The room's new server may lack deltas that Redis has acknowledged to this one.
            healer.heal(line) { _ in }
            settle(line, 1, .unavailable(Self.sentence))
        case .fenced, nil: settle(line, 1, .unavailable(calls.condition.refused(text)))
        }
    }
}
