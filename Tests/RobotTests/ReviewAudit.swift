import GameState

@testable import Robot

/// A search for contradictions between the words, chances and proofs of a review, by the contents
/// of the review alone.
struct ReviewAudit {
    private let review: GameReview
    private let rule: Rule
    private let openingStones: Int
    /// The boards before the first move and after each move.
    private var boards: [Board]
    private var found: [String] = []

    /// Returns the contradictions, each with the number of the move.
    static func contradictions(
        in review: GameReview, size: BoardSize, rule: Rule, openingStones: Int = 0
    ) -> [String] {
        var audit = ReviewAudit(review, size, rule, openingStones)
        for index in review.moves.indices {
            audit.checkMove(index)
            audit.checkBest(index)
            audit.checkGrade(index)
        }
        audit.checkSummary()
        for event in review.events { audit.checkEvent(event) }
        audit.checkMissedEvents()
        return audit.found
    }

    private init(_ review: GameReview, _ size: BoardSize, _ rule: Rule, _ openingStones: Int) {
        self.review = review
        self.rule = rule
        self.openingStones = openingStones
        boards = [Board(size: size)]
        for (index, move) in review.moves.enumerated() {
            var board = boards[index]
            board[move.point] = Stone.ofMove(index + 1)
            boards.append(board)
        }
    }

    private mutating func expect(_ isTrue: Bool, _ index: Int, _ words: String) {
        if !isTrue { found.append("move \(index + 1): \(words)") }
    }

    /// The side that is said to win before a move. Before the first move, nothing is proven.
    private func winner(before index: Int) -> Stone? { index == 0 ? nil : review.moves[index - 1].winner }

    /// The chances of the side that moves, in percent.
    private func chances(_ index: Int) -> (before: Int, after: Int) {
        let before = index == 0 ? review.startChance : review.moves[index - 1].chance
        let after = review.moves[index].chance
        return Stone.ofMove(index + 1) == .x ? (before, after) : (100 - before, 100 - after)
    }

    private func isFive(_ index: Int) -> Bool {
        let move = review.moves[index]
        if case .five = rule.verdict(on: Stone.ofMove(index + 1), at: move.point, of: boards[index]) { return true }
        return false
    }

    // MARK: Moves

    private mutating func checkMove(_ index: Int) {
        let move = review.moves[index]
        let side = Stone.ofMove(index + 1)
        let known: Stone? = move.chance == 100 ? .x : move.chance == 0 ? .o : nil
        expect(move.winner == known, index, "the chance \(move.chance) is not that of \(move.winner as Stone?)")
        expect((0...100).contains(move.chance), index, "the chance \(move.chance)")
        let decided: Stone? =
            move.score >= Score.decided ? side : move.score <= -Score.decided ? side.opponent : nil
        expect(move.winner == decided, index, "the score \(move.score) is not that of the proof")
        if let proof = move.proof {
            expect(proof.winner == move.winner && proof.decides, index, "the proof is of another result")
            check(proof, index, after: index + 1)
        } else if move.winner != nil {
            expect(move.winner == side && isFive(index), index, "a result without a proof")
        }
        if let before = winner(before: index), before != side {
            expect(move.winner == before, index, "a proven loss was escaped")
        }
        if index > 0 {
            let score = -review.moves[index - 1].score
            expect(move.bestScore == max(score, move.score), index, "two scores for one position")
        }
    }

    private mutating func checkBest(_ index: Int) {
        let move = review.moves[index]
        let side = Stone.ofMove(index + 1)
        if let best = move.best {
            let verdict = rule.verdict(on: side, at: best, of: boards[index])
            let isPlayable = if case .five = verdict { true } else { verdict == .legal }
            expect(isPlayable, index, "the best move cannot be played")
        }
        switch (winner(before: index), move.winner) {
        case (side, side): expect(move.best == move.point, index, "a winning move is not the best one")
        case (side, _): expect(move.best != nil && move.best != move.point, index, "the missed win is not named")
        case (nil, side.opponent): expect(move.best != move.point, index, "a losing move is called the best one")
        default: break
        }
    }

    /// Chances are rounded, so the limits of the grades may be off by one.
    private mutating func checkGrade(_ index: Int) {
        let move = review.moves[index]
        let side = Stone.ofMove(index + 1)
        let chances = chances(index)
        let loss = chances.before - chances.after
        let before = winner(before: index)
        switch move.kind {
        case .opening: expect(index < openingStones, index, "graded as a stone of the opening")
        case .missedWin: expect(before == side && move.winner != side, index, "no win was missed")
        case .good: expect(loss <= 10, index, "a good move that lost \(loss)%")
        case .inaccuracy: expect((9...21).contains(loss), index, "inaccuracy: \(loss)%")
        case .mistake: expect((19...31).contains(loss), index, "mistake: \(loss)%")
        case .blunder: expect(loss >= 29, index, "blunder: \(loss)%")
        }
        let isMissed = index > 0 && before == side && move.winner != side && index >= openingStones
        expect(isMissed == (move.kind == .missedWin), index, "graded \(move.kind) beside the proofs")
        let isJudged = index >= openingStones && before != side.opponent
        expect(isJudged == (move.accuracy != nil), index, "judged although lost, or not judged")
        guard let accuracy = move.accuracy else { return }
        switch move.kind {
        case .opening: break
        case .good: expect((63...100).contains(accuracy), index, "good: \(accuracy)")
        case .missedWin: expect(accuracy <= 64, index, "missed win: \(accuracy)")
        case .inaccuracy: expect((39...65).contains(accuracy), index, "inaccuracy: \(accuracy)")
        case .mistake: expect((23...41).contains(accuracy), index, "mistake: \(accuracy)")
        case .blunder: expect(accuracy <= 26, index, "blunder: \(accuracy)")
        }
    }

    // MARK: The game

    private mutating func checkSummary() {
        for stone in Stone.allCases {
            let own = review.moves.indices.filter { Stone.ofMove($0 + 1) == stone }.map { review.moves[$0] }
                .filter(\.isSettled)
            for kind in GameReview.Kind.allCases {
                let count = review.summary[stone].counts[kind] ?? 0
                expect(count == own.count { $0.kind == kind }, 0, "\(stone) has \(count) of \(kind)")
            }
            let accuracies = own.compactMap(\.accuracy)
            let accuracy = review.summary[stone].accuracy
            let isKnown = review.moves.allSatisfy(\.isSettled) && !accuracies.isEmpty
            expect((accuracy != nil) == isKnown, 0, "the accuracy of \(stone)")
            if let accuracy, let least = accuracies.min(), let most = accuracies.max() {
                expect((least - 1...most).contains(accuracy), 0, "the accuracy \(accuracy) of \(stone)")
                expect(accuracy < 97 || least > 60, 0, "a mistake left \(stone) with \(accuracy)%")
            }
        }
        if let turn = review.turningPoint {
            let kind = review.moves[turn - 1].kind
            expect(kind != .good && kind != .opening, turn - 1, "the turning point is \(kind)")
        }
    }

    // MARK: Events

    private mutating func check(_ proof: CheckedProof, _ index: Int, after count: Int) {
        let position = Proof.Position(rule: rule, board: boards[count], turn: Stone.ofMove(count + 1))
        expect(proof.proof.position == position, index, "a proof about another position")
        do { try ProofChecker.check(proof.proof) } catch { expect(false, index, "a false proof: \(error)") }
        var board = boards[count]
        var side = position.turn
        for point in proof.line {
            expect(board[point] == nil, index, "the line of a proof cannot be played")
            if side != proof.winner {
                expect(rule.verdict(on: side, at: point, of: board) == .legal, index, "an illegal reply in a line")
            }
            board[point] = side
            side = side.opponent
        }
    }

    private mutating func checkEvent(_ event: GameReview.Event) {
        let index = event.move - 1
        let move = review.moves[index]
        switch event.kind {
        case .gaveUpWin:
            expect(event.side == Stone.ofMove(event.move) && move.kind == .missedWin, index, "no win was given up")
            expect(event.proof.winner == event.side && event.proof.decides, index, "a win of the other side")
            expect(
                move.best == event.proof.proof.firstMove || event.proof.proof.firstMove == nil, index,
                "another win is best")
            check(event.proof, index, after: index)
        case .lost:
            expect(event.side == Stone.ofMove(event.move), index, "the other side moved")
            expect(move.winner == event.side.opponent && event.proof == move.proof, index, "the move did not lose")
            let loss = chances(index).before - chances(index).after
            expect(move.kind != .good && loss >= 9, index, "a losing move that cost nothing")
        case .lostFromHere:
            expect(event.side != Stone.ofMove(event.move), index, "the side that lost is not to move")
            let rest = review.moves[index...]
            expect(rest.allSatisfy { $0.winner == event.side.opponent }, index, "the loss was escaped")
            expect(event.proof == move.proof && event.proof.decides, index, "a loss without a proof")
        case .missedOnlyMove:
            expect(event.side == Stone.ofMove(event.move) && move.winner == event.side.opponent, index, "it held")
            expect(winner(before: index) == nil, index, "only moves in a decided position")
            expect(!event.points.isEmpty && !event.points.contains(move.point), index, "the only move was played")
            expect(move.best.map(event.points.contains) == true, index, "a losing move is called the best one")
            check(event.proof, index, after: index)
        }
    }

    private mutating func checkMissedEvents() {
        expect(review.events.count { $0.kind == .lostFromHere } <= 1, 0, "lost from two moves on")
        let numbers = review.events.map(\.move)
        expect(numbers == numbers.sorted(), 0, "events out of order")
        for (index, move) in review.moves.enumerated() {
            let side = Stone.ofMove(index + 1)
            let own = review.events.filter { $0.move == index + 1 }.map(\.kind)
            let isLost = move.isSettled && move.winner == side.opponent && ![.good, .opening].contains(move.kind)
            expect(isLost == own.contains(.lost), index, "an event is missing, or too many")
        }
    }
}
