import GameState
import Puzzles

/// A walk along the longest line of a win, which notes its themes.
struct WinningLine {
    private let proof: Proof
    private let rule: Rule
    private var board: Board
    private(set) var themes: Set<Puzzle.Theme> = []
    private var moves: [Point] = []

    init(_ proof: Proof) {
        self.proof = proof
        rule = proof.position.rule
        board = proof.position.board
    }

    mutating func follow() {
        var place = PuzzlePaths.Place(proof)
        noteFirstMove()
        while let move = place.move {
            board = place.position.board
            board[move] = proof.winner
            moves.append(move)
            noteRows()
            guard let next = place.next else {
                noteEnd()
                return
            }
            if PuzzleFeatures.hasFive(proof.winner.opponent, on: next.position.board, rule) {
                themes.insert(.counterFour)
            }
            place = next
        }
    }

    private mutating func noteFirstMove() {
        guard case .node(let index) = proof.root.rest, case .node(let rest) = proof.nodes[index].replies.rest else {
            return
        }
        let answer = proof.nodes[rest].replies
        themes.insert(answer.rest == .five && answer.named.isEmpty ? .threeFirst : .quietFirst)
    }

    /// Notes how the last move decides the game.
    private mutating func noteEnd() {
        let fives = points { if case .five = $0 { true } else { false } }
        guard let last = moves.last else { return }
        if fives.count == 1, let five = fives.first {
            if case .forbidden(let why) = rule.verdict(on: proof.winner.opponent, at: five, of: board) {
                themes.insert(.forbiddenCatch)
                if why == .doubleThree { themes.insert(.doubleThreeTrap) }
                if why == .overline { themes.insert(.overline) }
            }
            return
        }
        let straight = Direction.allCases.first { direction in
            let run = board.run(of: proof.winner, through: last, along: direction)
            guard run.count == 4, let first = run.first, let end = run.last else { return false }
            return fives.contains(first.stepping(-1, toward: direction))
                && fives.contains(end.stepping(toward: direction))
        }
        guard let straight else {
            themes.insert(.fourFour)
            return
        }
        let run = board.run(of: proof.winner, through: last, along: straight)
        if moves.count > 1, run.contains(moves[moves.count - 2]) { themes.insert(.fourThree) }
    }

    /// Notes rows that would win under the rule of freestyle, but do not here.
    private mutating func noteRows() {
        guard !themes.contains(.exactFive) || !themes.contains(.closedRow) else { return }
        guard let last = moves.last else { return }
        for direction in Direction.allCases {
            for step in -4...4 {
                let point = last.stepping(step, toward: direction)
                guard board.size.contains(point), board[point] == nil else { continue }
                let run = board.run(of: proof.winner, through: point, along: direction)
                guard run.count >= 5, run.contains(last) else { continue }
                if case .five = rule.verdict(on: proof.winner, at: point, of: board) {
                    if run.count > 5 { themes.insert(.overline) }
                } else {
                    themes.insert(run.count > 5 ? .exactFive : .closedRow)
                }
            }
        }
        if rule.facts.forbidsX && proof.winner == .x && themes.remove(.exactFive) != nil { themes.insert(.overline) }
    }

    private func points(_ isWanted: (Verdict) -> Bool) -> [Point] {
        board.size.points.filter { isWanted(rule.verdict(on: proof.winner, at: $0, of: board)) }
    }
}
