import GameState
import Synchronization

/// Asks a search to end, or to take less time; may be used from any thread.
public final class StopFlag: Sendable {
    private let raised = Atomic<Bool>(false)
    private let allowed = Atomic<Int>(.max)

    public init() {}

    /// Makes the search end within a few hundred nodes.
    public func stop() { raised.store(true, ordering: .relaxed) }

    public var isRaised: Bool { raised.load(ordering: .relaxed) }

    /// Shortens a search that has a limit of time: it ends so many milliseconds after its start, with what it has found
    /// by then. A longer time than before changes nothing.
    public func allow(milliseconds: Int) { allowed.min(milliseconds, ordering: .relaxed) }

    /// What ``allow(milliseconds:)`` has left a search.
    var allowedMilliseconds: Int { allowed.load(ordering: .relaxed) }
}

/// How long a search may go on. Nil is no limit; with none at all the depth is limited to 12.
public struct SearchLimits: Sendable {
    public var milliseconds: Int?
    /// Same position, level, seed, limits of nodes or depth alone, and a fresh searcher: the same move.
    public var nodes: Int?
    public var depth: Int?

    public init(milliseconds: Int? = nil, nodes: Int? = nil, depth: Int? = nil) {
        self.milliseconds = milliseconds
        self.nodes = nodes
        self.depth = depth
    }
}

/// The move a search chose and why.
public struct SearchResult: Sendable {
    public let move: Point
    /// For the side to move: 100 is about 77% to win; 30000 - n is a five in n plies.
    public let score: Int
    public let depth: Int
    public let nodes: Int
    /// The line expected, the move first.
    public let principalVariation: [Point]
    public let milliseconds: Int

    /// Plies to the five that ends the game, if it is decided; negative when the opponent makes it.
    public var pliesToFive: Int? {
        abs(score) >= Score.decided ? (score > 0 ? Score.win - score : -(Score.win + score)) : nil
    }
}
