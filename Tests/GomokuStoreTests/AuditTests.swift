import GameState
import TestSupport
import Testing

@Suite("Audit of stored games")
struct AuditTests {
    private func audit(_ deltas: [AcceptedDelta]) -> [(rev: Int, fault: Audit.Fault)] {
        var audit = Audit()
        var state = SharedState()
        var faults: [(Int, Audit.Fault)] = []
        for delta in deltas {
            state.apply(delta.delta, rev: delta.rev)
            if let fault = audit.next(delta, state: state) { faults.append((delta.rev, fault)) }
        }
        if let fault = audit.last(state) { faults.append((0, fault)) }
        return faults
    }

    @Test("The audit accepts everything that the referee accepted", arguments: 1...20 as ClosedRange<UInt64>)
    func again(_ seed: UInt64) {
        var players = Players(seed)
        players.play(300)
        #expect(players.accepted.count > 30)
        for (rev, fault) in audit(players.accepted) {
            let delta = rev > 0 ? "\(players.accepted[rev - 1])" : "the end"
            Issue.record("seed \(seed), revision \(rev): \(fault); \(delta)")
        }
    }

    @Test("The audit finds a changed move at its revision", arguments: 1...20 as ClosedRange<UInt64>)
    func changed(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var players = Players(seed)
        players.play(200)
        var deltas = players.accepted
        let moves = deltas.indices.filter {
            deltas[$0].delta.keys.contains("move")
                && deltas[$0].delta.changes.contains { $0.key.hasPrefix("col") && $0.value != nil }
        }
        let place = random.one(of: moves)
        let old = deltas[place]
        let changes = old.delta.changes.map { $0.key.hasPrefix("row") ? Delta.Change($0.key, "99") : $0 }
        deltas[place] = AcceptedDelta(rev: old.rev, by: old.by, at: old.at, id: old.id, delta: Delta(changes: changes))
        #expect(audit(deltas).first?.rev == old.rev, "seed \(seed)")
    }

    @Test("The audit finds moves out of turn or on occupied cells, and false results")
    func impossible() {
        func faults(_ sets: [(String, [Delta.Change])]) -> [Int] {
            audit(
                sets.enumerated().map { index, set in
                    AcceptedDelta(
                        rev: index + 1, by: ParticipantID(set.0), at: 1_000 + index, id: "\(index)",
                        delta: Delta(changes: set.1))
                }
            ).map(\.rev)
        }
        let start: [(String, [Delta.Change])] = [
            (
                "a",
                [
                    .init("game", "1"), .init("rule", "freestyle"), .init("opening", "none"), .init("x", "a"),
                    .init("move", "0"),
                ]
            ),
            ("b", [.init("o", "b")]),
        ]
        func move(_ number: Int, _ column: Int) -> [Delta.Change] {
            [
                .init("move", .string("\(number)")), .init("col\(number)", .string("\(column)")),
                .init("row\(number)", "7"),
            ]
        }
        #expect(faults(start + [("a", move(1, 7)), ("b", move(2, 8))]) == [])
        #expect(faults(start + [("c", move(1, 7))]) == [3])
        #expect(faults(start + [("a", move(1, 7)), ("a", move(2, 8))]) == [4])
        #expect(faults(start + [("a", move(1, 7)), ("b", move(2, 7))]) == [4])
        #expect(faults(start + [("a", [.init("result", "x"), .init("reason", "resign")])]) == [3])
        #expect(faults(start + [("b", [.init("result", "x"), .init("reason", "resign")])]) == [])
        #expect(faults(start + [("a", move(1, 7) + [.init("result", "x"), .init("reason", "five")])]).first == 3)
    }
}
