/// Why a stored state is no game: which key cannot be what it is. Only damage to the store makes this.
public struct ImpossibleGame: Error, Equatable, Sendable, CustomStringConvertible {
    public let key: String

    public var description: String { "The stored game is damaged at its key \"\(key)\"." }
}

extension Referee {
    /// The game that a room's keys tell, replayed step by step and move by move.
    public init(state: SharedState) throws(ImpossibleGame) {
        self.init(game: state[GameKey.game] == nil ? nil : try GameReader(state: state).game())
    }
}

/// Reads a game out of a room's keys.
private struct GameReader {
    let state: SharedState

    func game() throws(ImpossibleGame) -> Game {
        let terms = try terms()
        let seats = ByStone(
            x: state.text(GameKey.x).map(ParticipantID.init), o: state.text(GameKey.o).map(ParticipantID.init))
        guard var game = try? Game(number: try number(GameKey.game), terms: terms, seats: seats) else {
            throw ImpossibleGame(key: GameKey.opening)
        }
        try playOpening(&game)
        try playMoves(&game)
        try readRest(&game)
        return game
    }

    private func terms() throws(ImpossibleGame) -> GameTerms {
        var terms = GameTerms()
        for field in GameTerms.Field.allCases where state[field.rawValue] != nil || field.isAlwaysSaid {
            guard let text = state.text(field.rawValue), terms.set(field, to: text) else {
                throw ImpossibleGame(key: field.rawValue)
            }
        }
        return terms
    }

    private func playOpening(_ game: inout Game) throws(ImpossibleGame) {
        guard var opening = game.opening, state[GameKey.steps] != nil else { return }
        for decision in try word(GameKey.steps, { Game.decisions($0) }) {
            guard (try? opening.apply(decision)) != nil else { throw ImpossibleGame(key: GameKey.steps) }
        }
        game.opening = opening
        for point in opening.stones {
            game.board[point] = .ofMove(game.moves.count + 1)
            game.moves.append(point)
        }
    }

    private func playMoves(_ game: inout Game) throws(ImpossibleGame) {
        let count = try number(GameKey.move)
        guard count <= game.size.area, count >= game.moves.count else { throw ImpossibleGame(key: GameKey.move) }
        for move in 1..<(count + 1) {
            let point = Point(column: try number(GameKey.column(move)), row: try number(GameKey.row(move)))
            if move <= game.moves.count {
                guard game.moves[move - 1] == point else { throw ImpossibleGame(key: GameKey.column(move)) }
                continue
            }
            guard !game.isOver, game.runningOpening == nil, let verdict = try? game.verdict(at: point) else {
                throw ImpossibleGame(key: GameKey.column(move))
            }
            game.play(point, verdict: verdict)
        }
    }

    private func readRest(_ game: inout Game) throws(ImpossibleGame) {
        if state[GameKey.result] != nil {
            let result = try word(GameKey.result) { ["x", "o", "draw"].contains($0) ? $0 : nil }
            let reason = try word(GameKey.reason) { Game.Reason(rawValue: $0) }
            if let ending = game.ending, ending.result != result { throw ImpossibleGame(key: GameKey.result) }
            game.ending = game.ending ?? Game.Ending(winner: Stone(rawValue: result), reason: reason)
        } else if game.isOver {
            throw ImpossibleGame(key: GameKey.result)
        }
        if state[GameKey.offer] != nil { game.offer = try word(GameKey.offer) { Offer($0) } }
        if state[GameKey.gone] != nil { game.absence = try word(GameKey.gone) { Absence($0) } }
        if let text = state.text(GameKey.refused) {
            game.refusals = try text.split(separator: ",").map { (part) throws(ImpossibleGame) in
                guard let refusal = Refusal(String(part.drop { $0 == " " })) else {
                    throw ImpossibleGame(key: GameKey.refused)
                }
                return refusal
            }
        }
        if game.clock != nil {
            var keys: [String: String] = [:]
            for key in GameKey.clockKeys { keys[key] = state.text(key) }
            guard let clock = Clock(keys: keys) else { throw ImpossibleGame(key: GameKey.clock) }
            game.clock = clock
        }
    }

    private func word<Word>(_ key: String, _ read: (String) -> Word?) throws(ImpossibleGame) -> Word {
        guard let word = state.text(key).flatMap(read) else { throw ImpossibleGame(key: key) }
        return word
    }

    private func number(_ key: String) throws(ImpossibleGame) -> Int {
        guard let number = state[key].flatMap(Digits.number) else { throw ImpossibleGame(key: key) }
        return number
    }
}
