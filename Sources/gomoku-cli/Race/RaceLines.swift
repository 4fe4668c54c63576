import Client
import GameState
import Puzzles

/// The action of a typed line. Pure.
enum RaceLine: Equatable {
    case keys([Key])
    /// A term of the next race.
    case term(Delta.Change)
    case unknown

    init(_ line: String, in model: RaceModel) {
        let words = line.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
        guard let word = words.first else {
            self = .keys([])
            return
        }
        if words.count == 2, let key = RaceKey(word), let terms = model.chosenTerms.with(key, words[1]) {
            self = terms == model.chosenTerms ? .keys([]) : .term(Delta.Change(word, .string(words[1])))
        } else if words.count == 1, model.size.point(named: word) != nil {
            self = .keys(word.map { .character($0) } + [.enter])
        } else if words.count == 1, word.count == 1 {
            // The letter R is the only command whose case matters.
            self = .keys(line.filter { !$0.isWhitespace }.map { .character($0) })
        } else {
            self = .unknown
        }
    }
}

/// The lines about a race on a terminal that cannot draw: each change once. Pure.
struct RaceLines {
    private let words: any Words
    private var heading: String?
    private var title: [String] = []
    private var results: [ParticipantID: Int] = [:]
    private var board: [String] = []
    private var puzzle: String?
    private var result: String?
    /// The puzzle to which the user has come.
    private var current: String?
    private var phase: Race.Phase?
    private var news: PlayModel.Message?

    init(_ words: any Words) { self.words = words }

    /// Returns the lines for everything that has changed since the last call.
    mutating func lines(of model: RaceModel, now: Int) -> [String] {
        guard model.isKnown else { return [] }
        var lines: [String] = []
        if heading == nil {
            let names = model.mirror.participants.map(\.name).joined(separator: ", ")
            heading = words.inRoom(names: names, room: model.room.text)
            lines += [heading ?? ""]
        }
        if model.news != news, let text = model.news?.text { lines.append(text) }
        news = model.news
        lines += progress(model)
        lines += result(model, now)
        let (before, phase) = (self.phase, model.phase(now))
        self.phase = phase
        if phase == .running, before == .countdown { lines.append(words.racePhasesRunning) }
        lines += puzzle(model)
        let title = model.plays ? [] : [words.title(model, now: now), words.facts(model, now: now)]
        if title != self.title { lines += title.filter { !$0.isEmpty } }
        self.title = title
        if phase == .over, before != .over { lines += standings(model) }
        if model.isLinkShown { lines.append(model.link) }
        return lines
    }

    /// The others' new results.
    private mutating func progress(_ model: RaceModel) -> [String] {
        let solved = model.race.racers.mapValues(\.solved)
        defer { results = solved }
        return model.race.standings.compactMap { standing in
            let id = standing.participant
            guard id != model.me?.id, let before = results[id], standing.racer.solved > before else { return nil }
            return words.raceProgress(name: model.name(id), number: standing.racer.solved)
        }
    }

    /// The user's last result, or that of the race.
    private mutating func result(_ model: RaceModel, _ now: Int) -> [String] {
        let result = words.result(model, now: now)
        let isNew = result != self.result || model.run.id != current && model.run.verdict != nil
        (self.result, current) = (result, model.run.id)
        return isNew && !result.isEmpty ? [result] : []
    }

    /// The board of the user's puzzle after each change, and the task once.
    private mutating func puzzle(_ model: RaceModel) -> [String] {
        guard model.plays, let attempt = model.run.attempt else { return [] }
        let board = StateLines.board(attempt.puzzle.position.board(after: attempt.moves).board)
        let (isNewPuzzle, isNewBoard) = (model.run.id != puzzle, board != self.board)
        (puzzle, self.board) = (model.run.id, board)
        var lines = isNewPuzzle || isNewBoard ? board : []
        if isNewPuzzle {
            lines += [words.facts(attempt.puzzle, isOver: false), words.task(attempt.puzzle)]
        } else if isNewBoard, let reply = words.reply(attempt) {
            lines.append(reply)
        }
        return lines
    }

    private func standings(_ model: RaceModel) -> [String] {
        model.race.standings.map { standing in
            let isMine = standing.participant == model.me?.id
            let name = model.name(standing.participant) + (isMine ? " (\(words.you))" : "")
            let counts =
                "\(words.raceSolved): \(standing.racer.solved) · \(words.raceMistakes): \(standing.racer.failures)"
            return "\(standing.rank). \(name) · \(counts)"
        }
    }
}
