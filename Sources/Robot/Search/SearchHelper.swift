import Dispatch
import GameState

/// A search of the same position on another thread, which fills the shared transposition table
/// (lazy SMP). Searches that find results there reach greater depths in the same time.
///
/// `@unchecked` because the compiler cannot see that only one thread uses it at a time. The
/// searcher it helps prepares it, and then waits until it has finished.
final class SearchHelper: @unchecked Sendable {
    private let searcher: Searcher
    /// The depth at which this helper begins. Depths differ so that helpers do not all do the same
    /// work at the same time.
    private let firstDepth: Int

    init(of searcher: Searcher, number: Int) {
        self.searcher = Searcher(
            size: searcher.size, rule: searcher.rule, table: searcher.search.table, threatMegabytes: 0,
            seed: searcher.seed)
        firstDepth = 1 + number % 3
    }

    /// Copies the position and the options of a search.
    func prepare(for other: Searcher, stop: StopFlag) {
        searcher.copyPosition(of: other)
        searcher.search.options = other.search.options
        searcher.control.start(SearchLimits(), stop)
        searcher.search.begin(maximumNodes: nil)
    }

    func run(_ candidates: [RootMove], depth: Int) {
        _ = searcher.search.deepen(candidates, from: min(firstDepth, depth), depth: depth) { _ in true }
    }

    var nodes: Int { searcher.search.state.pointee.nodes }

    func clear() { searcher.clear() }
}

extension Searcher {
    /// Runs `body` while the helpers search `candidates`, then stops the helpers.
    func withHelp<Found>(_ candidates: [RootMove], depth: Int, _ body: () -> Found) -> Found {
        if helpers.isEmpty { return body() }
        let stop = StopFlag()
        let running = DispatchGroup()
        for helper in helpers {
            helper.prepare(for: self, stop: stop)
            DispatchQueue.global().async(group: running) { helper.run(candidates, depth: depth) }
        }
        defer {
            stop.stop()
            running.wait()
            control.helpedNodes = helpers.reduce(0) { $0 + $1.nodes }
        }
        return body()
    }

    /// Copies the stones, the side to move and the hash of another searcher's position.
    fileprivate func copyPosition(of other: Searcher) {
        clearBoard()
        for cell in other.position.moves { play(cell, Int(other.position.stones[cell]) - 1) }
        if position.turn != other.position.turn { position.pass() }
        position.hash.pointee = other.position.hash.pointee
    }
}
