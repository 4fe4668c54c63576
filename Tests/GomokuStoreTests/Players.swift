import GameState
import TestSupport

/// Two players who act at random in a room: moves, openings, offers, takebacks, late moves, expired
/// clocks, and restarts of the server.
struct Players {
    private(set) var room: Room
    private(set) var accepted: [AcceptedDelta] = []
    private var now = 1_700_000_000_000
    private var asked = 0
    private var random: SeededRandom
    private let ids = ["p-ann", "p-bob"]

    init(_ seed: UInt64) {
        random = SeededRandom(seed: seed)
        room = Room(name: RoomName("game")!, kind: .gomoku, epoch: "k", host: ParticipantID("p-ann"))
    }

    mutating func play(_ steps: Int) {
        for _ in 0..<steps {
            now += random.chance(3) ? 60_000 : random.below(4_000)
            if random.chance(10) { happen() } else { act() }
        }
    }

    private mutating func happen() {
        let absence = random.chance(50) ? Absence(side: random.chance(50) ? .x : .o, claimableAt: now + 1_000) : nil
        let event = random.one(of: [
            Room.Event.tick, .suspended, .resumed(lastAlive: now - random.below(9_000)), .absence(absence),
        ])
        if let delta = room.apply(event, now: now) { accepted.append(delta) }
    }

    private mutating func act() {
        let by = random.one(of: ids)
        guard let game = room.game, !game.isOver || random.chance(20) else { return ask(by, newGame(by)) }
        switch random.below(40) {
        case 0: ask(by, [("result", random.one(of: ["x", "o"])), ("reason", "resign")])
        case 1:
            ask(
                by,
                [
                    (
                        "offer",
                        .string(
                            random.one(of: ["draw x", "draw o", "takeback x", "takeback o", "rematch x", "rematch o"]))
                    )
                ])
        case 2: ask(by, [("result", "draw"), ("reason", "agreement")])
        case 3:
            ask(
                by,
                [
                    ("result", random.one(of: ["x", "o"])),
                    ("reason", .string(random.one(of: ["time", "abandoned", "aborted"]))),
                ])
        case 4: ask(by, [("offer", nil)])
        case 5, 6: takeBack(by, game)
        case 7, 8: ask(by, [(random.one(of: ["x", "o"]), random.chance(80) ? .string(by) : nil)])
        case 9: ask(by, newGame(by))
        default: move(game)
        }
    }

    private mutating func newGame(_ by: String) -> [(String, JSON?)] {
        let rule = random.one(of: Rule.allCases)
        var set: [(String, JSON?)] = [
            ("game", .string("\((room.game?.number ?? 0) + 1)")), ("rule", .string(rule.rawValue)), ("x", .string(by)),
        ]
        let openings = Opening.allCases.filter { $0.isPlayed(under: rule) }
        if random.chance(50) { set.append(("opening", .string(random.one(of: openings).rawValue))) }
        if random.chance(60) { set.append(("clock", .string(random.one(of: ["60+2", "20/3x5", "300+0"])))) }
        if random.chance(20) { set.append(("takebacks", "no")) }
        if random.chance(20) { set.append(("size", "15")) }
        if random.chance(20) { set.append(("o", .string(by))) }
        return set
    }

    private mutating func takeBack(_ by: String, _ game: Game) {
        let number = game.moves.count - 1 - random.below(2)
        guard number >= 0 else { return }
        let gone = ((number + 1)...max(number + 1, game.moves.count)).flatMap {
            [("col\($0)", JSON?.none), ("row\($0)", nil)]
        }
        ask(by, [("move", .string("\(number)"))] + gone)
    }

    private mutating func move(_ game: Game) {
        let side = game.turn ?? .x
        let by = game.seats[side]?.text ?? random.one(of: ids)
        var point = Point(column: 4 + random.below(7), row: 4 + random.below(7))
        if let opening = game.runningOpening {
            switch opening.awaited {
            case .choose(let choices): return ask(by, [("choice", .string(random.one(of: choices).rawValue))])
            case .offer:
                point = random.one(of: Array(opening.allowedPoints))
                return ask(by, [("fifth", .string("\(point.column),\(point.row)"))])
            case .pick(let points): point = random.one(of: points)
            case .place: point = random.one(of: Array(opening.allowedPoints))
            case nil: break
            }
        }
        let number = game.moves.count + 1
        var set: [(String, JSON?)] = [
            ("move", .string("\(number)")), ("col\(number)", .string("\(point.column)")),
            ("row\(number)", .string("\(point.row)")),
        ]
        if game.seats[side] == nil { set.append((side.rawValue, .string(by))) }
        ask(by, set)
    }

    private mutating func ask(_ by: String, _ set: [(String, JSON?)]) {
        asked += 1
        let request = DeltaRequest(
            room: room.name, id: "i\(asked)", delta: Delta(changes: set.map { .init($0.0, $0.1) }))
        let lag = random.chance(50) ? random.below(1_500) : 0
        if case .accepted(let delta) = room.judge(request, by: ParticipantID(by), now: now, lag: lag) {
            accepted.append(delta)
        }
    }
}
