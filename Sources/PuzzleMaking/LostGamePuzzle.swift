import GameState
import Puzzles
import Robot

/// A search for one puzzle in a game that a side has lost: a win that this side has missed, or a
/// position in which it has missed the few points that hold.
///
/// The search begins at the end of the game, and ends at the first puzzle.
package struct LostGamePuzzle {
    /// The time limit of the search in milliseconds. The search checks it between its steps, each
    /// of which has a node limit.
    package static let milliseconds = 800
    /// The time after which a win gets no more alternatives, in milliseconds.
    static let alternativesMilliseconds = 480

    private let search: PuzzleSearch
    private let side: Stone
    private let elapsed: () -> Int

    /// - Parameters:
    ///   - side: the side that solves the puzzle.
    ///   - elapsed: the time since the start of the search, in milliseconds.
    package init(_ game: PuzzleGame, for side: Stone, elapsed: @escaping () -> Int) {
        search = PuzzleSearch(game)
        self.side = side
        self.elapsed = elapsed
    }

    private var moves: [Point] { search.game.moves }
    private var isLate: Bool { elapsed() >= Self.milliseconds }

    /// Returns the puzzle, which the checker has accepted. Nil if the search finds none in time.
    package func make() -> Puzzle? {
        for count in stride(from: moves.count, through: PuzzleSearch.leastStones, by: -1)
        where Stone.ofMove(count + 1) == side {
            if isLate { return nil }
            search.setPosition(after: count)
            // A first move that must stop a four, or that completes a five, is no task.
            if search.searcher.canMakeFive { continue }
            if let found = win(after: count) {
                if let puzzle = puzzle(found) { return puzzle }
            } else if let puzzle = defence(after: count) {
                return puzzle
            }
        }
        return nil
    }

    /// Returns a win of the side to move in the searcher's position, which follows `count` moves.
    private func win(after count: Int) -> PuzzleSearch.FoundWin? {
        search.winByFours(after: count) ?? (search.hasNoWinByFours ? search.winByThreats(after: count) : nil)
    }

    private func puzzle(_ found: PuzzleSearch.FoundWin) -> Puzzle? {
        guard found.proof.moves <= PuzzleSearch.mostMoves else { return nil }
        let win = search.win(found, allowsMore: true) { elapsed() < Self.alternativesMilliseconds }
        return win.flatMap { search.puzzle($0, after: found.count) }
    }

    /// Returns the puzzle to hold the searcher's position, if the next move lost the game.
    private func defence(after count: Int) -> Puzzle? {
        guard !isLate, search.searcher.isThreatened(nodes: PuzzleSearch.refutation), loses(after: count) else {
            return nil
        }
        search.setPosition(after: count)
        guard let (proof, features) = PuzzleSearch.defence(search.searcher) else { return nil }
        // The search for a defence has fewer nodes than the search for a win.
        if case .onlyHold(let points) = proof.claim, count < moves.count, points.contains(moves[count]) { return nil }
        return search.puzzle(.defence(proof), after: count, features: features)
    }

    /// Whether the next move lost the game. A player who resigned or ran out of time made none.
    private func loses(after count: Int) -> Bool {
        guard count < moves.count else { return true }
        search.setPosition(after: count + 1)
        return win(after: count + 1) != nil
    }
}
