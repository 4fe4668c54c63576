import GameState
import Puzzles
import Robot

/// A maker of puzzles from one game.
///
/// The same game and random numbers give the same puzzles, because each maker has a searcher of its
/// own and limits nodes only.
struct PuzzleMaker {
    private let game: PuzzleGame
    private let kinds: Set<Puzzle.Kind>
    private let searcher: Searcher
    private var random: SplitMix
    private var puzzles: [Puzzle] = []
    /// The smallest number of moves after which the side to move was found to win.
    private var earliestWin: Int?

    /// The greatest numbers of fours, and of moves that the solver searches, for the main proof.
    private static let fours = 2_000
    private static let threats = 2_500
    /// The greatest number of moves that the solver searches to refute one point of a defence.
    private static let refutation = 600
    /// The limits of the moves that the solver searches for another winning move. Within them, it
    /// is twice the work of the main proof.
    private static let alternative = 800...2_500
    /// The greatest number of winning first moves.
    private static let mostFirstMoves = 3
    /// The greatest length of a win, and the number of wins tried per kind.
    private static let mostMoves = 14
    private static let mostWinsTried = 4
    /// The number of positions without a win after which no more wins by threats are searched.
    private static let mostMisses = 3
    /// The greatest size of all proofs of a puzzle.
    private static let mostBytes = 1_500
    /// Positions with fewer stones are openings.
    private static let leastStones = 8
    /// The greatest number of positions tried for a defence.
    private static let mostDefencesTried = 5
    /// The least number of plausible points that a defence must avoid.
    private static let leastWrongPoints = 2

    init(_ game: PuzzleGame, kinds: Set<Puzzle.Kind>, seed: UInt64) {
        self.game = game
        self.kinds = kinds
        searcher = Searcher(size: game.size, rule: game.rule, tableMegabytes: 1)
        random = SplitMix(seed: seed)
    }

    /// Returns the puzzles of the game, at most one win by fours, one win by threats, one defence
    /// and one drill.
    mutating func make() -> [Puzzle] {
        makeWins()
        if kinds.contains(.defence) { makeDefence() }
        if kinds.contains(.drill) { makeDrill() }
        return puzzles
    }

    private func setPosition(after count: Int) { searcher.setPosition(moves: Array(game.moves.prefix(count))) }

    private mutating func add(_ task: Puzzle.Task, after count: Int, features: PuzzleFeatures) {
        let position = game.position(after: count)
        let last = count > 0 ? game.moves[count - 1] : nil
        guard
            let puzzle = try? Puzzle(
                task, at: position, last: last, themes: features.themes, rating: features.rating),
            (try? PuzzleChecker.check(puzzle)) != nil
        else { return }
        puzzles.append(puzzle)
    }

    // MARK: Wins

    /// A position that the side to move wins.
    private struct Candidate {
        let count: Int
        let proof: Proof
        let isShortest: Bool
        let work: Int
    }

    private mutating func makeWins() {
        var fours: [Candidate] = []
        var threats: [Candidate] = []
        var misses = 0
        for count in stride(from: game.moves.count, through: Self.leastStones, by: -1) {
            setPosition(after: count)
            // A first move that must stop a four, or that completes a five, is no task.
            if searcher.canMakeFive { continue }
            if let found = searcher.proofByFewestFours(nodes: Self.fours) {
                if found.proof.moves > 1 {
                    fours.append(Candidate(count: count, proof: found.proof, isShortest: found.isShortest, work: 0))
                }
                earliestWin = count
                continue
            }
            guard misses < Self.mostMisses, searcher.winsByFours(nodes: Self.fours) == false else { continue }
            guard let found = searcher.proofOfThreats(nodes: Self.threats) else {
                misses += 1
                continue
            }
            threats.append(Candidate(count: count, proof: found.proof, isShortest: false, work: found.work))
            earliestWin = count
        }
        if kinds.contains(.fours) { makeWin(fours) }
        if kinds.contains(.threats) { makeWin(threats) }
    }

    /// Adds one of the candidates: the first complete one of a few, or else one of these.
    private mutating func makeWin(_ candidates: [Candidate]) {
        var other: (win: Puzzle.Win, count: Int)?
        var order = candidates.filter { $0.proof.moves <= Self.mostMoves }.shuffled(using: &random)
        if Bool.random(using: &random) { order.sort { $0.proof.moves > $1.proof.moves } }
        for candidate in order.prefix(Self.mostWinsTried) {
            guard let win = win(candidate) else { continue }
            other = (win, candidate.count)
            if win.isComplete { break }
        }
        guard let other else { return }
        setPosition(after: other.count)
        guard let features = PuzzleFeatures(other.win, attackingPoints: searcher.attackingPoints) else { return }
        add(.win(other.win), after: other.count, features: features)
    }

    /// Returns the win with its alternatives. Nil if there are too many winning first moves, or if
    /// the proofs are too large.
    private func win(_ candidate: Candidate) -> Puzzle.Win? {
        let nodes = min(max(2 * candidate.work, Self.alternative.lowerBound), Self.alternative.upperBound)
        let position = candidate.proof.position
        guard let first = candidate.proof.firstMove else { return nil }
        searcher.setPosition(board: position.board, turn: position.turn)
        let found = searcher.winningMoves(besides: [first], nodes: nodes, most: Self.mostFirstMoves)
        var proofs = [candidate.proof] + found.proofs
        guard proofs.count <= Self.mostFirstMoves else { return nil }
        // The shortest proof is the main one.
        if !candidate.isShortest { proofs.sort { $0.moves < $1.moves } }
        guard proofs[0].means == candidate.proof.means else { return nil }
        var book = PuzzleWinBook(proofs, isComplete: found.isComplete)
        while let place = book.next(), let move = place.move {
            searcher.setPosition(board: place.position.board, turn: place.position.turn)
            let later = searcher.winningMoves(besides: [move], nodes: nodes, most: PuzzleWinBook.mostLaterMoves)
            book.add(later.proofs, at: place, isComplete: later.isComplete)
        }
        guard book.bytes <= Self.mostBytes else { return nil }
        return Puzzle.Win(
            proofs[0], isShortest: candidate.isShortest, alternatives: book.alternatives, isComplete: book.isComplete)
    }

    // MARK: Defences

    private mutating func makeDefence() {
        var tried = 0
        // Just before a win, its loser may still have had a defence.
        let end = earliestWin ?? game.moves.count
        let earlier = Array(Self.leastStones..<max(Self.leastStones, end - 1)).shuffled(using: &random)
        for count in [end - 1] + earlier where count >= Self.leastStones && tried < Self.mostDefencesTried {
            setPosition(after: count)
            guard searcher.isThreatened(nodes: Self.refutation) else { continue }
            tried += 1
            guard let (proof, features) = Self.defence(searcher) else { continue }
            add(.defence(proof), after: count, features: features)
            return
        }
    }

    /// Returns the proof of a defence in the searcher's position. Nil if it is no task: too many
    /// points hold, too few plausible ones lose, fours give it away, or the proof is too large.
    static func defence(_ searcher: Searcher) -> (proof: Proof, features: PuzzleFeatures)? {
        guard let proof = searcher.proofOfDefence(nodes: refutation, most: Puzzle.mostHolds),
            proof.root.named.count >= leastWrongPoints, proof.bytes.count <= mostBytes
        else { return nil }
        let features = PuzzleFeatures(defence: proof)
        return features.isGivenAway ? nil : (proof, features)
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
            setPosition(after: count)
            guard !searcher.canMakeFive else { continue }
            let answer = DrillAnswer.points(drill, at: position)
            guard Self.drillAnswers.contains(answer.count) else { continue }
            add(.drill(drill, answer: answer), after: count, features: PuzzleFeatures(drill, answers: answer.count))
            return
        }
    }
}
