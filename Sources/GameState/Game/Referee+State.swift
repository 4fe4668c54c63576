/// A stored state that does not describe a game, with the invalid key. Only a damaged store causes
/// this error.
public struct ImpossibleGame: Error, Equatable, Sendable, CustomStringConvertible {
    public let key: String

    init(_ key: GameKey) { self.init(key: key.text) }

    init(key: String) { self.key = key }

    public var description: String { "The stored game is damaged at the key \"\(key)\"." }
}

extension Referee {
    /// Restores the game from the room's keys by replaying its steps and moves.
    public init(state: SharedState) throws(ImpossibleGame) {
        self.init(game: state[.game] == nil ? nil : try GameReader(state: state).game())
    }
}

/// A reader that restores a game from a room's keys.
private struct GameReader {
    let state: SharedState

    func game() throws(ImpossibleGame) -> Game {
        let terms = try terms()
        let seats = ByStone(
            x: state.text(.seat(.x)).map(ParticipantID.init), o: state.text(.seat(.o)).map(ParticipantID.init))
        guard var game = try? Game(number: try number(.game), terms: terms, seats: seats) else {
            throw ImpossibleGame(.term(.opening))
        }
        try playOpening(&game)
        try playMoves(&game)
        try readRest(&game)
        return game
    }

    private func terms() throws(ImpossibleGame) -> GameTerms {
        var terms = GameTerms()
        for field in GameTerms.Field.allCases where state[.term(field)] != nil || field.isAlwaysPresent {
            guard let text = state.text(.term(field)), terms.set(field, to: text) else {
                throw ImpossibleGame(.term(field))
            }
        }
        return terms
    }

    private func playOpening(_ game: inout Game) throws(ImpossibleGame) {
        guard var opening = game.opening, state[.steps] != nil else { return }
        for decision in try word(.steps, { Game.decisions($0) }) {
            guard (try? opening.apply(decision)) != nil else { throw ImpossibleGame(.steps) }
        }
        game.opening = opening
        for point in opening.stones {
            game.board[point] = .ofMove(game.moves.count + 1)
            game.moves.append(point)
        }
    }

    private func playMoves(_ game: inout Game) throws(ImpossibleGame) {
        let count = try number(.move)
        guard count <= game.size.area, count >= game.moves.count else { throw ImpossibleGame(.move) }
        for move in 1..<(count + 1) {
            let point = Point(column: try number(.column(move)), row: try number(.row(move)))
            if move <= game.moves.count {
                guard game.moves[move - 1] == point else { throw ImpossibleGame(.column(move)) }
                continue
            }
            guard !game.isOver, game.runningOpening == nil, let verdict = try? game.verdict(at: point) else {
                throw ImpossibleGame(.column(move))
            }
            game.play(point, verdict: verdict)
        }
    }

    private func readRest(_ game: inout Game) throws(ImpossibleGame) {
        if state[.result] != nil {
            let result = try word(.result) { $0 == Game.Ending.draw || Stone(rawValue: $0) != nil ? $0 : nil }
            let reason = try word(.reason) { Game.Reason(rawValue: $0) }
            if let ending = game.ending, ending.result != result { throw ImpossibleGame(.result) }
            game.ending = game.ending ?? Game.Ending(winner: Stone(rawValue: result), reason: reason)
        } else if game.isOver {
            throw ImpossibleGame(.result)
        }
        if state[.offer] != nil { game.offer = try word(.offer) { Offer($0) } }
        if state[.gone] != nil { game.absence = try word(.gone) { Absence($0) } }
        if state[.hints] != nil { game.hints.areAgreed = try word(.hints) { $0 == Hints.agreed ? true : nil } }
        for stone in Stone.allCases where state[.hintsTaken(stone)] != nil {
            game.hints.taken[stone] = try number(.hintsTaken(stone))
        }
        if let text = state.text(.refused) {
            game.refusals = try text.split(separator: ",").map { (part) throws(ImpossibleGame) in
                guard let refusal = Refusal(String(part.drop { $0 == " " })) else {
                    throw ImpossibleGame(.refused)
                }
                return refusal
            }
        }
        if game.clock != nil {
            guard let clock = Clock(reading: { state.text($0) }) else { throw ImpossibleGame(.term(.clock)) }
            game.clock = clock
        }
    }

    private func word<Word>(_ key: GameKey, _ read: (String) -> Word?) throws(ImpossibleGame) -> Word {
        guard let word = state.text(key).flatMap(read) else { throw ImpossibleGame(key) }
        return word
    }

    private func number(_ key: GameKey) throws(ImpossibleGame) -> Int {
        guard let number = state.number(key) else { throw ImpossibleGame(key) }
        return number
    }
}
