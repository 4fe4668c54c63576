import Engines
import GameState
import Robot

/// A side of a ``MatchSelfPlayGame``, which chooses the deltas to send.
enum MatchSelfPlaySeat {
    /// A player that moves as the server's robot does.
    case robot(Searcher, Level, nodes: Int)
    /// A player that moves as `gomoku-cli bot` with `gomoku-cli engine` does, without the
    /// processes. All protocol lines are exchanged.
    case engine(MatchSelfPlayEngine)

    /// The time limit of an opening step in milliseconds. Because of this limit, a seed does not
    /// determine the whole game.
    private static let openingMilliseconds = 5

    mutating func delta(in game: Game, _ adviser: Searcher) throws(MatchSelfPlayFailure) -> Delta? {
        switch self {
        case .robot(let searcher, let level, let nodes):
            return RobotMove.delta(
                for: game, with: searcher, level: level, limits: SearchLimits(nodes: nodes),
                milliseconds: Self.openingMilliseconds)
        case .engine(var engine):
            guard game.runningOpening == nil else {
                return RobotMove.delta(
                    for: game, with: adviser, level: .strongest, limits: SearchLimits(nodes: 1),
                    milliseconds: Self.openingMilliseconds)
            }
            let point = try engine.move(after: game.moves)
            self = .engine(engine)
            guard let point else { return game.turn.map({ Intent.resign($0).delta }) }
            return Intent.move(game.moves.count + 1, to: point).delta
        }
    }
}

/// The bridge's and the engine's sides of the protocol in one process.
struct MatchSelfPlayEngine {
    private var session = EngineSession()
    private var brain: EngineBrain
    private var known: [Point] = []

    init(rule: Rule, size: BoardSize, level: Level, nodes: Int, seed: UInt64) throws(MatchSelfPlayFailure) {
        brain = EngineBrain(seed: seed)
        let information = EngineWords.information(
            rule: rule, moveMilliseconds: 1_000, matchMilliseconds: 0, memoryBytes: 8 << 20, folder: "/tmp")
        guard try say(["START \(size.side)"]) == [.ok] else { throw .words("START \(size.side)") }
        // Limit the nodes in place of the time.
        _ = try say(information + ["INFO timeout_turn 600000", "INFO max_node \(nodes)", "INFO level \(level.number)"])
    }

    /// Returns the engine's move, or nil if the engine answers that it has none.
    mutating func move(after moves: [Point]) throws(MatchSelfPlayFailure) -> Point? {
        guard let request = EngineWords.request(moves, known: known, left: EngineWords.unlimited) else {
            throw .words("after \(moves.count) moves")
        }
        let answers = try say(request)
        switch answers.first {
        case .move(let column, let row) where answers.count == 1:
            let point = Point(column: column, row: row)
            known = moves + [point]
            return point
        case .error where answers.count == 1: return nil
        default: throw .words("\(request.last ?? "") was answered with \(answers)")
        }
    }

    private mutating func say(_ lines: [String]) throws(MatchSelfPlayFailure) -> [EngineLine] {
        var said: [EngineLine] = []
        for effect in lines.flatMap({ session.receive($0) }) {
            switch effect {
            case .reply(let text): said.append(EngineLine(Array(text.utf8)))
            case .think(let task):
                let (answer, _) = brain.think(task, stop: StopFlag())
                said.append(EngineLine(Array(session.answer(task, answer).utf8)))
            case .prepare: break
            case .cancel, .exit: throw .words("the engine wants to \(effect)")
            }
        }
        return said
    }
}
