import Cryptography
import GameState
import Robot
import Wire

/// A part of an analysis that runs on a thread without a pause.
enum AnalysisStep: Equatable, Sendable {
    /// A first search that takes a few milliseconds.
    case look(milliseconds: Int)
    /// Shows the stored findings.
    case recall
    /// A search for the best moves, with a time for each of them.
    case lines(Int, milliseconds: Int)
    /// A search for a proof that the side to move wins, with a time for it.
    case win(milliseconds: Int)
    /// A search for proofs that moves lose, with a time for all of them and a limit for each. At
    /// most `lines` other moves are shown.
    case defence(nodes: Int, lines: Int, milliseconds: Int)
}

/// A step of an analysis with all that it needs.
struct AnalysisTask: Sendable {
    /// The number of the analysis.
    let number: Int
    let step: AnalysisStep
    /// The position in its standard orientation.
    let position: Proof.Position
    /// The symmetry from the standard orientation to the client's.
    let symmetry: Symmetry
    let findings: AnalysisFindings
    /// The claims in the client's orientation that earlier steps have made.
    let shown: [AnalysisFindings.Claim]
    let stop: StopFlag
}

/// The result of a step.
package struct AnalysisResult: Sendable {
    let task: AnalysisTask
    /// The number of the searcher, or nil for a step that needs none.
    let searcher: Int?
    let findings: AnalysisFindings
    /// The claims of the findings in the client's orientation.
    let shown: [AnalysisFindings.Claim]
    /// The number of proofs that the checker refused; there should be none.
    let refused: Int
    /// The processor time of the step, in milliseconds.
    let took: Int
}

/// The thinking of an analysis: pure functions that run on any thread.
struct AnalysisBrain {
    /// The least time that a step counts in the budget of its analysis, in milliseconds. So steps
    /// without work come to an end.
    private static let leastMilliseconds = 10
    /// The fours that the solver may try for a proof of a win that the search has seen.
    private static let fours = (look: 2_000, later: 20_000)
    /// The most time of a check, in milliseconds, during a first look and later.
    private static let check = (look: 8, later: 250)
    /// The divisors of the time of a ``AnalysisStep/defence(nodes:lines:milliseconds:)``. At most
    /// one half of it goes to the proof that all moves but a few lose. At most one quarter goes to
    /// lines that begin with moves which this proof leaves open, and which the search's lines lack.
    private static let onlyMovesPart = 2, otherLinesPart = 4
    /// The maximum number of moves for which a refutation of their own is looked for in a step.
    private static let refutations = 4

    private let searcher: Searcher
    private let task: AnalysisTask
    private var findings: AnalysisFindings
    private var refused = 0

    private init(_ task: AnalysisTask, _ searcher: Searcher) {
        self.task = task
        self.searcher = searcher
        findings = task.findings
    }

    static func result(of task: AnalysisTask, with searcher: Searcher, number: Int, clock: @Sendable () -> Int)
        -> AnalysisResult
    {
        let began = clock()
        var brain = AnalysisBrain(task, searcher)
        if !task.stop.isRaised { brain.run() }
        let shown = shown(&brain.findings, of: task)
        let took = clock() - began
        brain.findings.milliseconds += max(took, leastMilliseconds)
        return AnalysisResult(
            task: task, searcher: number, findings: brain.findings, shown: shown, refused: brain.refused, took: took)
    }

    /// Returns the result of a task that shows its stored findings.
    static func recalled(_ task: AnalysisTask) -> AnalysisResult {
        var findings = task.findings
        let shown = shown(&findings, of: task)
        return AnalysisResult(task: task, searcher: nil, findings: findings, shown: shown, refused: 0, took: 0)
    }

    /// Returns the claims rotated and mirrored to the client's orientation. Removes a claim from
    /// the findings if that is impossible.
    private static func shown(_ findings: inout AnalysisFindings, of task: AnalysisTask) -> [AnalysisFindings.Claim] {
        var shown: [AnalysisFindings.Claim] = []
        for claim in findings.claims {
            // Two claims about a symmetric position can have the same proof, turned.
            let known = zip(task.findings.claims, task.shown).first { $0.0 == claim }?.1
            if let image = known ?? claim.image(under: task.symmetry, on: task.position.board.size) {
                shown.append(image)
            } else {
                findings.remove(claim)
            }
        }
        return shown
    }

    private mutating func run() {
        searcher.setPosition(board: task.position.board, turn: task.position.turn)
        switch task.step {
        case .recall: break
        case .look(let milliseconds):
            let limits = SearchLimits(milliseconds: milliseconds)
            searcher.bestMove(level: .strongest, limits: limits, stop: task.stop).map { findings.take([$0]) }
            guard findings.believesInWin else { return }
            add(
                searcher.proofByFours(nodes: Self.fours.look, milliseconds: milliseconds, stop: task.stop),
                checkedWithin: Self.check.look)
        case .lines(let count, let milliseconds):
            let limits = SearchLimits(milliseconds: milliseconds * count)
            findings.take(searcher.bestMoves(count, level: .strongest, limits: limits, stop: task.stop))
            guard findings.believesInWin else { return }
            add(searcher.proofByFours(nodes: Self.fours.later, milliseconds: milliseconds, stop: task.stop))
        case .win(let milliseconds):
            add(
                searcher.proofByThreats(
                    nodes: .max, remembers: true, milliseconds: milliseconds, stop: task.stop))
        case .defence(let nodes, let lines, let milliseconds): defend(nodes, lines, milliseconds)
        }
    }

    private mutating func defend(_ nodes: Int, _ lines: Int, _ milliseconds: Int) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        add(
            searcher.proofOfOnlyMoves(
                nodes: nodes, milliseconds: milliseconds / Self.onlyMovesPart, stop: task.stop))
        let suspects = findings.lines.filter { line in
            line.score < 0 && !findings.claims.contains { $0.claim == .loses(line.cell) }
                && findings.holding?.contains(line.cell) != true
        }
        for line in suspects.prefix(Self.refutations) {
            let left = Int((end - .now) / .milliseconds(1))
            if task.stop.isRaised || left <= 0 { return }
            add(searcher.refutation(of: line.cell, nodes: nodes, milliseconds: left, stop: task.stop))
        }
        guard let holding = findings.holding else { return }
        // The search might have overlooked the moves that hold.
        let missing = task.position.board.size.points.filter { point in
            holding.contains(point) && !findings.lines.contains { $0.cell == point }
        }
        let present = findings.lines.count { $0.proof == nil }
        for point in missing.prefix(max(0, lines - present)) where !task.stop.isRaised {
            appraise(point, milliseconds: max(1, milliseconds / (lines * Self.otherLinesPart)))
        }
    }

    /// Adds the line that begins with the move.
    private mutating func appraise(_ point: Point, milliseconds: Int) {
        var board = task.position.board
        board[point] = task.position.turn
        searcher.setPosition(board: board, turn: task.position.turn.opponent)
        let limits = SearchLimits(milliseconds: milliseconds)
        guard let answer = searcher.bestMove(level: .strongest, limits: limits, stop: task.stop) else { return }
        findings.add(
            AnalysisFindings.Line(
                cell: point, score: -answer.score, chance: AnalysisFindings.chance(-answer.score),
                line: [point] + answer.principalVariation))
    }

    /// Adds the claim of the proof if the checker accepts it in time.
    private mutating func add(_ proof: Proof?, checkedWithin milliseconds: Int = check.later) {
        guard let proof else { return }
        let (stop, end) = (task.stop, ContinuousClock.now + .milliseconds(milliseconds))
        do {
            try ProofChecker.check(proof) { stop.isRaised || ContinuousClock.now >= end }
        } catch {
            if error.reason != .stopped { refused += 1 }
            return
        }
        findings.add(
            AnalysisFindings.Claim(
                proof.claim, means: proof.means, moves: proof.moves, name: proof.name, proof: proof.bytes,
                line: proof.mainLine))
    }
}

extension Proof {
    /// The name of the proof, which all its images share: the first half of the SHA-256 of the
    /// standard orientation's bytes.
    var name: String { ProofText.text(of: Array(sha256(oriented.proof.bytes).prefix(16))) }
}
