import GameState
import Synchronization

/// A thread-safe request to a running search to end, or to use less time.
public final class StopFlag: Sendable {
    private let raised = Atomic<Bool>(false)
    private let allowed = Atomic<Int>(.max)

    public init() {}

    /// Ends the search within a few hundred nodes.
    public func stop() { raised.store(true, ordering: .relaxed) }

    public var isRaised: Bool { raised.load(ordering: .relaxed) }

    /// Shortens a search that has a time limit.
    ///
    /// Ends the search `toMilliseconds` after its start, so that it returns the best move found by
    /// then. Of several calls, the smallest value counts.
    public func limit(toMilliseconds: Int) { allowed.min(toMilliseconds, ordering: .relaxed) }

    /// The smallest time that was passed to ``limit(toMilliseconds:)``; `Int.max` if there was
    /// none.
    var allowedMilliseconds: Int { allowed.load(ordering: .relaxed) }
}

/// Limits of a search. Nil means no limit; without any limit, the depth is limited to 12.
public struct SearchLimits: Sendable {
    public var milliseconds: Int?
    /// The number of nodes.
    ///
    /// With limits of nodes or depth only, a search is deterministic: a fresh searcher chooses the
    /// same move for the same position, level and seed.
    public var nodes: Int?
    public var depth: Int?
    /// Whether half of the search may go to wins that take too long to find in a game. With limits
    /// of at least two seconds or 1,000,000 nodes, a search for a game also looks for them, for a
    /// fifth of its time.
    public var isAnalysis: Bool

    public init(milliseconds: Int? = nil, nodes: Int? = nil, depth: Int? = nil, isAnalysis: Bool = false) {
        self.milliseconds = milliseconds
        self.nodes = nodes
        self.depth = depth
        self.isAnalysis = isAnalysis
    }
}

/// The move that a search chose, with its score and principal variation.
public struct SearchResult: Sendable {
    public let move: Point
    /// The score for the side to move: 100 is about a 77% chance to win, and 30000 - n is a five in
    /// n plies.
    public let score: Int
    public let depth: Int
    public let nodes: Int
    /// The principal variation, which begins with `move`.
    public let principalVariation: [Point]
    public let milliseconds: Int

    /// The number of plies until the five that ends the game, if the game is decided. Negative if
    /// the opponent makes the five.
    public var pliesToFive: Int? {
        abs(score) >= Score.decided ? (score > 0 ? Score.win - score : -(Score.win + score)) : nil
    }
}
