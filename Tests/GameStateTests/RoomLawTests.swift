import TestSupport
import Testing

@testable import GameState

/// Invariants 2 to 6 of the protocol on the pure room, for any interleaving of guarded and
/// unguarded deltas, repeated IDs, and returning participants.
@Suite("Invariants of a room")
struct RoomLawTests {
    @Test(
        "Random deltas keep ids, guards and revisions consistent, and every follower has the room's state",
        arguments: TestSpeed.seeds(40, all: 150))
    func oneOrder(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        var limits = Limits()
        limits.historyPerRoom = 16
        limits.tombstonesPerRoom = 12
        var room = Room(name: RoomName("r")!, kind: .open, epoch: "k", host: "p-a", limits: limits)
        var model: [String: (value: JSON?, rev: Int)] = [:]
        var accepted: [String: AcceptedDelta] = [:]
        var followers = [Follower(), Follower(), Follower()]
        let people: [ParticipantID] = ["p-a", "p-b", "p-c"]

        for step in 0..<200 {
            let sender = people.randomElement(using: &generator)!
            let repeated = accepted.keys.sorted().randomElement(using: &generator)
            let isRetry = repeated != nil && Int.random(in: 0..<6, using: &generator) == 0
            let id = isRetry ? String(repeated!.split(separator: " ")[1]) : "i\(step)"
            let by = isRetry ? ParticipantID(String(repeated!.split(separator: " ")[0])) : sender
            let keys = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
                "k\(Int.random(in: 0..<30, using: &generator))"
            }
            let delta = Delta(
                changes: keys.map {
                    .init($0, Bool.random(using: &generator) ? .random(depth: 1, using: &generator).nonNull : nil)
                })
            let base = Bool.random(using: &generator) ? Int.random(in: 0...(room.rev + 1), using: &generator) : nil
            let guards: DeltaRequest.Guard =
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: .none
                case 1: .all
                default: .keys(["k\(Int.random(in: 0..<30, using: &generator))"])
                }
            let request = DeltaRequest(room: room.name, id: id, base: base, guards: guards, delta: delta)
            let before = room.state

            switch room.judge(request, by: by, now: step) {
            case .again(let earlier):
                #expect(
                    accepted["\(by) \(id)"] == earlier,
                    "seed \(seed), step \(step): a repeated id returns the same delta")
                #expect(room.state == before)
            case .rejected(.conflict(let conflicting)):
                #expect(room.state == before, "seed \(seed): a rejected delta changes nothing")
                #expect(!conflicting.isEmpty)
                // Exact unless a tombstone was evicted.
                if let base, base >= before.evictedThrough {
                    for key in conflicting {
                        #expect((model[key]?.rev ?? 0) > base, "seed \(seed), step \(step): \(key)")
                    }
                }
            case .rejected(let other) where base.map { $0 > before.rev } ?? false:
                #expect(other.code == .badValue && other.keys == ["base"] && room.state == before, "seed \(seed)")
            case .rejected(let other): Issue.record("seed \(seed), step \(step): \(other)")
            case .accepted(let delta):
                #expect(delta.rev == before.rev + 1, "seed \(seed): revisions have no gap")
                #expect(base.map { $0 <= before.rev } ?? true, "seed \(seed): a base from the future was accepted")
                if isRetry { Issue.record("seed \(seed), step \(step): an id was applied twice") }
                if let base {
                    let guarded: [String] =
                        switch guards {
                        case .none: []
                        case .all: request.delta.keys.map { $0 }
                        case .keys(let keys): keys
                        }
                    for key in guarded {
                        #expect(
                            (model[key]?.rev ?? 0) <= base,
                            "seed \(seed), step \(step): \(key) had changed since \(base)")
                    }
                }
                for change in delta.delta.changes { model[change.key] = (change.value, delta.rev) }
                accepted["\(by) \(id)"] = delta
                // The store must answer for IDs that the history no longer contains.
                for (key, old) in accepted where old.rev <= delta.rev - 16 { accepted[key] = nil }
            }
            for index in followers.indices where Int.random(in: 0..<3, using: &generator) > 0 {
                followers[index].catchUp(with: room)
                #expect(followers[index].values == room.valuesByKey, "seed \(seed), step \(step): follower \(index)")
            }
            #expect(room.valuesByKey == model.compactMapValues(\.value), "seed \(seed), step \(step)")
        }
    }

    @Test(
        "Of two racing New Games exactly one is applied, as a whole, and a racing move leaves no stone",
        arguments: TestSpeed.seeds(30, all: 100))
    func newGames(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        var room = Room(name: RoomName("r")!, kind: .gomoku, epoch: "k", host: "p-a")
        func play(_ by: ParticipantID, _ id: String, _ members: [(String, String)], base: Int? = nil) -> Room.Judgement
        {
            room.judge(
                DeltaRequest(
                    room: room.name, id: id, base: base, guards: Bool.random(using: &generator) ? .all : .none,
                    delta: Delta(changes: members.map { .init($0.0, .string($0.1)) })), by: by, now: 1)
        }
        _ = play("p-a", "g1", [("game", "1"), ("x", "p-a"), ("o", "p-a")])
        let moves = Int.random(in: 0..<6, using: &generator)
        for move in 1..<(moves + 1) {
            _ = play(
                "p-a", "m\(move)", [("move", "\(move)"), ("col\(move)", "\(move)"), ("row\(move)", "\(move % 3 * 4)")])
        }

        var racers: [(ParticipantID, String, [(String, String)])] = [
            ("p-a", "n1", [("game", "2"), ("rule", "standard"), ("x", "p-a")]),
            ("p-a", "m", [("move", "\(moves + 1)"), (("col\(moves + 1)"), "14"), ("row\(moves + 1)", "14")]),
        ]
        // Another participant may only send a New Game before the second move.
        racers.append(("p-b", "n2", [("game", "2"), ("rule", "freestyle"), ("x", "p-b")]))
        racers.shuffle(using: &generator)
        var games: [(ParticipantID, AcceptedDelta)] = []
        let base = room.rev
        for (by, id, members) in racers {
            if case .accepted(let delta) = play(by, id, members, base: base), delta.delta["game"] != nil {
                games.append((by, delta))
            }
        }
        #expect(games.count == 1, "seed \(seed)")
        let winner = try #require(games.first)
        #expect(room.state.text("game") == "2")
        #expect(room.state.text("x") == winner.0.text, "seed \(seed): all keys come from one delta")
        #expect(room.state.text("rule") == (winner.0 == "p-a" ? "standard" : "freestyle"), "seed \(seed)")
        #expect(room.state.text("move") == "0", "seed \(seed): a stone of the old game remains")
        #expect(
            !room.state.values.contains { $0.key.hasPrefix("col") || $0.key.hasPrefix("row") },
            "seed \(seed): a stone of the old game remains")
    }

    @Test(
        "For any requests, the keys of a gomoku room replay to the same legal game",
        arguments: TestSpeed.seeds(30, all: 120))
    func legal(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        var room = Room(name: RoomName("r")!, kind: .gomoku, epoch: "k", host: "p-a")
        let people: [ParticipantID] = ["p-a", "p-b", "p-c"]
        for step in 0..<300 {
            let before = room.state
            let sender = people.randomElement(using: &generator)!
            let delta = Delta.randomForGame(room, by: sender, using: &generator)
            let request = DeltaRequest(room: room.name, id: "\(step)", delta: delta)
            switch room.judge(request, by: sender, now: step * 97) {
            case .accepted: break
            case .rejected: #expect(room.state == before, "seed \(seed), step \(step)")
            case .again: Issue.record("an id was reported as repeated, but each was sent once")
            }
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: _ = room.apply(.tick, now: step * 97 + 50)
            case 1: _ = room.apply(.suspended, now: step * 97)
            case 2: _ = room.apply(.resumed(lastAlive: step * 97 - 500), now: step * 97)
            case 3:
                _ = room.apply(
                    .absence(Bool.random(using: &generator) ? Absence(side: .x, claimableAt: step * 97) : nil),
                    now: step * 97)
            default: break
            }
            // Replaying the keys by the rules yields the same game.
            let replayed = try Referee(state: room.state)
            #expect(replayed.game == room.game, "seed \(seed), step \(step): \(delta)")
        }
    }

    @Test("Participants cannot see or change each other's private state")
    func own() {
        var room = Room(name: RoomName("r")!, kind: .open, epoch: "k", host: "p-a")
        func put(_ by: ParticipantID, _ value: String) -> Room.Judgement {
            room.judge(
                DeltaRequest(
                    room: room.name, id: "1", scope: .own, delta: Delta(changes: [.init("hand", .string(value))])),
                by: by, now: 0)
        }
        _ = put("p-a", "aces")
        _ = put("p-b", "kings")
        #expect(room.ownState(of: "p-a")?.text("hand") == "aces")
        #expect(room.ownState(of: "p-b")?.text("hand") == "kings")
        #expect(room.ownState(of: "p-c") == nil)
        #expect(room.rev == 0, "private changes do not use up the room's revisions")
    }
}

/// A follower that updates its state from the room's deltas.
private struct Follower {
    var values: [String: JSON] = [:]
    var rev = 0

    mutating func catchUp(with room: Room) {
        switch room.shared.since(rev) {
        case .needsSnapshot: values = room.valuesByKey
        case .deltas(let deltas):
            for delta in deltas {
                precondition(delta.rev == rev + 1)
                for change in delta.delta.changes { values[change.key] = change.value }
                rev = delta.rev
            }
        }
        rev = room.rev
    }
}

extension Room {
    fileprivate var valuesByKey: [String: JSON] {
        Dictionary(uniqueKeysWithValues: state.values.map { ($0.key, $0.value) })
    }
}

extension JSON {
    fileprivate var nonNull: JSON { isNull ? .bool(true) : self }
}

extension Delta {
    /// Returns a plausible next step of a player in most cases, otherwise nonsense of every kind.
    fileprivate static func randomForGame(_ room: Room, by sender: ParticipantID, using generator: inout SeededRandom)
        -> Delta
    {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        let next = (room.game?.moves.count ?? 0) + 1
        let games = (room.game?.number ?? 0) + 1
        switch number(0...16) {
        case 12:
            return Delta(changes: [
                .init("choice", .string(["swap", "stay", "black", "white", "more", "ten", "fifths-2"][number(0...6)]))
            ])
        case 13: return Delta(changes: [.init("fifth", .string("\(number(5...9)),\(number(5...9))"))])
        case 14:
            return Delta(changes: [
                .init(
                    "offer",
                    number(0...3) == 0
                        ? nil : .string(["draw x", "draw o", "takeback x", "takeback o", "rematch x"][number(0...4)]))
            ])
        case 15:
            let count = room.game?.moves.count ?? 0
            let back = max(0, count - number(1...2))
            return Delta(
                changes: [.init("move", .string("\(back)"))]
                    + (back..<count).flatMap { [.init("col\($0 + 1)", nil), .init("row\($0 + 1)", nil)] })
        case 16:
            return Delta(changes: [
                .init("game", .string("\(games)")), .init("rule", .string(["renju", "standard"][number(0...1)])),
                .init("opening", .string(Opening.allCases[number(0...7)].rawValue)),
                .init("clock", .string(["1+0", "2+1", "0/3x1", "x"][number(0...3)])), .init("x", .string(sender.text)),
                .init("o", number(0...1) == 0 ? .string(sender.text) : nil),
            ])
        case 0:
            return Delta(changes: [
                .init("game", .string("\(games + number(-1...1))")),
                .init("rule", .string(["freestyle", "standard", "renju", "caro", "go"][number(0...4)])),
                .init("x", .string(sender.text)), .init("o", number(0...1) == 0 ? .string(sender.text) : nil),
            ])
        case 1:
            return Delta(changes: [
                .init(
                    ["x", "o"][number(0...1)],
                    number(0...3) == 0 ? nil : .string(["p-a", "p-b", "p-c", "robot:3"][number(0...3)]))
            ])
        case 2:
            return Delta(changes: [
                .init("result", .string(["x", "o", "draw", "z"][number(0...3)])),
                .init("reason", .string(["resign", "five", "agreement", "full", ""][number(0...4)])),
            ])
        case 3:
            return Delta(changes: [
                .init(
                    ["col1", "board", "line", "move", "size", "offer", "row999"][number(0...6)],
                    number(0...1) == 0 ? .number("1") : nil)
            ])
        case 4:
            return Delta(changes: [
                .init("move", .number("\(next + number(-1...1))")), .init("col\(next)", .string("\(number(-2...17))")),
                .init("row\(next)", .number("\(number(0...14))")),
            ])
        default:
            // Near the middle, so that fives and occupied points occur.
            return Delta(changes: [
                .init("move", .string("\(next)")), .init("col\(next)", .string("\(number(4...9))")),
                .init("row\(next)", .string("\(number(4...9))")),
            ])
        }
    }
}
