import GameState
import Puzzles

/// Sentences about puzzles.
extension Words {
    func name(_ subject: PuzzleFilter.Subject) -> String {
        switch subject {
        case .kind(let kind): puzzleKinds(kind)
        case .theme(let theme): puzzleThemes(theme)
        }
    }

    /// Returns the person's task.
    func task(_ puzzle: Puzzle) -> String {
        let side = side(puzzle.position.turn)
        if case .drill(let drill, let answer) = puzzle.task {
            return puzzleAsks(drill, number: answer.count, side: side)
        }
        return puzzleTasks(puzzle.kind, side: side) ?? puzzleKinds(puzzle.kind)
    }

    /// Returns the facts about a puzzle; after it, also the length of the win.
    func facts(_ puzzle: Puzzle, isOver: Bool) -> String {
        var facts = [ruleWords(puzzle.position.rule), puzzleRating("\(puzzle.rating)")]
        if isOver, case .win(let win) = puzzle.task {
            facts.append(win.isShortest ? puzzleMoves(win.proof.moves) : puzzleMovesUpTo(win.proof.moves))
        }
        return facts.joined(separator: " · ")
    }

    /// Returns what the puzzle is about, which would be a hint before its end.
    func subjects(_ puzzle: Puzzle) -> String {
        let themes = Puzzle.Theme.allCases.filter(puzzle.themes.contains).map { puzzleThemes($0) }
        return ([puzzleKinds(puzzle.kind)] + themes).joined(separator: " · ")
    }

    /// Returns the result of a run that is over, and that of the last try. Empty before the first
    /// one.
    func result(_ session: PuzzleSession) -> String {
        var sentences: [String] = []
        if let run = session.run, run.isOver {
            sentences.append(run.mode == .streak ? puzzleStreakOver(run.solved) : puzzleSprintOver(run.solved))
        }
        guard let attempt = session.attempt else { return sentences.joined(separator: " ") }
        sentences.append(result(attempt, session))
        if attempt.state != .open, session.counted != nil, session.gain != 0 {
            let gain = (session.gain > 0 ? "+" : "−") + "\(abs(session.gain))"
            sentences.append(puzzleGain(gain: gain, rating: "\(session.progress.rating.points)"))
        }
        return sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func result(_ attempt: PuzzleAttempt, _ session: PuzzleSession) -> String {
        let puzzle = attempt.puzzle
        if attempt.state != .open, let sentence = solution(of: puzzle, choice: attempt.choice) { return sentence }
        if session.showsRefutation { return puzzleRefuted }
        switch attempt.state {
        case .givenUp: return puzzleSolution
        case .solved:
            let isLate = attempt.mistakes > 0 || session.isHelped || session.counted == false
            return (isLate ? puzzleSolvedLate : puzzleSolved) + (attempt.isLonger ? " " + puzzleLonger : "")
        case .open: break
        }
        if let hint = session.hint { return puzzleHinted(puzzle.position.board.size.name(of: hint)) }
        return result(session.verdict, attempt)
    }

    /// Returns the solution of a puzzle that asks for the better side, with the chance. Nil for
    /// other puzzles.
    ///
    /// - Parameter choice: the side that the person has chosen, or nil if they gave up.
    func solution(of puzzle: Puzzle, choice: Stone?) -> String? {
        guard case .balance(let chance) = puzzle.task else { return nil }
        let right = choice.map { puzzle.result(ofChoosing: $0) == .solved ? puzzleSolved : puzzleWrongSide }
        let percent = Int((Double(chance) / 10).rounded())
        return puzzleChances(chance: "\(percent)", right: right ?? puzzleSolution, side: side(puzzle.position.turn))
    }

    /// Returns the result of the last try of an attempt that goes on. Empty before the first one.
    func result(_ verdict: PuzzleAttempt.Verdict?, _ attempt: PuzzleAttempt) -> String {
        switch verdict {
        case .wrong: return attempt.isDrill ? puzzleNotOne : puzzleWrong
        case .unknown: return puzzleUnknown
        case .right:
            if attempt.isDrill { return puzzleLeft(attempt.answers.count - attempt.found.count) }
            return attempt.isLonger ? puzzleRightLonger : puzzleRight
        case nil, .solved, .illegal: return ""
        }
    }

    /// Returns why a point of an open attempt cannot be chosen; nil if the rule allows it.
    func refusal(of point: Point, _ attempt: PuzzleAttempt) -> String? {
        let position = attempt.puzzle.position
        let name = position.board.size.name(of: point)
        return
            switch position.rule.verdict(on: position.turn, at: point, of: position.board(after: attempt.moves).board)
        {
        case .occupied: taken(name)
        case .forbidden(let why): forbidden(name, why)
        case .five, .legal: nil
        }
    }

    /// Returns the defender's last move, or nil if there is none.
    func reply(_ attempt: PuzzleAttempt) -> String? {
        guard attempt.state == .open, case .win = attempt.puzzle.task, let last = attempt.moves.last else { return nil }
        let position = attempt.puzzle.position
        return puzzleReply(point: position.board.size.name(of: last), side: side(position.turn.opponent))
    }

    /// Returns the standing on this device: the best run, or rating and days in a row.
    func standing(_ session: PuzzleSession, today: PuzzleDay) -> String {
        let progress = session.progress
        switch session.mode {
        case .streak: return puzzleBest(progress.bestStreak)
        case .sprint: return puzzleBest(progress.bestSprint)
        case nil, .daily, .practice, .theme, .review, .lost:
            let days = progress.streak(today)
            return [
                progress.rating.games > 0 ? puzzleOwnRating("\(progress.rating.points)") : nil,
                days > 0 ? puzzleDays(days) : nil,
            ].compactMap { $0 }.joined(separator: " · ")
        }
    }

    /// Returns why there is no puzzle.
    func sentence(_ missing: PuzzleMissing, _ progress: PuzzleProgress) -> String {
        if missing == .noneDue, let day = progress.nextReview { return puzzleNextReview("\(day)") }
        return puzzleMissing(missing)
    }

    /// The keys of the puzzles.
    var puzzlesHelp: [KeyHint] {
        [
            (keyNames(.arrows), tableHelpMove), ("h8 Enter", puzzlesHelpPoint), ("t  s", puzzlesHelpHelp),
            ("n  r", puzzlesHelpNext), ("\(keyNames(.left)) \(keyNames(.right))", studyHelpWalk),
            (keyNames(.space), puzzlesHelpPlay), ("a  w", puzzlesHelpLinks), (keyNames(.tab), puzzlesHelpModes),
            ("x  o", puzzlesHelpSide), ("q", keys(.quit)), ("◇ ◆ ×", puzzlesHelpSigns),
            ("( ) * *", tableHelpMarks), ("╳", tableHelpForbidden),
        ]
    }
}
