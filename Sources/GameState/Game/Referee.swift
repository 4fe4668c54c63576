/// Judges every delta of a `gomoku` room: what may happen, and what follows from it.
///
/// The referee guards on its own: two New Games or two moves with the same number can never both go
/// through, whatever the sender says about guards (PROTOCOL.md, conflict resolution, rule 4).
public struct Referee: Sendable {
    /// The game on the table; nil before the first.
    public private(set) var game: Game?

    public init(game: Game? = nil) { self.game = game }

    /// Applies what `delta` asks for, or throws and leaves everything as it was.
    ///
    /// - Returns: the whole delta: what was asked, written canonically, and what follows from it.
    public mutating func judge(
        _ delta: Delta, by sender: ParticipantID, state: SharedState
    ) throws(Rejection) -> Delta {
        switch try Intent(delta) {
        case .newGame(let options): try start(options, by: sender, state: state)
        case .play(let seats, let move): try play(seats: seats, move: move, by: sender)
        case .claim(let result, let reason): try end(result: result, reason: reason, by: sender)
        }
    }

    // MARK: New Game

    private mutating func start(
        _ options: Intent.NewGame, by sender: ParticipantID, state: SharedState
    ) throws(Rejection) -> Delta {
        let expected = (game?.number ?? 0) + 1
        guard options.number == expected else { throw .gameNumber(expected: expected) }
        if let game, !game.mayBeReplaced(by: sender) { throw .gameRunning }
        for stone in Stone.allCases {
            if let seat = options.seats[stone] { try Self.mayTake(stone, seat, sender) }
        }
        game = Game(number: options.number, rule: options.rule, size: options.size, seats: options.seats)

        var delta = Delta()
        delta[GameKey.game] = .string(String(options.number))
        delta[GameKey.rule] = .string(options.rule.rawValue)
        delta[GameKey.opening] = .string("none")
        if options.hasSizeKey { delta[GameKey.size] = .string(String(options.size.side)) }
        for stone in Stone.allCases {
            if let seat = options.seats[stone] { delta[GameKey.seat(stone)] = .string(seat.text) }
        }
        delta[GameKey.move] = .string("0")
        return delta.followed(by: Delta(changes: leftOver(in: state, besides: delta)))
    }

    /// Deletes every key of the game before that the new one has not set.
    private func leftOver(in state: SharedState, besides delta: Delta) -> [Delta.Change] {
        let kept = Set(delta.keys)
        return state.values.map(\.key).filter { !kept.contains($0) }.sorted().map { Delta.Change($0, nil) }
    }

    /// A seat can be given to oneself, and to the built-in robot.
    private static func mayTake(_ stone: Stone, _ seat: ParticipantID, _ sender: ParticipantID) throws(Rejection) {
        guard seat == sender || seat.robotLevel != nil else {
            throw .badValue(key: GameKey.seat(stone), expected: "your own id, or robot:1 to robot:10")
        }
    }

    // MARK: seats and moves

    private mutating func play(
        seats changes: [Intent.SeatChange], move: Intent.Move?, by sender: ParticipantID
    ) throws(Rejection) -> Delta {
        guard var game else { throw .noGame }
        guard !game.isOver else { throw .gameOver }
        var delta = Delta()
        for change in changes {
            try Self.seat(change, by: sender, in: &game)
            delta[GameKey.seat(change.stone)] = .some(change.participant.map { .string($0.text) })
        }
        if let move { delta = delta.followed(by: try Self.play(move, by: sender, in: &game)) }
        self.game = game
        return delta
    }

    private static func seat(
        _ change: Intent.SeatChange, by sender: ParticipantID, in game: inout Game
    ) throws(Rejection) {
        let holder = game.seats[change.stone]
        if let participant = change.participant {
            try mayTake(change.stone, participant, sender)
            guard holder == nil || holder == participant else { throw .seatTaken(change.stone) }
        } else {
            guard holder == nil || holder == sender || holder?.robotLevel != nil else { throw .seatTaken(change.stone) }
            guard holder == nil || game.moves.count < 2 else { throw .seatHeld(change.stone) }
        }
        game.seats[change.stone] = change.participant
    }

    private static func play(
        _ move: Intent.Move, by sender: ParticipantID, in game: inout Game
    ) throws(Rejection) -> Delta {
        guard game.sits(sender) else { throw .notSeated }
        guard move.number == game.moves.count + 1 else { throw .wrongMoveNumber(expected: game.moves.count + 1) }
        let turn = Stone.ofMove(move.number)
        guard game.seats[turn] == sender else { throw .notYourTurn(expected: turn) }
        let point = Point(column: move.column, row: move.row)
        game.play(point, verdict: try game.verdict(at: point))

        var delta = Delta()
        delta[GameKey.move] = .string(String(move.number))
        delta[GameKey.column(move.number)] = .string(String(move.column))
        delta[GameKey.row(move.number)] = .string(String(move.row))
        if let ending = game.ending { delta = delta.followed(by: keys(of: ending)) }
        for claim in move.claims.changes where (delta[claim.key] ?? nil) != claim.value {
            throw .badValue(key: claim.key, expected: "left to the referee: that is not what this move does")
        }
        return delta
    }

    // MARK: the end

    private mutating func end(
        result: String, reason: Game.Reason, by sender: ParticipantID
    ) throws(Rejection) -> Delta {
        guard let game else { throw .noGame }
        guard !game.isOver else { throw .gameOver }
        guard game.sits(sender) else { throw .notSeated }
        switch reason {
        case .resign:
            guard let winner = Stone(rawValue: result), game.seats[winner.opponent] == sender else {
                throw .badValue(key: GameKey.result, expected: "the other side, which wins when you resign")
            }
            let ending = Game.Ending(winner: winner, reason: .resign)
            self.game?.ending = ending
            return Self.keys(of: ending)
        case .agreement: throw .notOffered("a draw")
        case .five, .forbidden, .full, .time, .abandoned, .aborted:
            throw .badValue(key: GameKey.reason, expected: "left to the referee: this game is not over by it")
        }
    }

    private static func keys(of ending: Game.Ending) -> Delta {
        var delta = Delta()
        delta[GameKey.result] = .string(ending.result)
        delta[GameKey.reason] = .string(ending.reason.rawValue)
        if !ending.line.isEmpty {
            delta[GameKey.line] = .string(ending.line.map { "\($0.column),\($0.row)" }.joined(separator: " "))
        }
        return delta
    }
}
