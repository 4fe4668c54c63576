import Engines
import GameState
import Robot

extension MatchPlayer {
    /// Takes a seat at a board for one game.
    ///
    /// - Parameters:
    ///   - stone: the side that the player plays.
    ///   - remote: the room of a remote player.
    func seat(
        as stone: Stone, size: BoardSize, rule: Rule, limits: SearchLimits, seed: UInt64, threads: Int,
        remote: MatchRemote?
    ) throws -> any MatchSeat {
        switch self {
        case .robot(let level):
            return RobotSeat(level: level, size: size, rule: rule, seed: seed, threads: threads)
        case .engine(let path, let arguments):
            var info = [
                "timeout_turn \(limits.milliseconds ?? 1_000_000)", "timeout_match 0", "max_memory 367001600",
                "game_type 1", "rule \(rule.facts.gomocupNumber)",
            ]
            if let nodes = limits.nodes { info.append("max_node \(nodes)") }
            return try MatchEngine(path: path, arguments: arguments, size: size, info: info)
        case .remote:
            guard let remote else { throw MatchRemoteFailure.lost("the match has left it") }
            try remote.begin(rule: rule, size: size, as: stone)
            return remote
        }
    }
}

extension MatchEngine: MatchSeat {
    var isRemote: Bool { false }

    func move(after moves: [Point], isOpening: Bool, limits: SearchLimits) throws -> Point? {
        try move(after: moves, isOpening: isOpening, milliseconds: limits.milliseconds ?? 600_000)
    }

    func end(_ game: MatchGame?) { end() }
}

extension MatchRemote: MatchSeat {
    var isRemote: Bool { true }

    func move(after moves: [Point], isOpening: Bool, limits: SearchLimits) throws -> Point? {
        try move(after: moves, milliseconds: limits.milliseconds ?? 600_000)
    }

    func end(_ game: MatchGame?) { if let game { finish(game) } }
}
