import GameState
import Puzzles
import Robot

/// A maker of puzzles from one game.
///
/// The same game and random numbers give the same puzzles, because each maker has a searcher of its
/// own and limits nodes only.
package struct PuzzleMaker {
    private let search: PuzzleSearch
    private let kinds: Set<Puzzle.Kind>
    private var random: SplitMix
    private var puzzles: [Puzzle] = []
    /// The smallest number of moves after which the side to move was found to win.
    private var earliestWin: Int?

    /// The number of wins tried per kind.
    private static let mostWinsTried = 4
    /// The number of positions without a win after which no more wins by threats are searched.
    private static let mostMisses = 3
    /// The greatest number of positions tried for a defence.
    private static let mostDefencesTried = 5

    package init(_ game: PuzzleGame, kinds: Set<Puzzle.Kind>, seed: UInt64) {
        search = PuzzleSearch(game)
        self.kinds = kinds
        random = SplitMix(seed: seed)
    }

    private var game: PuzzleGame { search.game }

    /// Returns the puzzles of the game, at most one win by fours, one win by threats, one defence
    /// and one drill.
    package mutating func make() -> [Puzzle] {
        makeWins()
        if kinds.contains(.defence) { makeDefence() }
        if kinds.contains(.drill) { makeDrill() }
        return puzzles
    }

    // MARK: Wins

    private mutating func makeWins() {
        var fours: [PuzzleSearch.FoundWin] = []
        var threats: [PuzzleSearch.FoundWin] = []
        var misses = 0
        for count in stride(from: game.moves.count, through: PuzzleSearch.leastStones, by: -1) {
            search.setPosition(after: count)
            // A first move that must stop a four, or that completes a five, is no task.
            if search.searcher.canMakeFive { continue }
            if let found = search.winByFours(after: count) {
                if found.proof.moves > 1 { fours.append(found) }
                earliestWin = count
                continue
            }
            guard misses < Self.mostMisses, search.hasNoWinByFours else { continue }
            guard let found = search.winByThreats(after: count) else {
                misses += 1
                continue
            }
            threats.append(found)
            earliestWin = count
        }
        if kinds.contains(.fours) { makeWin(fours) }
        if kinds.contains(.threats) { makeWin(threats) }
    }

    /// Adds one of the wins: the first complete one of a few, or else one of these.
    private mutating func makeWin(_ found: [PuzzleSearch.FoundWin]) {
        var other: (win: Puzzle.Win, count: Int)?
        var order = found.filter { $0.proof.moves <= PuzzleSearch.mostMoves }.shuffled(using: &random)
        if Bool.random(using: &random) { order.sort { $0.proof.moves > $1.proof.moves } }
        for found in order.prefix(Self.mostWinsTried) {
            guard let win = search.win(found) else { continue }
            other = (win, found.count)
            if win.isComplete { break }
        }
        guard let other, let puzzle = search.puzzle(other.win, after: other.count) else { return }
        puzzles.append(puzzle)
    }

    // MARK: Defences

    private mutating func makeDefence() {
        var tried = 0
        // Just before a win, its loser may still have had a defence.
        let end = earliestWin ?? game.moves.count
        let first = PuzzleSearch.leastStones
        let earlier = Array(first..<max(first, end - 1)).shuffled(using: &random)
        for count in [end - 1] + earlier where count >= first && tried < Self.mostDefencesTried {
            search.setPosition(after: count)
            guard search.searcher.isThreatened(nodes: PuzzleSearch.refutation) else { continue }
            tried += 1
            guard let (proof, features) = PuzzleSearch.defence(search.searcher) else { continue }
            if let puzzle = search.puzzle(.defence(proof), after: count, features: features) { puzzles.append(puzzle) }
            return
        }
    }

    // MARK: Drills

    private static let drillStones = 12...40
    static let drillAnswers = 2...7
    /// The number of games per drill.
    private static let gamesPerDrill = 6

    private mutating func makeDrill() {
        guard Int.random(in: 0..<Self.gamesPerDrill, using: &random) == 0 else { return }
        let counts = Self.drillStones.filter { $0 <= game.moves.count }.shuffled(using: &random)
        let drill = Puzzle.Drill.allCases.filter { $0 != .forbidden || game.rule.facts.forbidsX }
            .randomElement(using: &random)
        guard let drill else { return }
        for count in counts {
            let position = game.position(after: count)
            guard drill != .forbidden || position.turn == .x else { continue }
            search.setPosition(after: count)
            guard !search.searcher.canMakeFive else { continue }
            let answer = DrillAnswer.points(drill, at: position)
            guard Self.drillAnswers.contains(answer.count) else { continue }
            let features = PuzzleFeatures(drill, answers: answer.count)
            if let puzzle = search.puzzle(.drill(drill, answer: answer), after: count, features: features) {
                puzzles.append(puzzle)
            }
            return
        }
    }
}
