import Dispatch
import GameState

/// A search of the same position on another thread, which fills the table that all of them share (lazy SMP): a search
/// that finds its answers there goes deeper in the same time.
///
/// `@unchecked`: not more than one thread uses it at a time, since it is made ready by the searcher it helps,
/// which waits for its end; the compiler cannot see that.
final class SearchHelper: @unchecked Sendable {
    private let searcher: Searcher
    /// Helpers do not all begin at the same depth, or they would do the same at the same time.
    private let firstDepth: Int

    init(of searcher: Searcher, number: Int) {
        self.searcher = Searcher(
            size: searcher.size, rule: searcher.rule, table: searcher.search.table, threatMegabytes: 0,
            seed: searcher.seed)
        firstDepth = 1 + number % 3
    }

    /// Takes over the position and what is to be searched.
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
    /// Runs `body` while the helpers search `candidates`; they stop when it is done.
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

    /// Puts the same stones on the board, whoever is to move.
    fileprivate func copyPosition(of other: Searcher) {
        clearBoard()
        for cell in other.position.moves { play(cell, Int(other.position.stones[cell]) - 1) }
        if position.turn != other.position.turn { position.pass() }
        position.hash.pointee = other.position.hash.pointee
    }
}
