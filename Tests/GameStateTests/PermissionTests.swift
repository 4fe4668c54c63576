import TestSupport
import Testing

@testable import GameState

/// Tests of the permissions to start a game or change seats: every cell of the table in
/// docs/PROTOCOL.md.
@Suite("Permissions to start games and change seats")
struct PermissionTests {
    /// The stage of a game.
    enum Stage: CaseIterable {
        case none, open, waiting, full, begun, running, solo, over
    }

    /// The kind of game. Permissions are the same for all kinds.
    enum Kind: CaseIterable {
        case plain, rated, clocked, opening

        var terms: [(String, JSON?)] {
            switch self {
            case .plain: []
            case .rated: [("rated", "yes"), ("clock", "300+5")]
            case .clocked: [("clock", "600/5x30"), ("takebacks", "no")]
            case .opening: [("opening", "pro")]
            }
        }
    }

    private struct Bench {
        var room: Room
        var goneFor = ByStone<Int?>(both: nil)
        private var count = 0

        init(host: ParticipantID = "ann") {
            room = Room(name: RoomName("r")!, kind: .gomoku, epoch: "k", host: host)
        }

        mutating func code(_ by: ParticipantID, _ set: [(String, JSON?)]) -> String? {
            count += 1
            let request = DeltaRequest(
                room: room.name, id: "\(count)", delta: Delta(changes: set.map { .init($0.0, $0.1) }))
            let judgement = room.judge(request, by: by, now: count, isClaimed: true, goneFor: goneFor)
            if case .rejected(let rejection) = judgement { return rejection.code.rawValue } else { return nil }
        }

        /// Returns the code that a delta would get, without applying it.
        func wouldBe(_ by: ParticipantID, _ set: [(String, JSON?)]) -> String? {
            var copy = self
            return copy.code(by, set)
        }

        mutating func begin(_ stage: Stage, _ kind: Kind) {
            var steps: [(ParticipantID, [(String, JSON?)])] = []
            let start: [(String, JSON?)] = [("game", "1")] + kind.terms
            let moves: [(ParticipantID, [(String, JSON?)])] = [
                ("ann", [("move", "1"), ("col1", "7"), ("row1", "7")]),
                ("bob", [("move", "2"), ("col2", "8"), ("row2", "7")]),
            ]
            switch stage {
            case .none: break
            case .open: steps = [("ann", start)]
            case .waiting: steps = [("ann", start + [("x", "ann")])]
            case .full, .begun, .running, .over:
                steps = [("ann", start + [("x", "ann")]), ("bob", [("o", "bob")])]
                if stage == .begun { steps += moves.prefix(1) }
                if stage == .running { steps += moves }
                if stage == .over { steps.append(("ann", [("result", "o"), ("reason", "resign")])) }
            case .solo:
                steps = [
                    ("ann", start + [("x", "ann"), ("o", "ann")]), moves[0], ("ann", moves[1].1),
                ]
            }
            for (by, set) in steps {
                let code = code(by, set)
                #expect(code == nil, "\(stage) \(kind): \(set) of \(by)")
            }
        }

        var nextGame: (String, JSON?) { ("game", .string(String((room.game?.number ?? 0) + 1))) }
    }

    private static let cells = Stage.allCases.flatMap { stage in Kind.allCases.map { (stage, $0) } }
        // A rated game cannot have the same player on both sides.
        .filter { !($0.0 == .solo && $0.1 == .rated) }

    @Test(
        "Strangers cannot replace a game whose players are present; players cannot once both have moved",
        arguments: cells)
    func newGames(_ stage: Stage, _ kind: Kind) {
        var bench = Bench()
        bench.begin(stage, kind)
        // The answer must not depend on whether the author takes a seat, gives one to a robot, or
        // only watches.
        for seats: [(String, JSON?)] in [[("x", "eve")], [("o", "robot:3")], []] {
            let strangers: String? = [.none, .open].contains(stage) ? nil : "not-seated"
            #expect(bench.wouldBe("eve", [bench.nextGame] + seats) == strangers, "\(seats)")
        }
        for player: ParticipantID in ["ann", "bob"] where bench.room.game?.sits(player) ?? false {
            let code: String? = stage == .running ? "conflict" : nil
            #expect(bench.wouldBe(player, [bench.nextGame, ("x", .string(player.text))]) == code, "\(player)")
        }
    }

    @Test(
        "After a game a stranger may start the next one, but takes no seat of a player who is present",
        arguments: Kind.allCases)
    func nextGame(_ kind: Kind) {
        var bench = Bench()
        bench.begin(.over, kind)
        let takesX: [(String, JSON?)] = [("x", "eve")]
        let takesO: [(String, JSON?)] = [("o", "eve")]
        let robots: [(String, JSON?)] = [("x", "robot:3"), ("o", "eve")]
        let none: [(String, JSON?)] = []
        let cases: [(x: Int?, o: Int?, codes: [String?])] = [
            (nil, nil, ["not-seated", "not-seated", "not-seated", "not-seated"]),
            (nil, 0, ["seat-taken", nil, "seat-taken", nil]),
            (0, nil, [nil, "seat-taken", "seat-taken", nil]),
            (0, 0, [nil, nil, nil, nil]),
        ]
        for (x, o, codes) in cases {
            bench.goneFor = ByStone(x: x, o: o)
            for (seats, code) in zip([takesX, takesO, robots, none], codes) {
                #expect(bench.wouldBe("eve", [bench.nextGame] + seats) == code, "\(x ?? -1) \(o ?? -1): \(seats)")
            }
        }
    }

    @Test("A stranger may replace a robot, but not the player who is still present")
    func nextGameAfterRobot() {
        var bench = Bench()
        bench.begin(.waiting, .plain)
        #expect(bench.code("ann", [("o", "robot:3")]) == nil)
        #expect(bench.code("ann", [("result", "draw"), ("reason", "aborted")]) == nil)
        #expect(bench.wouldBe("eve", [bench.nextGame, ("o", "eve")]) == nil)
        #expect(bench.wouldBe("eve", [bench.nextGame, ("x", "eve")]) == "seat-taken")
    }

    @Test("In a room made for two, a stranger may start the first game but no later one", arguments: Kind.allCases)
    func reserved(_ kind: Kind) {
        for (stage, expected) in [(Stage.over, "not-seated"), (.none, nil), (.waiting, "not-seated")]
            as [(Stage, String?)]
        {
            var bench = Bench(host: Room.server)
            bench.begin(stage, kind)
            #expect(bench.wouldBe("eve", [bench.nextGame, ("x", "eve")]) == expected, "\(stage)")
            #expect(bench.wouldBe("ann", [bench.nextGame, ("x", "ann")]) == nil, "\(stage)")
        }
    }

    @Test(
        "A stranger may change seats before anyone sits, then only take the free seat, and none later", arguments: cells
    )
    func seats(_ stage: Stage, _ kind: Kind) {
        var bench = Bench()
        bench.begin(stage, kind)
        let takes: [(set: [(String, JSON?)], codes: [Stage: String])] = [
            ([("o", "eve")], [:]),
            ([("x", "eve")], [.waiting: "seat-taken"]),
            ([("o", "robot:3")], [.waiting: "not-seated"]),
            ([("x", nil)], [.waiting: "not-seated"]),
            ([("o", nil)], [.waiting: "not-seated"]),
        ]
        for (set, codes) in takes {
            let expected: String? =
                switch stage {
                case .none: "no-game"
                case .over: "game-over"
                case .open: kind == .rated && set[0].1 == "robot:3" ? "not-claimed" : nil
                case .waiting: codes[stage]
                case .full, .begun, .running, .solo: "not-seated"
                }
            #expect(bench.wouldBe("eve", set) == expected, "\(set)")
        }
    }

    @Test(
        "Once a player waiting alone has been away for a minute, a stranger may start a New Game",
        arguments: Kind.allCases)
    func waitsAlone(_ kind: Kind) {
        var bench = Bench()
        bench.begin(.waiting, kind)
        for (gone, expected) in [(nil, "not-seated"), (0, "not-seated"), (59_999, "not-seated"), (60_000, nil)]
            as [(Int?, String?)]
        {
            bench.goneFor.x = gone
            #expect(bench.wouldBe("eve", [bench.nextGame, ("x", "eve")]) == expected, "\(gone ?? -1)")
            #expect(bench.wouldBe("eve", [("o", "eve")]) == nil, "\(gone ?? -1)")
            #expect(bench.wouldBe("eve", [("x", "eve")]) == "seat-taken", "\(gone ?? -1)")
        }
    }

    @Test("A stranger may replace an unrated game once both players have been away for five minutes", arguments: cells)
    func abandoned(_ stage: Stage, _ kind: Kind) {
        guard [.full, .begun, .running, .solo].contains(stage) else { return }
        var bench = Bench()
        bench.begin(stage, kind)
        let times: [Int?] = [nil, 60_000, 299_999, 300_000]
        for x in times {
            for o in times where stage != .solo || x == o {
                bench.goneFor = ByStone(x: x, o: o)
                let isAbandoned = kind != .rated && x == 300_000 && o == 300_000
                #expect(
                    bench.wouldBe("eve", [bench.nextGame, ("x", "eve")]) == (isAbandoned ? nil : "not-seated"),
                    "\(x ?? -1) \(o ?? -1)")
                #expect(bench.wouldBe("eve", [("o", "eve")]) == "not-seated")
            }
        }
    }

    @Test("A robot's seat does not keep a game reserved when no person is left to play it")
    func robots() {
        var bench = Bench()
        bench.begin(.waiting, .plain)
        #expect(bench.code("ann", [("o", "robot:3")]) == nil)
        #expect(bench.wouldBe("eve", [bench.nextGame, ("x", "eve")]) == "not-seated")
        #expect(bench.wouldBe("eve", [("o", nil)]) == "not-seated")
        bench.goneFor.x = 300_000
        #expect(bench.wouldBe("eve", [bench.nextGame, ("x", "eve")]) == nil)
        var robots = Bench()
        #expect(robots.code("ann", [("game", "1"), ("x", "robot:1"), ("o", "robot:2")]) == nil)
        #expect(robots.wouldBe("eve", [robots.nextGame, ("x", "eve")]) == nil)
    }

    @Test("A delta whose base is a future revision is rejected")
    func futureBase() {
        var bench = Bench()
        bench.begin(.waiting, .plain)
        func judged(_ base: Int, _ scope: DeltaRequest.Scope, _ key: String) -> Room.Judgement {
            var room = bench.room
            let request = DeltaRequest(
                room: room.name, id: "later", base: base, scope: scope, delta: Delta(changes: [.init(key, "bob")]))
            return room.judge(request, by: "bob", now: 9)
        }
        func isTaken(_ judgement: Room.Judgement) -> Bool { if case .accepted = judgement { true } else { false } }
        #expect(isTaken(judged(bench.room.rev, .shared, "o")) && isTaken(judged(0, .own, "k")))
        for (base, scope, key) in [(bench.room.rev + 1, DeltaRequest.Scope.shared, "o"), (1, .own, "k")] {
            guard case .rejected(let rejection) = judged(base, scope, key) else {
                Issue.record("accepted: \(scope)")
                continue
            }
            #expect(rejection.code == .badValue && rejection.keys == ["base"])
        }
    }
}
