import GameState
import Puzzles
import Robot

/// The searches that turn the positions of a game into puzzles.
///
/// Only nodes are limited, and searches reuse the results of earlier ones. So equal calls in the
/// same order give equal puzzles.
struct PuzzleSearch {
    /// A position that the side to move wins.
    struct FoundWin {
        /// The number of moves before the position.
        let count: Int
        let proof: Proof
        let isShortest: Bool
        /// The number of moves that the solver searched for a win by threats; 0 for fours.
        let work: Int
    }

    let game: PuzzleGame
    let searcher: Searcher

    /// The greatest numbers of fours, and of moves that the solver searches, for the main proof.
    private static let fours = 2_000
    private static let threats = 2_500
    /// The greatest number of moves that the solver searches to refute one point of a defence.
    static let refutation = 600
    /// The limits of the moves that the solver searches for another winning move. Within them, it
    /// is twice the work of the main proof.
    private static let alternative = 800...2_500
    /// The greatest number of winning first moves.
    private static let mostFirstMoves = 3
    /// The greatest length of a win.
    static let mostMoves = 14
    /// The greatest size of all proofs of a puzzle.
    private static let mostBytes = 1_500
    /// Positions with fewer stones are openings.
    static let leastStones = 8
    /// The least number of plausible points that a defence must avoid.
    private static let leastWrongPoints = 2

    init(_ game: PuzzleGame) {
        self.game = game
        searcher = Searcher(size: game.size, rule: game.rule, tableMegabytes: 1)
    }

    func setPosition(after count: Int) { searcher.setPosition(moves: Array(game.moves.prefix(count))) }

    /// Returns the puzzle with that task. Nil if the checker does not accept it.
    func puzzle(_ task: Puzzle.Task, after count: Int, features: PuzzleFeatures) -> Puzzle? {
        let position = game.position(after: count)
        let last = count > 0 ? game.moves[count - 1] : nil
        guard
            let puzzle = try? Puzzle(
                task, at: position, last: last, themes: features.themes, rating: features.rating),
            (try? PuzzleChecker.check(puzzle)) != nil
        else { return nil }
        return puzzle
    }

    // MARK: Wins

    /// Returns a win by fours in the searcher's position, which follows `count` moves.
    func winByFours(after count: Int) -> FoundWin? {
        searcher.proofByFewestFours(nodes: Self.fours).map {
            FoundWin(count: count, proof: $0.proof, isShortest: $0.isShortest, work: 0)
        }
    }

    /// Whether the solver has searched through all fours of the searcher's position without a win.
    var hasNoWinByFours: Bool { searcher.winsByFours(nodes: Self.fours) == false }

    /// Returns a win by threats in the searcher's position, which follows `count` moves.
    func winByThreats(after count: Int) -> FoundWin? {
        searcher.proofOfThreats(nodes: Self.threats).map {
            FoundWin(count: count, proof: $0.proof, isShortest: false, work: $0.work)
        }
    }

    /// Returns the win with its alternatives. Nil if the proofs are too large.
    ///
    /// - Parameters:
    ///   - allowsMore: Whether a win may have more winning first moves than a puzzle names. The
    ///     result is nil or incomplete then.
    ///   - mayGoOn: Whether there is time to search one more move. Without time, the win is
    ///     incomplete.
    func win(_ found: FoundWin, allowsMore: Bool = false, while mayGoOn: () -> Bool = { true }) -> Puzzle.Win? {
        let nodes = min(max(2 * found.work, Self.alternative.lowerBound), Self.alternative.upperBound)
        let position = found.proof.position
        guard let first = found.proof.firstMove else { return nil }
        func winningMoves(in position: Proof.Position, besides known: Point, most: Int) -> Searcher.WinningMoves? {
            guard mayGoOn() else { return nil }
            searcher.setPosition(board: position.board, turn: position.turn)
            return searcher.winningMoves(besides: [known], nodes: nodes, most: most, while: mayGoOn)
        }
        let others = winningMoves(in: position, besides: first, most: Self.mostFirstMoves)
        var proofs = [found.proof] + (others?.proofs ?? [])
        guard proofs.count <= Self.mostFirstMoves || allowsMore else { return nil }
        // The shortest proof is the main one.
        if !found.isShortest { proofs.sort { $0.moves < $1.moves } }
        guard proofs[0].means == found.proof.means else { return nil }
        var isComplete = others?.isComplete ?? false
        if proofs.count > Self.mostFirstMoves {
            proofs.removeSubrange(Self.mostFirstMoves...)
            isComplete = false
        }
        var book = PuzzleWinBook(proofs, isComplete: isComplete)
        while let place = book.next(), let move = place.move {
            let later = winningMoves(in: place.position, besides: move, most: PuzzleWinBook.mostLaterMoves)
            book.add(later?.proofs ?? [], at: place, isComplete: later?.isComplete ?? false)
        }
        guard book.bytes <= Self.mostBytes else { return nil }
        return Puzzle.Win(
            proofs[0], isShortest: found.isShortest, alternatives: book.alternatives, isComplete: book.isComplete)
    }

    /// Returns the puzzle whose task is the win after `count` moves.
    func puzzle(_ win: Puzzle.Win, after count: Int) -> Puzzle? {
        setPosition(after: count)
        guard let features = PuzzleFeatures(win, attackingPoints: searcher.attackingPoints) else { return nil }
        return puzzle(.win(win), after: count, features: features)
    }

    // MARK: Defences

    /// Returns the proof of a defence in the searcher's position. Nil if it is no task: too many
    /// points hold, too few plausible ones lose, fours give it away, or the proof is too large.
    static func defence(_ searcher: Searcher) -> (proof: Proof, features: PuzzleFeatures)? {
        guard let proof = searcher.proofOfDefence(nodes: refutation, most: Puzzle.mostHolds),
            proof.root.named.count >= leastWrongPoints, proof.bytes.count <= mostBytes
        else { return nil }
        let features = PuzzleFeatures(defence: proof)
        return features.isGivenAway ? nil : (proof, features)
    }
}
