import GameState
import Robot

/// A failure of a game that the robot played against itself under the referee's rules.
enum MatchSelfPlayFailure: Error, Equatable, CustomStringConvertible {
    /// The referee rejected a move.
    case rejected(String)
    /// No move was played, or the game took more moves than there are points.
    case stuck(move: Int)
    /// The bridge and the engine misunderstood each other.
    case words(String)
    /// The room's keys do not reproduce the game.
    case otherGame(String)
    /// A record of the game changed when it was written and read again.
    case record(String)

    var code: String {
        switch self {
        case .rejected: "rejected"
        case .stuck: "stuck"
        case .words: "words"
        case .otherGame: "other-game"
        case .record: "record"
        }
    }

    var description: String {
        switch self {
        case .rejected(let why): "The referee rejected the game: \(why)"
        case .stuck(let move): "No move followed move \(move)."
        case .words(let what): "The bridge and the engine misunderstood each other: \(what)."
        case .otherGame(let what): "A replay of the room's \(what) gives a different game."
        case .record(let form): "The \(form) record changes when it is written and read."
        }
    }
}

/// A game of the robot against itself in a room. `Room.judge` judges every delta, from the one that
/// starts the game to its end.
struct MatchSelfPlayGame {
    let rule: Rule
    let size: BoardSize
    let opening: Opening
    let levels: ByStone<Level>
    /// The sides that play through the protocol between bridge and engine.
    let isEngine: ByStone<Bool>
    let nodes: Int
    let seed: UInt64

    /// Creates game `index` of the run with `seed`. The first games take all rules, sizes and
    /// openings in turn.
    init(index: Int, seed: UInt64, strongest: Int = 10) {
        var random = SplitMix(seed: seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
        let rule = Rule.allCases[index % Rule.allCases.count]
        self.rule = rule
        size = BoardSize.all[(index / Rule.allCases.count) % BoardSize.all.count]
        let openings = Opening.allCases.filter { opening in
            opening.isPlayed(under: rule) && (try? OpeningState(opening, rule: rule, size: .standard)) != nil
        }
        let wanted = openings[(index / (Rule.allCases.count * BoardSize.all.count)) % openings.count]
        // Not every opening is possible on every size.
        opening = wanted == .none || (try? OpeningState(wanted, rule: rule, size: size)) != nil ? wanted : .none
        func level() -> Level { Level(Int.random(in: 1...strongest, using: &random)) ?? .strongest }
        levels = ByStone(x: level(), o: level())
        isEngine = ByStone(x: Int.random(in: 0..<4, using: &random) == 0, o: Int.random(in: 0..<4, using: &random) == 0)
        nodes = Int.random(in: 20...400, using: &random)
        self.seed = random.next()
    }

    var description: String {
        func name(_ stone: Stone) -> String { (isEngine[stone] ? "engine:" : "level:") + "\(levels[stone].number)" }
        return "\(rule.rawValue) \(size.side) \(opening.rawValue) \(name(.x)) \(name(.o)) nodes \(nodes)"
    }

    /// Plays the game and returns it after all checks.
    func play() throws(MatchSelfPlayFailure) -> Game {
        let name = RoomName("self-play") ?? { preconditionFailure("a valid name") }()
        var room = Room(name: name, kind: .gomoku, epoch: "k1", host: Self.host)
        let ids = ByStone(x: ParticipantID("robot:1"), o: ParticipantID("robot:2"))
        let terms = GameTerms(rule: rule, size: size, opening: opening)
        let start = Intent.newGame(.init(number: 1, terms: terms, seats: ByStone(x: ids.x, o: ids.o)))
        var deltas = [try judge(start.delta, by: Self.host, in: &room)]
        var seats = ByStone(x: try seat(.x), o: try seat(.o))
        let adviser = Searcher(size: size, rule: rule, tableMegabytes: 1, seed: seed)
        while let game = room.game, let turn = game.turn {
            // The participants can change sides in an opening, so ask the participant who now holds
            // the side.
            guard let holder = game.seats[turn], deltas.count <= size.area + Self.openingSteps else {
                throw .stuck(move: game.moves.count)
            }
            let original: Stone = holder == ids.x ? .x : .o
            guard let delta = try seats[original].delta(in: game, adviser) else { throw .stuck(move: game.moves.count) }
            deltas.append(try judge(delta, by: holder, in: &room))
        }
        guard let game = room.game, let ending = game.ending else { throw .stuck(move: 0) }
        guard [.five, .full].contains(ending.reason) || ending.reason == .resign && !hasLegalPoint(game) else {
            throw .rejected("ended by \(ending.reason.rawValue)")
        }
        try compare(game, room, deltas)
        return game
    }

    /// Whether the side to move has a legal move. Without one it resigns, which happens
    /// only to X under renju.
    private func hasLegalPoint(_ game: Game) -> Bool {
        size.points.contains { point in
            switch rule.verdict(on: .ofMove(game.moves.count + 1), at: point, of: game.board) {
            case .five, .legal: true
            case .forbidden, .occupied: false
            }
        }
    }

    private static let host = ParticipantID("p-host")
    /// The greatest number of opening steps that place no stone.
    private static let openingSteps = 32

    private func seat(_ stone: Stone) throws(MatchSelfPlayFailure) -> MatchSelfPlaySeat {
        let seed = seed &+ (stone == .x ? 0 : 1)
        if isEngine[stone] {
            return .engine(
                try MatchSelfPlayEngine(rule: rule, size: size, level: levels[stone], nodes: nodes, seed: seed))
        }
        let searcher = Searcher(size: size, rule: rule, tableMegabytes: 1, seed: seed)
        return .robot(searcher, levels[stone], nodes: nodes)
    }

    private func judge(
        _ delta: Delta, by sender: ParticipantID, in room: inout Room
    ) throws(MatchSelfPlayFailure) -> AcceptedDelta {
        let request = DeltaRequest(room: room.name, id: "\(room.rev + 1)", base: room.rev, delta: delta)
        switch room.judge(request, by: sender, now: 1_000_000 + room.rev) {
        case .accepted(let accepted): return accepted
        case .again: throw .rejected("mistaken for an earlier delta")
        case .rejected(let rejection):
            let moves = (room.game?.moves ?? []).map(size.name(of:)).joined(separator: " ")
            throw .rejected("\(rejection) \(delta.changes.map(\.key)) after \(moves)")
        }
    }

    /// Checks that the room's keys, its deltas and the records reproduce the game.
    private func compare(_ game: Game, _ room: Room, _ deltas: [AcceptedDelta]) throws(MatchSelfPlayFailure) {
        guard let replayed = try? Referee(state: room.state).game, replayed == game else {
            throw .otherGame("keys")
        }
        var recorder = GameRecorder(game: 1)
        for delta in deltas { recorder.apply(delta) }
        guard let record = recorder.record(names: ByStone(x: "X", o: "O")), record.points == game.moves else {
            throw .otherGame("deltas")
        }
        guard let sgf = try? GameRecord(sgf: record.sgf), sgf.points == game.moves, sgf.outcome == record.outcome,
            sgf.rule == rule
        else { throw .record("SGF") }
        guard let text = try? record.psq(), let psq = try? GameRecord(psq: text), psq.points == game.moves,
            psq.outcome == record.outcome, psq.rule == rule
        else { throw .record("psq") }
    }
}
