import GameState
import Robot

/// Who plays in a match.
enum MatchPlayer: Equatable {
    case robot(Level)
    case engine(path: String, arguments: [String])

    /// Reads `robot`, `level:N`, or `engine:PATH ARGUMENTS…`.
    init?(_ text: String) {
        if text == "robot" {
            self = .robot(.strongest)
        } else if text.hasPrefix("level:") {
            guard let number = Int(text.dropFirst(6)), let level = Level(number) else { return nil }
            self = .robot(level)
        } else if text.hasPrefix("engine:") {
            let words = text.dropFirst(7).split(separator: " ").map(String.init)
            guard let path = words.first else { return nil }
            self = .engine(path: path, arguments: Array(words.dropFirst()))
        } else {
            return nil
        }
    }

    var name: String {
        switch self {
        case .robot(let level): level == .strongest ? "robot" : "level:\(level.number)"
        case .engine(let path, _): path.split(separator: "/").last.map(String.init) ?? path
        }
    }
}

/// A player at a board, for one game.
enum MatchSeat {
    case robot(Searcher, Level)
    case engine(MatchEngine)

    init(_ player: MatchPlayer, size: BoardSize, rule: Rule, limits: SearchLimits, seed: UInt64) throws {
        switch player {
        case .robot(let level):
            self = .robot(Searcher(size: size, rule: rule, tableMegabytes: 64, seed: seed), level)
        case .engine(let path, let arguments):
            let ids: [Rule: Int] = [.freestyle: 0, .standard: 1, .renju: 4, .caro: 9]
            var info = [
                "timeout_turn \(limits.milliseconds ?? 1_000_000)", "timeout_match 0", "max_memory 367001600",
                "game_type 1", "rule \(ids[rule] ?? 0)",
            ]
            if let nodes = limits.nodes { info.append("max_node \(nodes)") }
            self = .engine(try MatchEngine(path: path, arguments: arguments, size: size, info: info))
        }
    }

    func move(after moves: [Point], isOpening: Bool, limits: SearchLimits) throws -> Point? {
        switch self {
        case .robot(let searcher, let level):
            searcher.setPosition(moves: moves)
            return searcher.bestMove(level: level, limits: limits)?.move
        case .engine(let engine):
            return try engine.move(
                after: moves, isOpening: isOpening, milliseconds: limits.milliseconds ?? 600_000)
        }
    }

    func end() {
        if case .engine(let engine) = self { engine.end() }
    }
}
