/// A judge of the deltas in a race room.
///
/// Participants join, start and answer with deltas. The referee writes the results. It keeps an
/// answer out of the accepted delta, because others may still be at that puzzle.
struct RaceReferee {
    private(set) var race: Race
    private let sender: ParticipantID
    /// The participant who created the room.
    private let creator: ParticipantID
    /// The server time in milliseconds since 1970.
    private let now: Int
    private var derived: [Delta.Change] = []

    init(_ race: Race, sender: ParticipantID, creator: ParticipantID, now: Int) {
        self.race = race
        self.sender = sender
        self.creator = creator
        self.now = now
    }

    /// Returns the question that has to be answered before the delta can be judged; nil if there is
    /// none, or if the delta would be rejected anyway.
    func inquiry(about delta: Delta) -> RaceInquiry? {
        var copy = self
        guard let start = try? copy.prepare(delta) else { return nil }
        switch start {
        case .nothing: return nil
        case .start: return .draw(copy.race.terms, racers: Set(copy.race.racers.keys))
        case .answer(let answer): return answer.points.isEmpty ? nil : .judge(answer)
        }
    }

    /// Returns the accepted form of a delta, or throws a rejection.
    ///
    /// - Parameter finding: the answer to ``inquiry(about:)``; nil if the caller has none.
    mutating func judge(_ delta: Delta, _ finding: RaceFinding?) throws(Rejection) -> Delta {
        switch try prepare(delta) {
        case .nothing: break
        case .start:
            guard case .drawn(let puzzles, let present) = finding else { throw .race(.noPuzzles(race.terms.rule)) }
            guard race.racers.keys.contains(where: { $0 == sender || present.contains($0) }) else {
                throw .race(.notRacing)
            }
            guard !puzzles.isEmpty else { throw .race(.noPuzzles(race.terms.rule)) }
            start(puzzles, present)
        case .answer(let answer) where answer.points.isEmpty: try take(.failed)
        case .answer:
            guard case .judged(let result) = finding else { throw .race(.unknownPuzzle) }
            try take(result)
        }
        return Delta(changes: derived)
    }

    /// The part of a delta that depends on puzzles.
    private enum Action {
        case nothing, start
        case answer(RaceAnswer)
    }

    /// Applies the changes that do not depend on puzzles.
    private mutating func prepare(_ delta: Delta) throws(Rejection) -> Action {
        var action = Action.nothing
        for change in delta.changes {
            guard let key = RaceKey(change.key) else { throw .badKey(change.key) }
            switch key {
            case .rule, .minutes, .rating, .count: try setTerm(key, change)
            case .racer(let participant): try setRacer(participant, change)
            case .start:
                guard change.value?.string == Race.atOnce else {
                    throw .badValue(key: change.key, expected: "\"\(Race.atOnce)\"")
                }
                action = .start
            case .answer:
                guard delta.count == 1 else { throw .badKey(change.key) }
                action = .answer(try answer(change))
            case .end:
                guard delta.count == 1 else { throw .badKey(change.key) }
                try end(change)
            case .puzzles, .last: throw .badKey(change.key)
            }
        }
        if case .start = action { try checkMayChange() }
        return action
    }

    /// Throws unless the sender may change the terms and start a race now.
    private func checkMayChange() throws(Rejection) {
        guard race.racers[sender] != nil || sender == creator else { throw .race(.notRacing) }
        guard !race.isRunning(at: now) else { throw .race(.running) }
        // Another start clears the results of a class.
        guard sender == creator || !race.terms.isForClass else { throw .race(.notCreator(.start)) }
    }

    private mutating func setTerm(_ key: RaceKey, _ change: Delta.Change) throws(Rejection) {
        let word = change.value?.string
        guard change.value == nil || word != nil, let terms = race.terms.with(key, word) else {
            throw .badValue(key: change.key, expected: RaceTerms.expected(key))
        }
        try checkMayChange()
        guard sender == creator || !terms.isForClass else { throw .race(.notCreator(key)) }
        race.terms = terms
        derived.append(change)
    }

    private mutating func setRacer(_ participant: ParticipantID, _ change: Delta.Change) throws(Rejection) {
        guard participant == sender else { throw .badKey(change.key) }
        guard let value = change.value else {
            guard !race.isRunning(at: now) else { throw .race(.running) }
            derived.append(change)
            if race.racers[sender]?.last != nil { derived.append(Delta.Change(RaceKey.last(sender).text, nil)) }
            race.racers[sender] = nil
            return
        }
        guard value.string == "" else { throw .badValue(key: change.key, expected: "\"\" to take part, or null") }
        if race.racers[sender] == nil { endIfOver() }
        // A participant who joins again keeps the results.
        let racer = race.racers[sender] ?? Race.Racer()
        race.racers[sender] = racer
        guard race.racers.count <= Race.Limit.racers else {
            throw .tooLarge(what: "participants in a race", limit: Race.Limit.racers)
        }
        derived.append(Delta.Change(change.key, .string(racer.text)))
    }

    /// Ends a race that is over for everyone in it, so that a newcomer does not reopen it.
    private mutating func endIfOver() {
        guard let end = race.end, now < end, !race.isRunning(at: now) else { return }
        endNow()
    }

    /// Ends a race at the request of the room's creator.
    private mutating func end(_ change: Delta.Change) throws(Rejection) {
        guard change.value?.string == Race.atOnce else {
            throw .badValue(key: change.key, expected: "\"\(Race.atOnce)\"")
        }
        guard sender == creator else { throw .race(.notCreator(.end)) }
        guard race.isRunning(at: now) else { throw .race(.notRunning) }
        endNow()
    }

    private mutating func endNow() {
        race.end = now
        derived.append(Delta.Change(RaceKey.end.text, .string(String(now))))
    }

    // MARK: Starting

    private mutating func start(_ puzzles: [String], _ present: Set<ParticipantID>) {
        let start = now + Race.countdown
        let end = start + race.terms.milliseconds
        race.start = start
        race.end = end
        race.puzzles = puzzles
        derived.append(Delta.Change(RaceKey.start.text, .string(String(start))))
        derived.append(Delta.Change(RaceKey.end.text, .string(String(end))))
        derived.append(Delta.Change(RaceKey.puzzles.text, .string(puzzles.joined(separator: " "))))
        for (participant, racer) in race.racers.sorted(by: { $0.key.text < $1.key.text }) {
            // Participants who have left the room do not race. They may join late.
            let stays = participant == sender || present.contains(participant)
            race.racers[participant] = stays ? Race.Racer() : nil
            derived.append(Delta.Change(RaceKey.racer(participant).text, stays ? .string("") : nil))
            if racer.last != nil { derived.append(Delta.Change(RaceKey.last(participant).text, nil)) }
        }
    }

    // MARK: Answering

    /// Returns the answer if the sender may give it now.
    private func answer(_ change: Delta.Change) throws(Rejection) -> RaceAnswer {
        guard let answer = change.value?.string.flatMap({ RaceAnswer($0) }) else {
            throw .badValue(key: change.key, expected: RaceAnswer.expected)
        }
        guard let start = race.start, now >= start - Race.clockTolerance else { throw .race(.notStarted) }
        guard let racer = race.racers[sender] else { throw .race(.notRacing) }
        guard !race.isDone(racer, at: now) else { throw .race(.over) }
        let next = race.puzzles[racer.results.count]
        guard answer.puzzle == next else { throw .race(.otherPuzzle(next: next)) }
        return answer
    }

    private mutating func take(_ result: PuzzleResult) throws(Rejection) {
        guard var racer = race.racers[sender], let start = race.start else { throw .race(.notRacing) }
        switch result {
        case .unfinished: throw .badValue(key: RaceKey.answer.text, expected: RaceAnswer.expected)
        case .failed: racer.results.append(.failed)
        case .solved:
            racer.results.append(.solved)
            racer.last = max(0, now - start)
        }
        race.racers[sender] = racer
        derived.append(Delta.Change(RaceKey.racer(sender).text, .string(racer.text)))
        if result == .solved, let last = racer.last {
            derived.append(Delta.Change(RaceKey.last(sender).text, .string(String(last))))
        }
    }
}
