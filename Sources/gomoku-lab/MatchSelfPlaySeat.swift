import Engines
import GameState
import Robot

/// One side of a game of ``MatchSelfPlayGame``: chooses what to send.
enum MatchSelfPlaySeat {
    /// As the server's own robot does.
    case robot(Searcher, Level, nodes: Int)
    /// As `gomoku-cli bot` does with `gomoku-cli engine`: every word they exchange, without the processes.
    case engine(MatchSelfPlayEngine)

    /// Time for a step of an opening, in milliseconds: these are decided by time, so that a seed does not tell every
    /// game.
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

/// The bridge's words on one side, the engine's on the other.
struct MatchSelfPlayEngine {
    private var session = EngineSession()
    private var brain: EngineBrain
    private var known: [Point] = []

    init(rule: Rule, size: BoardSize, level: Level, nodes: Int, seed: UInt64) throws(MatchSelfPlayFailure) {
        brain = EngineBrain(seed: seed)
        let information = BotEngineWords.information(
            rule: rule, moveMilliseconds: 1_000, matchMilliseconds: 0, memoryBytes: 8 << 20, folder: "/tmp")
        guard try say(["START \(size.side)"]) == [.ok] else { throw .words("START \(size.side)") }
        // Nodes in place of time.
        _ = try say(information + ["INFO timeout_turn 600000", "INFO max_node \(nodes)", "INFO level \(level.number)"])
    }

    /// Nil when the engine says that nothing can be played.
    mutating func move(after moves: [Point]) throws(MatchSelfPlayFailure) -> Point? {
        guard let request = BotEngineWords.request(moves, known: known, left: BotEngineWords.unlimited) else {
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

    private mutating func say(_ lines: [String]) throws(MatchSelfPlayFailure) -> [BotEngineLine] {
        var said: [BotEngineLine] = []
        for effect in lines.flatMap({ session.receive($0) }) {
            switch effect {
            case .reply(let text): said.append(BotEngineLine(Array(text.utf8)))
            case .think(let task):
                let (answer, _) = brain.think(task, stop: StopFlag())
                said.append(BotEngineLine(Array(session.answer(task, answer).utf8)))
            case .prepare: break
            case .cancel, .exit: throw .words("the engine wants to \(effect)")
            }
        }
        return said
    }
}
