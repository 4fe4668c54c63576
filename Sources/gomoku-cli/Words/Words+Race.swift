import GameState
import Puzzles

/// Sentences about puzzle races.
extension Words {
    /// Returns the length of a race.
    func length(minutes: Int) -> String {
        let minutesPerDay = 1_440
        return minutes % minutesPerDay == 0 ? raceDays(minutes / minutesPerDay) : raceMinutes(minutes)
    }

    /// Returns the number of puzzles of a race; nil stands for as many as a person may need.
    func count(_ puzzles: Int?) -> String { puzzles.map { racePuzzles($0) } ?? raceAnyCount }

    /// Returns the time left on a clock, such as `2:57`, `1:02:57` or `6 days 23:02:57`.
    func raceClock(_ seconds: Int) -> String {
        func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
        if days == 0, hours == 0 { return PuzzleScreen.clock(seconds) }
        let clock = "\(hours):\(padded(minutes)):\(padded(seconds % 60))"
        return days > 0 ? "\(raceDays(days)) \(clock)" : clock
    }

    func raceHeading(_ room: RoomName) -> String { "\(race) · \(room)" }

    /// Returns the user's task, or the state of the race.
    func title(_ model: RaceModel, now: Int) -> String {
        guard model.isKnown else { return enteringRoom }
        if model.plays {
            return model.run.attempt.map { task($0.puzzle) } ?? (model.run.isMissing ? raceMissing : connecting)
        }
        return switch model.phase(now) {
        case .open: model.race.racers.isEmpty ? raceNobody : raceWaiting
        case .countdown: raceReady
        case .running:
            model.own == nil ? raceWatching : model.place >= model.race.puzzles.count ? raceAllDone : raceTimeUp
        case .over: racePhasesOver
        }
    }

    /// Returns the facts about the puzzle, or the terms of the race. Empty without both.
    func facts(_ model: RaceModel, now: Int) -> String {
        if model.plays { return model.run.attempt.map { facts($0.puzzle, isOver: false) } ?? "" }
        guard model.isKnown, model.phase(now) != .running || model.own == nil else { return "" }
        let terms = model.chosenTerms
        return [
            ruleWords(terms.rule),
            terms.isForClass
                ? raceClassSummary(minutes: length(minutes: terms.minutes), rating: "\(terms.rating)")
                : raceSummary(minutes: length(minutes: terms.minutes), rating: "\(terms.rating)"),
        ].joined(separator: " · ")
    }

    /// Returns the result of the last try, which may have decided the puzzle before, or that of the
    /// race. Empty without both.
    func result(_ model: RaceModel, now: Int) -> String {
        guard model.plays else { return model.phase(now) == .over ? winner(model) : "" }
        return switch model.run.verdict {
        case .tried(.solved): puzzleSolved
        case .tried(.wrong): model.race.isForClass ? raceClassMistakeWrong : raceMistakeWrong
        case .skipped: model.race.isForClass ? raceClassMistakeSkipped : raceMistakeSkipped
        case .tried(let verdict): model.run.attempt.map { result(verdict, $0) } ?? ""
        case nil: ""
        }
    }

    private func winner(_ model: RaceModel) -> String {
        let standings = model.race.standings
        guard let first = standings.first, first.racer.solved > 0 else { return "" }
        let isShared = standings.dropFirst().first?.rank == 1
        guard standings.count > 1, !isShared else { return puzzleScore(first.racer.solved) }
        return raceWinner(name: model.name(first.participant), number: first.racer.solved)
    }

    /// The keys of a race.
    var raceHelp: [KeyHint] {
        [
            ("j  x", raceHelpJoin), ("n", raceHelpStart), (keyNames(.tab), raceHelpTerms),
            (keyNames(.arrows), tableHelpMove),
            ("e", raceHelpEnd),
            ("h8 Enter", puzzlesHelpPoint), ("s", raceHelpSkip), ("w", tableHelpLink), ("R  Ctrl-L", tableHelpLine),
            ("q", keys(.quit)), ("◇ ×", raceHelpSigns), ("( ) * *", tableHelpMarks), ("╳", tableHelpForbidden),
        ]
    }
}
