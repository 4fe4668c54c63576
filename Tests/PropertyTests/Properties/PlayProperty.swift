import GameState

extension Property {
    /// A room with a game under valid and malformed requests of players. The game always equals a
    /// replay of its keys, and a refused request changes nothing. A finished game has a reason and
    /// accepts no stone.
    static let play = Property("play") { bytes in
        var decisions = Decisions(bytes)
        var world = GameWorld()
        var steps = 0
        while !decisions.isEmpty, steps < 200 {
            steps += 1
            try world.step(&decisions)
        }
        try world.ensureReplay()
    }
}

private struct GameWorld {
    private var room = Room(
        name: RoomName("r").unsafelyKnown, kind: .gomoku, epoch: "k", host: person("p-a"))
    /// The keys as a client has them that received every delta.
    private var follower = SharedState()
    private var audit = Audit()
    private var now = 1_000
    private var counter = 0
    private let people = ["p-a", "p-b", "p-c"].map(person)

    mutating func step(_ decisions: inout Decisions) throws {
        counter += 1
        now += decisions.number(0...255) * decisions.one(of: [0, 1, 10, 400])
        if decisions.once(in: 16) { return try happen(&decisions) }
        // Mostly the player whose turn it is.
        let awaited = room.game?.turn.flatMap { room.game?.seats[$0] }
        let sender = decisions.once(in: 6) ? decisions.one(of: people) : awaited ?? people[0]
        let delta = delta(by: sender, &decisions)
        let request = DeltaRequest(
            room: room.name, id: decisions.once(in: 24) ? "1" : "\(counter)",
            base: decisions.once(in: 8) ? decisions.number(0...255) : nil,
            guards: decisions.once(in: 2) ? .all : .none, delta: delta)
        let before = (state: room.state, game: room.game)
        let gone: ByStone<Int?> = decisions.once(in: 8) ? .init(both: 400_000) : .init(both: nil)
        let judgement = room.judge(
            request, by: sender, now: now, lag: decisions.number(0...255) * 8, isClaimed: decisions.once(in: 2),
            goneFor: gone)
        switch judgement {
        case .accepted(let accepted): try take(accepted, before.game)
        case .rejected(let rejection):
            try ensure(room.state == before.state && room.game == before.game, "a refused delta changes the room")
            try ensure(rejection.description.hasSuffix("."), "\(rejection)")
        case .again: try ensure(room.state == before.state && room.game == before.game, "twice the same delta")
        }
    }

    private mutating func happen(_ decisions: inout Decisions) throws {
        let before = room.game
        let side: Stone = decisions.once(in: 2) ? .x : .o
        let event: Room.Event =
            switch decisions.number(0...5) {
            case 0: .tick
            case 1: .suspended
            case 2: .resumed(lastAlive: now - decisions.number(0...255) * 100)
            case 3: .absence(Absence(side: side, claimableAt: now + 1_000))
            case 4: .absence(nil)
            default: .hinted(side)
            }
        if let accepted = room.apply(event, now: now) { try take(accepted, before) }
    }

    /// Applies a broadcast delta.
    private mutating func take(_ accepted: AcceptedDelta, _ before: Game?) throws {
        try ensure(accepted.rev == follower.rev + 1, "a gap before \(accepted.rev)")
        follower.apply(accepted.delta, rev: accepted.rev)
        try ensure(follower == room.state, "who follows has another state after \(accepted)")
        if let fault = audit.next(accepted, state: room.state) {
            throw Violation(description: "check finds fault with \(accepted): \(fault)")
        }
        guard let game = room.game else { throw Violation(description: "no game after \(accepted)") }
        try ensure(game.isOver == (follower[.result] != nil), "a result without an end")
        try ensure(game.isOver == (game.ending != nil), "an end without a reason")
        try ensure(room.isTimed == (game.clock != nil), "the room does not know of its clock")
        try ensure(room.isListed == game.terms.isListed, "the room does not know whether it is listed")
        try ensure(Set(game.moves.map(\.cell)).count == game.moves.count, "two stones on one point")
        if let before, before.isOver, game.number == before.number {
            try ensure(game.moves == before.moves && game.ending == before.ending, "a game that was over goes on")
        }
        // A full replay takes time proportional to the length of the game.
        if game.isOver || accepted.rev % 8 == 0 { try ensureReplay() }
    }

    func ensureReplay() throws {
        let replayed: Referee
        do { replayed = try Referee(state: follower) } catch { throw Violation(description: "\(error)") }
        try ensure(replayed.game == room.game, "the keys tell another game: \(text)")
        if let fault = audit.last(follower) { throw Violation(description: "check finds fault: \(fault)") }
    }

    private var text: String { follower.values.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ") }

    // MARK: Requests

    /// Returns a plausible next step of a player in most cases, otherwise a similar one or
    /// nonsense.
    private func delta(by sender: ParticipantID, _ decisions: inout Decisions) -> Delta {
        guard let game = room.game, !game.isOver || decisions.once(in: 4) else {
            return newGame(by: sender, &decisions)
        }
        let count = game.moves.count
        switch decisions.number(0...31) {
        case 0: return newGame(by: sender, &decisions)
        case 1:
            return Delta(changes: [
                .init(
                    decisions.one(of: ["x", "o"]),
                    decisions.once(in: 4) ? nil : .string(decisions.one(of: ["p-a", "p-b", "p-c", "robot:3"])))
            ])
        case 2:
            return Delta(changes: [
                .init("result", .string(decisions.one(of: ["x", "o", "draw", "z"]))),
                .init(
                    "reason",
                    .string(decisions.one(of: ["resign", "five", "agreement", "time", "abandoned", "aborted"]))),
            ])
        case 3:
            let kind = decisions.one(of: ["draw", "takeback", "rematch", "hints", ""])
            return Delta(changes: [
                .init("offer", decisions.once(in: 4) ? nil : .string("\(kind) \(decisions.one(of: ["x", "o"]))"))
            ])
        case 4:
            let back = max(0, count - decisions.number(1...3))
            return Delta(
                changes: [.init("move", .string("\(back)"))]
                    + (back..<count).flatMap { [.init("col\($0 + 1)", nil), .init("row\($0 + 1)", nil)] })
        case 5: return Delta(changes: [.init("hints", .string(decisions.one(of: ["yes", "agreed", "no"])))])
        case 6:
            let value: JSON? = decisions.once(in: 2) ? nil : .number("\(decisions.number(0...20))")
            return Delta(changes: [
                .init(decisions.one(of: GameKey.fixed).text, value), .init(decisions.text(upTo: 6), value),
            ])
        case 7...10 where game.runningOpening != nil:
            return Delta(changes: [
                .init(
                    "choice",
                    .string(decisions.one(of: ["swap", "stay", "black", "white", "more", "ten", "fifths-2", "place"])))
            ])
        case 11...13 where game.runningOpening != nil:
            return Delta(changes: [.init("fifth", .string("\(decisions.number(3...11)),\(decisions.number(3...11))"))])
        default: return move(count + 1, game.size.side, &decisions)
        }
    }

    private func move(_ next: Int, _ side: Int, _ decisions: inout Decisions) -> Delta {
        // Near the middle, so that fives and occupied points occur. The byte selects the point.
        let place = decisions.byte()
        var (column, row) = (side / 2 - 3 + place % 7, side / 2 - 2 + place / 7 % 5)
        if decisions.once(in: 12) { (column, row) = (decisions.number(-1...20), decisions.number(-1...20)) }
        let number = decisions.once(in: 24) ? next + decisions.number(-1...1) : next
        var changes: [Delta.Change] = [
            .init("move", .string("\(number)")), .init("col\(number)", .string("\(column)")),
            .init("row\(number)", decisions.once(in: 6) ? .number("\(row)") : .string("\(row)")),
        ]
        if decisions.once(in: 24) {
            changes.append(.init("result", .string(decisions.one(of: ["x", "o", "draw"]))))
            changes.append(.init("reason", .string("five")))
        }
        return Delta(changes: changes)
    }

    private func newGame(by sender: ParticipantID, _ decisions: inout Decisions) -> Delta {
        let number = (room.game?.number ?? 0) + (decisions.once(in: 16) ? decisions.number(-1...2) : 1)
        var changes: [Delta.Change] = [
            .init("game", .string("\(number)")), .init("x", .string(sender.text)),
            .init("o", decisions.once(in: 4) ? nil : .string(decisions.one(of: ["p-a", "p-b", sender.text]))),
        ]
        for field in GameTerms.Field.allCases where decisions.once(in: 2) {
            let values = field.values.isEmpty ? ["1+0", "2+1", "0/3x1", "60+5", "x", ""] : field.values
            changes.append(.init(field.rawValue, .string(decisions.one(of: values))))
        }
        return Delta(changes: changes)
    }
}
