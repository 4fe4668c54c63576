import GameState

extension Property {
    /// A race under valid and malformed requests. The race always equals the one in its keys, a
    /// refused request changes nothing, and only a racer's own answers add to its results.
    static let race = Property("race") { bytes in
        var decisions = Decisions(bytes)
        var world = RaceWorld()
        var steps = 0
        while !decisions.isEmpty, steps < 200 {
            steps += 1
            try world.step(&decisions)
        }
    }
}

private struct RaceWorld {
    private var room = Room(name: RoomName("r").unsafelyKnown, kind: .race, epoch: "k", host: person("p-a"))
    /// The keys as a client has them that received every delta.
    private var follower = SharedState()
    private var now = 1_000
    private var counter = 0
    private let people = ["p-a", "p-b", "p-c"].map(person)

    mutating func step(_ decisions: inout Decisions) throws {
        counter += 1
        now += decisions.number(0...255) * decisions.one(of: [0, 1, 10, 400])
        let sender = decisions.one(of: people)
        let request = DeltaRequest(
            room: room.name, id: decisions.once(in: 24) ? "1" : "\(counter)", delta: delta(by: sender, &decisions))
        let before = (state: room.state, race: room.race)
        let inquiry = room.raceInquiry(request, by: sender, now: now)
        let finding = decisions.once(in: 16) ? nil : self.finding(inquiry, &decisions)
        switch room.judge(request, by: sender, now: now, finding: finding) {
        case .accepted(let accepted):
            follower.apply(accepted.delta, rev: accepted.rev)
            try ensure(follower == room.state, "a client has another state after \(accepted)")
            let race: Race
            do { race = try Race(state: follower) } catch { throw Violation(description: "\(error)") }
            try ensure(race == room.race, "the keys describe another race")
            try ensure(!accepted.delta.keys.contains("answer"), "an answer is broadcast")
            if let old = before.race { try ensureProgress(from: old, to: race, by: sender, accepted) }
        case .rejected(let rejection):
            try ensure(room.state == before.state, "a refused delta changes the room")
            try ensure(rejection.description.hasSuffix("."), "\(rejection)")
        case .again: try ensure(room.state == before.state, "twice the same delta")
        }
    }

    private func ensureProgress(
        from old: Race, to race: Race, by sender: ParticipantID, _ accepted: AcceptedDelta
    ) throws {
        try ensure(race.racers.count <= Race.Limit.racers, "too many racers")
        guard race.start == old.start else { return }
        try ensure(race.puzzles == old.puzzles, "the puzzles change without a start")
        // A newcomer to a race that is over ends it early, or the creator of the room does.
        let isEnded = race.end == now && (race.racers.count > old.racers.count || sender == person("p-a"))
        try ensure(race.end == old.end || isEnded, "a race ends early")
        for (participant, racer) in race.racers {
            let results = old.racers[participant]?.results ?? []
            try ensure(racer.results.starts(with: results), "\(participant) loses results by \(accepted)")
            let added = racer.results.count - results.count
            try ensure(added == 0 || added == 1 && participant == sender, "\(participant) gets results by \(accepted)")
            if added > 0, let start = race.start, let end = race.end {
                let times = start - Race.clockTolerance..<end
                try ensure(times.contains(now), "an answer before or after the race")
            }
        }
    }

    private func finding(_ inquiry: RaceInquiry?, _ decisions: inout Decisions) -> RaceFinding? {
        switch inquiry {
        case nil: nil
        case .draw(let terms, _):
            .drawn(
                (0..<min(terms.puzzleCount, decisions.number(0...7))).map { "id\($0)" },
                present: Set(people.filter { _ in decisions.once(in: 2) }))
        case .judge: .judged(decisions.one(of: [PuzzleResult.solved, .solved, .failed, .unfinished]))
        }
    }

    /// Returns a plausible step in most cases, otherwise nonsense.
    private func delta(by sender: ParticipantID, _ decisions: inout Decisions) -> Delta {
        switch decisions.number(0...15) {
        case 0: return Delta(changes: [.init("start", .string("now"))])
        case 1: return Delta(changes: [.init("racer.\(sender.text)", .string("")), .init("start", .string("now"))])
        case 2:
            return Delta(changes: [
                .init("racer.\(decisions.one(of: people).text)", decisions.once(in: 4) ? nil : .string(""))
            ])
        case 3:
            let key = decisions.one(of: ["rule", "minutes", "rating", "count", "end", "puzzles", "last.p-a"])
            let word = decisions.one(of: ["caro", "1", "10", "700", "now", "x", ""])
            return Delta(changes: [.init(key, decisions.once(in: 6) ? nil : .string(word))])
        case 4:
            return Delta(changes: [
                .init(decisions.text(upTo: 12), .string(decisions.text(upTo: 12))),
                .init("answer", .string(decisions.text(upTo: 30))),
            ])
        case 5: return Delta(changes: [.init("answer", .string(decisions.text(upTo: 30)))])
        default:
            let place = room.race?.racers[sender]?.results.count ?? 0
            let next = decisions.once(in: 12) ? place + 1 : place
            let points = (0..<decisions.number(0...3)).map { " \($0),\(decisions.number(0...25))" }.joined()
            return Delta(changes: [.init("answer", .string("id\(next)\(points)"))])
        }
    }
}
