/// What a delta in a `gomoku` room asks for. Everything past ``init(_:)`` is well formed, though it may not be allowed.
enum Intent: Equatable {
    case newGame(NewGame)
    /// Seats taken or left, and possibly a move in the same delta (real gadgets claim a colour with its first move).
    case play(seats: [SeatChange], move: Move?)
    case claim(result: String, reason: Game.Reason)

    struct NewGame: Equatable {
        var number: Int
        var rule: Rule
        var size: BoardSize
        var hasSizeKey: Bool
        var seats: ByStone<ParticipantID?>
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
        } else if delta[GameKey.move] != nil {
            self = .play(seats: try Self.seats(delta), move: try Move(delta))
        } else if delta[GameKey.result] != nil || delta[GameKey.reason] != nil {
            self = try Self.claim(delta)
        } else {
            let seats = try Self.seats(delta)
            let other = delta.keys.first { $0 != GameKey.x && $0 != GameKey.o }
            if let other { throw .badKey(other) }
            guard !seats.isEmpty else { throw .badValue(key: "set", expected: "an object with at least one key") }
            self = .play(seats: seats, move: nil)
        }
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
        for key in delta.keys where key != GameKey.result && key != GameKey.reason { throw .badKey(key) }
        guard let result = delta[GameKey.result]??.string, ["x", "o", "draw"].contains(result) else {
            throw .badValue(key: GameKey.result, expected: "\"x\", \"o\" or \"draw\"")
        }
        guard let reason = (delta[GameKey.reason]??.string).flatMap(Game.Reason.init) else {
            throw .badValue(key: GameKey.reason, expected: "\"resign\" or another reason for a result")
        }
        return .claim(result: result, reason: reason)
    }
}

extension Intent.NewGame {
    fileprivate init(_ delta: Delta) throws(Rejection) {
        guard let number = delta[GameKey.game].flatMap({ $0.flatMap(Digits.number) }), number > 0 else {
            throw .badValue(key: GameKey.game, expected: "the number of the next game, as \"1\"")
        }
        self.init(number: number, rule: .freestyle, size: .standard, hasSizeKey: false, seats: .init(both: nil))
        for change in delta.changes {
            guard let value = change.value else { continue }  // deleting what the referee deletes anyway
            switch change.key {
            case GameKey.game: break
            case GameKey.rule:
                guard let rule = value.string.flatMap({ Rule(rawValue: $0) }) else {
                    throw .badValue(key: change.key, expected: Rule.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
                }
                self.rule = rule
            case GameKey.opening:
                guard value.string == "none" else { throw .badValue(key: change.key, expected: "\"none\"") }
            case GameKey.size:
                guard let size = Digits.number(value).flatMap({ BoardSize($0) }) else {
                    throw .badValue(key: change.key, expected: "13, 15, 17, 19 or 20")
                }
                self.size = size
                hasSizeKey = true
            case GameKey.x: seats.x = try Intent.seat(.x, value)
            case GameKey.o: seats.o = try Intent.seat(.o, value)
            case GameKey.move:
                guard Digits.number(value) == 0 else { throw .badValue(key: change.key, expected: "\"0\" in a new game") }
            default: throw .badKey(change.key)
            }
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
