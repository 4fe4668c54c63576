import GameState
import Robot

/// A player at a board, for one game.
enum MatchSeat {
    case robot(Searcher, Level)
    case engine(MatchEngine)
    case remote(MatchRemote)

    /// - Parameter stone: the side it plays.
    init(
        _ player: MatchPlayer, as stone: Stone, size: BoardSize, rule: Rule, limits: SearchLimits, seed: UInt64,
        threads: Int = 1, remote: MatchRemote?
    ) throws {
        switch player {
        case .robot(let level):
            self = .robot(Searcher(size: size, rule: rule, tableMegabytes: 64, seed: seed, threads: threads), level)
        case .engine(let path, let arguments):
            var info = [
                "timeout_turn \(limits.milliseconds ?? 1_000_000)", "timeout_match 0", "max_memory 367001600",
                "game_type 1", "rule \(rule.facts.gomocupNumber)",
            ]
            if let nodes = limits.nodes { info.append("max_node \(nodes)") }
            self = .engine(try MatchEngine(path: path, arguments: arguments, size: size, info: info))
        case .remote:
            guard let remote else { throw MatchRemoteFailure.lost("the room was left") }
            try remote.begin(rule: rule, size: size, as: stone)
            self = .remote(remote)
        }
    }

    var isRemote: Bool { if case .remote = self { true } else { false } }

    func move(after moves: [Point], isOpening: Bool, limits: SearchLimits) throws -> Point? {
        switch self {
        case .robot(let searcher, let level):
            searcher.setPosition(moves: moves)
            return searcher.bestMove(level: level, limits: limits)?.move
        case .engine(let engine):
            return try engine.move(
                after: moves, isOpening: isOpening, milliseconds: limits.milliseconds ?? 600_000)
        case .remote(let remote):
            return try remote.move(after: moves, milliseconds: limits.milliseconds ?? 600_000)
        }
    }

    /// - Parameter game: as it was in the end; nil when it was not played.
    func end(_ game: MatchGame?) {
        switch self {
        case .robot: break
        case .engine(let engine): engine.end()
        case .remote(let remote): if let game { remote.finish(game) }
        }
    }
}
