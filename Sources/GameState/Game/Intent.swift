/// What a delta in a `gomoku` room asks for. Everything past ``init(_:)`` is well formed, though it may not be allowed.
enum Intent: Equatable {
    case newGame(NewGame)
    /// Seats taken or left, and possibly a move in the same delta (real gadgets claim a colour with its first move).
    case play(seats: [SeatChange], move: Move?)
    /// The moves after the given one go, with nothing else.
    case takeBack(to: Int)
    case claim(result: String, reason: Game.Reason)
    /// Nil: the standing offer is refused, or withdrawn.
    case offer(Offer?)
    case choose(OpeningChoice)
    case offerFifth(Point)

    struct NewGame: Equatable {
        var number: Int
        var terms = GameTerms()
        var seats = ByStone<ParticipantID?>(both: nil)
        /// Whether it says if it is to be rated; a rematch that does not is what the game before was.
        var saysRated = false
    }

    struct SeatChange: Equatable {
        let stone: Stone
        /// Nil: leave it.
        let participant: ParticipantID?
    }

    struct Move: Equatable {
        let number: Int
        let column: Int
        let row: Int
        /// What the client says came of it: checked, not believed.
        let claims: Delta
    }
}

extension Intent {
    init(_ delta: Delta) throws(Rejection) {
        for change in delta.changes where !GameKey.isKnown(change.key) { throw .badKey(change.key) }
        if delta[GameKey.game] != nil {
            self = .newGame(try NewGame(delta))
        } else if let number = Self.takeBack(delta) {
            self = .takeBack(to: number)
        } else if delta[GameKey.move] != nil {
            self = .play(seats: try Self.seats(delta), move: try Move(delta))
        } else if delta[GameKey.result] != nil || delta[GameKey.reason] != nil {
            self = try Self.claim(delta)
        } else if let value = delta[GameKey.offer] {
            try Self.only([GameKey.offer], in: delta)
            self = .offer(try Self.offer(value))
        } else if let value = delta[GameKey.choice] {
            try Self.only([GameKey.choice], in: delta)
            guard let choice = value?.string.flatMap({ OpeningChoice(rawValue: $0) }) else {
                throw .badValue(key: GameKey.choice, expected: "one of the room's \"choices\"")
            }
            self = .choose(choice)
        } else if let value = delta[GameKey.fifth] {
            try Self.only([GameKey.fifth], in: delta)
            guard let point = value?.string.flatMap({ Game.point($0) }) else {
                throw .badValue(key: GameKey.fifth, expected: "a cell, as \"7,7\"")
            }
            self = .offerFifth(point)
        } else {
            try Self.only([GameKey.x, GameKey.o], in: delta)
            let seats = try Self.seats(delta)
            guard !seats.isEmpty else { throw .badValue(key: "set", expected: "an object with at least one key") }
            self = .play(seats: seats, move: nil)
        }
    }

    private static func only(_ keys: [String], in delta: Delta) throws(Rejection) {
        for key in delta.keys where !keys.contains(key) { throw .badKey(key) }
    }

    /// `{"move":"16","col17":null,"row17":null}`: the number, if the delta deletes moves and does nothing else.
    private static func takeBack(_ delta: Delta) -> Int? {
        guard let number = delta[GameKey.move].flatMap({ $0.flatMap(Digits.number) }), delta.count > 1 else {
            return nil
        }
        let rest = delta.changes.filter { $0.key != GameKey.move && $0.key != GameKey.offer }
        let deletes = rest.allSatisfy { change in
            change.value == nil && GameKey.moveNumber(of: change.key).map { $0 > number } == true
        }
        return deletes && !rest.isEmpty ? number : nil
    }

    private static func offer(_ value: JSON?) throws(Rejection) -> Offer? {
        guard let value else { return nil }
        guard let offer = value.string.flatMap({ Offer($0) }) else {
            throw .badValue(key: GameKey.offer, expected: "\"draw x\", \"takeback x\" or \"rematch x\", or o for x")
        }
        return offer
    }

    private static func seats(_ delta: Delta) throws(Rejection) -> [SeatChange] {
        var changes: [SeatChange] = []
        for stone in Stone.allCases {
            guard let value = delta[GameKey.seat(stone)] else { continue }
            changes.append(SeatChange(stone: stone, participant: try seat(stone, value)))
        }
        return changes
    }

    fileprivate static func seat(_ stone: Stone, _ value: JSON?) throws(Rejection) -> ParticipantID? {
        guard let value else { return nil }
        guard let id = value.string else {
            throw .badValue(key: GameKey.seat(stone), expected: "the id of a participant")
        }
        return ParticipantID(id)
    }

    private static func claim(_ delta: Delta) throws(Rejection) -> Intent {
        try only([GameKey.result, GameKey.reason], in: delta)
        guard let reason = (delta[GameKey.reason]??.string).flatMap({ Game.Reason(rawValue: $0) }) else {
            throw .badValue(key: GameKey.reason, expected: "\"resign\" or another reason for a result")
        }
        // An aborted game has no winner to name.
        let result = delta[GameKey.result]??.string ?? (reason == .aborted ? "draw" : "")
        guard ["x", "o", "draw"].contains(result) else {
            throw .badValue(key: GameKey.result, expected: "\"x\", \"o\" or \"draw\"")
        }
        return .claim(result: result, reason: reason)
    }
}

extension Intent.NewGame {
    fileprivate init(_ delta: Delta) throws(Rejection) {
        guard let number = delta[GameKey.game].flatMap({ $0.flatMap(Digits.number) }), number > 0 else {
            throw .badValue(key: GameKey.game, expected: "the number of the next game, as \"1\"")
        }
        self.init(number: number)
        for change in delta.changes {
            guard let value = change.value else { continue }  // deleting what the referee deletes anyway
            try take(change.key, value)
        }
        if let fault = terms.fault { throw .badValue(key: fault.field.rawValue, expected: fault.expected) }
    }

    private mutating func take(_ key: String, _ value: JSON) throws(Rejection) {
        if let field = GameTerms.Field(rawValue: key) {
            guard terms.set(field, value) else { throw .badValue(key: key, expected: field.expected) }
            if field == .rated { saysRated = true }
            return
        }
        switch key {
        case GameKey.game: break
        case GameKey.x: seats.x = try Intent.seat(.x, value)
        case GameKey.o: seats.o = try Intent.seat(.o, value)
        case GameKey.move:
            guard Digits.number(value) == 0 else { throw .badValue(key: key, expected: "\"0\" in a new game") }
        default: throw .badKey(key)
        }
    }
}

extension Intent.Move {
    fileprivate init(_ delta: Delta) throws(Rejection) {
        guard let number = delta[GameKey.move].flatMap({ $0.flatMap(Digits.number) }), number > 0 else {
            throw .badValue(key: GameKey.move, expected: "the number of the next move, as \"1\"")
        }
        let (columnKey, rowKey) = (GameKey.column(number), GameKey.row(number))
        var claims = Delta()
        for change in delta.changes {
            switch change.key {
            case GameKey.move, GameKey.x, GameKey.o, columnKey, rowKey: break
            case GameKey.result, GameKey.reason, GameKey.line: claims[change.key] = .some(change.value)
            default: throw .badKey(change.key)
            }
        }
        self.init(
            number: number, column: try Self.coordinate(columnKey, delta), row: try Self.coordinate(rowKey, delta),
            claims: claims)
    }

    private static func coordinate(_ key: String, _ delta: Delta) throws(Rejection) -> Int {
        guard let value = delta[key].flatMap({ $0 }) else {
            throw .badValue(key: key, expected: "there, with the cell's number from 0")
        }
        if let number = Digits.number(value) { return number }
        // A negative number is a number as well, only not of this board.
        guard let number = value.integer ?? value.string.flatMap({ Int($0) }), number < 0 else {
            throw .badValue(key: key, expected: "a cell's number from 0, as \"7\"")
        }
        return number
    }
}
