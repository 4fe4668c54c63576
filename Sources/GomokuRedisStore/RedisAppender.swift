import GameState
import Redis
import Storage

/// Appends deltas to rooms: each room's in order, those of one turn of the loop together, whatever becomes of the
/// connection meanwhile.
final class RedisAppender {
    private let calls: RedisCalls
    private let games: GameLedger
    private let elsewhere: (RoomName) -> Void
    private let healer: RoomHealer
    private let guests: UnsavedGuests
    /// Heartbeats: how old an acknowledgement is.
    private var beats = 0
    /// Losses of the connection after which the rooms were looked at.
    private var seenLosses = 0
    private var lines: [RoomName: RoomLine] = [:]
    /// Rooms for which something was asked in this turn.
    private var begun: [RoomLine] = []
    private var finishing: [() -> Void] = []
    /// Nothing is appended any more.
    private var isOver = false
    private(set) var deltas = 0
    private(set) var conflicts = 0

    /// Ids that are remembered of all rooms together, and rooms: over it what is not in use is forgotten, and read
    /// again when it is needed.
    private static let rememberedIDs = 2_000_000
    private static let rememberedRooms = 20_000
    /// Heartbeats for which it is kept what Redis has acknowledged, in case that it forgets it.
    private static let keptBeats = 3
    /// Rooms that are looked at together after the connection was lost.
    private static let healedTogether = 200

    /// - Parameter elsewhere: told of a room that another server turns out to serve.
    init(
        _ calls: RedisCalls, _ games: GameLedger, _ healer: RoomHealer, _ guests: UnsavedGuests,
        elsewhere: @escaping (RoomName) -> Void
    ) {
        self.guests = guests
        self.calls = calls
        self.games = games
        self.healer = healer
        self.elsewhere = elsewhere
        calls.client.atEndOfTurn { [weak self] in self?.endTurn() }
    }

    func append(_ append: Append, _ done: @escaping (AppendFailure?) -> Void) {
        let line = line(of: append.room)
        line.waiting.append(RoomLine.Entry(append, by: guests.among(append.people), done))
        if !line.isBusy { begun.append(line) }
        line.isBusy = true
    }

    /// Calls `done` once all that was asked before has its answer; what is asked later is refused.
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

    /// Whether something of the room is under way.
    func isBusy(_ room: RoomName) -> Bool { lines[room]?.isBusy == true }

    /// Whether all that is stored of the room was acknowledged to this server, or read by it, as safe as it was asked for.
    func hasSettled(_ room: RoomName) -> Bool { lines[room]?.isUnderWay == false }

    /// The room goes.
    func forget(_ room: RoomName) { lines[room] = nil }

    /// Redis has answered a heartbeat: what it acknowledged some of them ago it has told its replicas, too. While it does not
    /// answer nothing of that is forgotten.
    func hasBeaten() {
        beats += 1
        for line in lines.values { line.forgetAcknowledged(before: beats - Self.keptBeats) }
    }

    func forgetWhatIsTooMuch() {
        let ids = lines.values.lazy.flatMap(\.ledgers.values).map(\.ids.count).reduce(0, +)
        if ids > Self.rememberedIDs { forget() }
    }

    /// Forgets what is not in use.
    private func forget() {
        lines = lines.filter { $0.value.isBusy }
    }

    private func line(of room: RoomHeader) -> RoomLine {
        if let line = lines[room.name] { return line }
        if lines.count >= Self.rememberedRooms { forget() }
        let line = RoomLine(room)
        lines[room.name] = line
        return line
    }

    private static let sentence = "Another server serves this room now. Connect again."

    /// What was asked in one turn leaves together.
    private func endTurn() {
        lookAfterLoss()
        guard !begun.isEmpty else { return }
        let lines = begun
        begun = []
        for line in lines { next(line) }
    }

    /// This may be another Redis than before, or one that has forgotten something: each room is looked at, and goes on then.
    private func lookAfterLoss() {
        guard seenLosses != calls.client.losses, calls.client.trouble == nil else { return }
        seenLosses = calls.client.losses
        look(lines.values.filter { !$0.isBusy && !$0.ledgers.isEmpty }[...])
    }

    private func look(_ quiet: ArraySlice<RoomLine>) {
        guard !quiet.isEmpty else { return calls.run.note(calls) }
        // Those that something is asked for find out by that.
        let some = quiet.prefix(Self.healedTogether).filter { !$0.isBusy }
        var left = some.count
        if some.isEmpty { return look(quiet.dropFirst(Self.healedTogether)) }
        for line in some {
            line.isBusy = true
            healer.heal(line) { [self] isWhole in
                if !isWhole { line.ledgers = [:] }
                next(line)
                left -= 1
                if left == 0 { look(quiet.dropFirst(Self.healedTogether)) }
            }
        }
    }

    /// What waits longest in a room.
    private func next(_ line: RoomLine) {
        guard let first = line.waiting.first else {
            line.isBusy = false
            finishWhenIdle()
            return
        }
        guard !isOver else { return settle(line, 1, .unavailable(StoreCondition.stopping)) }
        if line.failedLife == first.append.life { return settle(line, 1, .moved) }
        if line.epoch != first.append.room.epoch {
            line.header = first.append.room
            line.ledgers = [:]
        }
        if line.ledgers[first.owner] == nil {
            // Before the first delta there is none whose id could come again.
            guard first.append.delta.rev == 1 else { return catchUp(line, first.owner) { [self] _ in next(line) } }
            line.ledgers[first.owner] = .init()
        }
        if let rev = line.known(first) { return look(line, first, at: rev) }
        if first.hasUnsaved { return save(line, first) }
        send(line, line.batch())
    }

    /// Stores the guests whom the first delta concerns, then goes on: no game has a player who is unknown.
    private func save(_ line: RoomLine, _ first: RoomLine.Entry) {
        guests.save(first.guests) { [self] failure in
            if let failure { settle(line, 1, .unavailable("\(failure)")) } else { send(line, line.batch()) }
        }
    }

    /// Tells the first `count` what has become of them, and goes on.
    private func settle(_ line: RoomLine, _ count: Int, _ failure: AppendFailure?) {
        let settled: [RoomLine.Entry]
        if count == line.waiting.count {
            // Usually all of them, and then nothing is copied.
            (settled, line.waiting) = (line.waiting, [])
        } else {
            settled = Array(line.waiting.prefix(count))
            line.waiting.removeFirst(count)
        }
        line.failedLife = failure == nil ? nil : settled.first?.append.life ?? line.failedLife
        for one in settled { one.settle(failure) }
        next(line)
    }

    /// Reads what of a ledger is not known yet; nil is given where that was not possible, and the first that waits was
    /// told so.
    private func catchUp(_ line: RoomLine, _ owner: String, _ done: @escaping ([AcceptedDelta]) -> Void) {
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

    /// The same id may be stored already.
    private func look(_ line: RoomLine, _ first: RoomLine.Entry, at rev: Int) {
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

    /// Appends the first `count` that wait.
    private func send(_ line: RoomLine, _ count: Int) {
        let batch = count == line.waiting.count ? line.waiting : Array(line.waiting.prefix(count))
        guard !batch.isEmpty else { return next(line) }
        let losses = calls.client.losses
        line.isUnderWay = true
        calls.client.call(line.command(batch, by: calls.node), .replicated) { [self] answer in
            line.isUnderWay = false
            switch answer {
            case .success(.integer): stored(line, batch)
            // Only where a connection was lost meanwhile the call may have been made twice.
            case .success(.error(let text)):
                refused(line, batch, text, isRepeated: calls.client.losses != losses)
            case .success(let reply): settle(line, 1, .unavailable("This cannot be stored just now (\(reply))."))
            case .failure(.unanswered): settle(line, 1, .unknown)
            case .failure(let failure): settle(line, 1, .unavailable(StoreCondition.sentence(failure)))
            }
        }
    }

    private func stored(_ line: RoomLine, _ batch: [RoomLine.Entry]) {
        calls.condition.wrote()
        deltas += batch.count
        for one in batch { line.ledgers[one.owner]?.acknowledged(one, beat: beats) }
        guard let game = batch.last?.append.finished else { return settle(line, batch.count, nil) }
        // Whoever hears that the game is over finds it rated.
        games.settle(game) { [self] _ in settle(line, batch.count, nil) }
    }

    private func refused(_ line: RoomLine, _ batch: [RoomLine.Entry], _ text: String, isRepeated: Bool) {
        guard let first = batch.first else { return next(line) }
        let word = RedisFunctions.Refusal(rawValue: String(text.prefix { $0 != " " }))
        switch word {
        case .conflict:
            // Somebody was faster; or it was this very call, whose answer was lost.
            if let rev = line.ledgers[first.owner]?.rev, rev >= first.append.delta.rev {
                return settle(line, 1, .moved)
            }
            conflicts += 1
            catchUp(line, first.owner) { [self] deltas in
                let there = deltas.first { $0.rev == first.append.delta.rev }
                if isRepeated, there.map(RedisTexts.text) == first.text {
                    return stored(line, batch)
                }
                // Looked at again, with all ids that are stored now.
                if line.known(first) == nil { settle(line, 1, .moved) } else { next(line) }
            }
        case .behind:
            let count = Int(text.drop { $0 != " " }.dropFirst()) ?? 0
            guard count < line.ledgers[first.owner]?.rev ?? 0 else { return settle(line, 1, .moved) }
            // It has lost what it acknowledged.
            healer.heal(line) { [self] isWhole in
                if isWhole { return next(line) }
                line.ledgers = [:]
                settle(line, 1, .moved)
            }
        case .other: settle(line, 1, .moved)
        case .elsewhere:
            elsewhere(first.append.room.name)
            // Whoever has it now may never have seen what was acknowledged here.
            healer.heal(line) { _ in }
            settle(line, 1, .unavailable(Self.sentence))
        case .fenced, nil: settle(line, 1, .unavailable(calls.condition.refused(text)))
        }
    }
}
