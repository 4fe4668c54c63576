import GameState
import Robot

/// A player at a board, for one game.
package protocol MatchSeat {
    /// Whether the player sits in a room of a server.
    var isRemote: Bool { get }

    /// Returns the move after `moves`, or nil if there is no legal move.
    ///
    /// - Parameters:
    ///   - isOpening: whether this is the seat's first move of the game.
    ///   - limits: the limits of the search. For an engine or a remote player, only the time limit
    ///     applies.
    func move(after moves: [Point], isOpening: Bool, limits: SearchLimits) throws -> Point?

    /// Leaves the board.
    ///
    /// - Parameter game: the finished game, or nil if none was played.
    func end(_ game: MatchGame?)
}

/// The robot as a player at a board.
package struct RobotSeat: MatchSeat {
    private let searcher: Searcher
    private let level: Level

    private static let tableMegabytes = 64

    /// - Parameters:
    ///   - seed: the seed of the weaker levels' random choices.
    ///   - threads: the number of threads of one search.
    package init(level: Level, size: BoardSize, rule: Rule, seed: UInt64, threads: Int = 1) {
        searcher = Searcher(
            size: size, rule: rule, tableMegabytes: Self.tableMegabytes, seed: seed, threads: threads)
        self.level = level
    }

    package var isRemote: Bool { false }

    package func move(after moves: [Point], isOpening: Bool, limits: SearchLimits) throws -> Point? {
        searcher.setPosition(moves: moves)
        return searcher.bestMove(level: level, limits: limits)?.move
    }

    package func end(_ game: MatchGame?) {}
}
