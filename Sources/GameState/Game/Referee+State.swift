/// Why a stored state is no game: which key cannot be what it is. Only damage to the store makes this.
public struct ImpossibleGame: Error, Equatable, Sendable, CustomStringConvertible {
    public let key: String

    public var description: String { "The stored game is damaged at its key \"\(key)\"." }
}

extension Referee {
    /// The game that a room's keys tell, replayed move by move.
    public init(state: SharedState) throws(ImpossibleGame) {
        guard state[GameKey.game] != nil else {
            self.init()
            return
        }
        func text(_ key: String) throws(ImpossibleGame) -> String {
            guard let text = state.text(key) else { throw ImpossibleGame(key: key) }
            return text
        }
        func number(_ key: String) throws(ImpossibleGame) -> Int {
            guard let number = state[key].flatMap(Digits.number) else { throw ImpossibleGame(key: key) }
            return number
        }
        guard let rule = Rule(rawValue: try text(GameKey.rule)) else { throw ImpossibleGame(key: GameKey.rule) }
        let side = state[GameKey.size] == nil ? BoardSize.standard.side : try number(GameKey.size)
        guard let size = BoardSize(side) else { throw ImpossibleGame(key: GameKey.size) }
        let seats = ByStone(
            x: state.text(GameKey.x).map(ParticipantID.init), o: state.text(GameKey.o).map(ParticipantID.init))
        var game = Game(number: try number(GameKey.game), rule: rule, size: size, seats: seats)
        let count = try number(GameKey.move)
        guard count <= size.area else { throw ImpossibleGame(key: GameKey.move) }
        for move in 1..<(count + 1) {
            let point = Point(column: try number(GameKey.column(move)), row: try number(GameKey.row(move)))
            guard !game.isOver, let verdict = try? game.verdict(at: point) else {
                throw ImpossibleGame(key: GameKey.column(move))
            }
            game.play(point, verdict: verdict)
        }
        if let result = state.text(GameKey.result) {
            guard let reason = state.text(GameKey.reason).flatMap(Game.Reason.init) else {
                throw ImpossibleGame(key: GameKey.reason)
            }
            guard result == "draw" || Stone(rawValue: result) != nil else { throw ImpossibleGame(key: GameKey.result) }
            if let ending = game.ending, ending.result != result { throw ImpossibleGame(key: GameKey.result) }
            game.ending = game.ending ?? Game.Ending(winner: Stone(rawValue: result), reason: reason)
        } else if game.isOver {
            throw ImpossibleGame(key: GameKey.result)
        }
        self.init(game: game)
    }
}
