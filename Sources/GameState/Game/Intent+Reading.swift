/// A delta with its keys parsed once.
private struct ParsedDelta {
    struct Change {
        let key: GameKey
        let value: JSON?
    }

    let changes: [Change]

    init(_ delta: Delta) throws(Rejection) {
        var changes: [Change] = []
        changes.reserveCapacity(delta.count)
        for change in delta.changes {
            guard let key = GameKey(change.key) else { throw .badKey(change.key) }
            changes.append(Change(key: key, value: change.value))
        }
        self.changes = changes
    }

    /// The change of `key`: `nil` if the delta does not change it, `.some(nil)` if it deletes it.
    subscript(key: GameKey) -> JSON?? {
        for change in changes where change.key == key { return .some(change.value) }
        return nil
    }

    func has(_ key: GameKey) -> Bool { changes.contains { $0.key == key } }

    /// Returns the text to which the delta sets `key`.
    func text(_ key: GameKey) -> String? { (self[key] ?? nil)?.string }

    /// Returns the whole number to which the delta sets `key`.
    func number(_ key: GameKey) -> Int? { (self[key] ?? nil).flatMap(Digits.number) }
}

extension Intent {
    public init(_ delta: Delta) throws(Rejection) {
        let delta = try ParsedDelta(delta)
        if delta.has(.game) {
            self = .newGame(try NewGame(delta))
        } else if let takeBack = Self.takeBack(delta) {
            self = takeBack
        } else if delta.has(.move) {
            self = .play(seats: try Self.seats(delta), move: try Move(delta))
        } else if delta.has(.result) || delta.has(.reason) {
            self = try Self.claim(delta)
        } else if let value = delta[.offer] {
            try Self.only([.offer], in: delta)
            self = .offer(try Self.offer(value))
        } else if let value = delta[.hints] {
            try Self.only([.hints], in: delta)
            guard value?.string == Hints.agreed else { throw .bad(.hints, expected: "\"\(Hints.agreed)\"") }
            self = .allowHints
        } else if let value = delta[.choice] {
            try Self.only([.choice], in: delta)
            guard let choice = value?.string.flatMap({ OpeningChoice(rawValue: $0) }) else {
                throw .bad(.choice, expected: "one of the words in \"choices\"")
            }
            self = .choose(choice)
        } else if let value = delta[.fifth] {
            try Self.only([.fifth], in: delta)
            guard let point = value?.string.flatMap({ Point(cell: $0) }) else {
                throw .bad(.fifth, expected: "a cell, such as \"7,7\"")
            }
            self = .offerFifth(point)
        } else {
            try Self.only(Stone.allCases.map(GameKey.seat), in: delta)
            let seats = try Self.seats(delta)
            guard !seats.isEmpty else { throw .badValue(key: "set", expected: "an object with at least one key") }
            self = .play(seats: seats, move: nil)
        }
    }

    private static func only(_ keys: [GameKey], in delta: ParsedDelta) throws(Rejection) {
        for change in delta.changes where !keys.contains(change.key) { throw .badKey(change.key.text) }
    }

    /// Parses a takeback such as `{"move":"16","col17":null,"row17":null}`. Returns `nil` unless
    /// the delta only deletes moves.
    private static func takeBack(_ delta: ParsedDelta) -> Intent? {
        guard let number = delta.number(.move), delta.changes.count > 1 else { return nil }
        var last = number
        for change in delta.changes {
            switch change.key {
            case .move, .offer: break
            case .column(let move) where move > number && change.value == nil,
                .row(let move) where move > number && change.value == nil:
                last = max(last, move)
            default: return nil
            }
        }
        return last > number ? .takeBack(to: number, from: last) : nil
    }

    private static func offer(_ value: JSON?) throws(Rejection) -> Offer? {
        guard let value else { return nil }
        guard let offer = value.string.flatMap({ Offer($0) }) else {
            throw .bad(
                .offer, expected: "\"draw\", \"takeback\", \"rematch\" or \"hints\" with a side, such as \"draw x\"")
        }
        return offer
    }

    private static func seats(_ delta: ParsedDelta) throws(Rejection) -> [SeatChange] {
        var changes: [SeatChange] = []
        for stone in Stone.allCases {
            guard let value = delta[.seat(stone)] else { continue }
            changes.append(SeatChange(stone, try seat(stone, value)))
        }
        return changes
    }

    fileprivate static func seat(_ stone: Stone, _ value: JSON?) throws(Rejection) -> ParticipantID? {
        guard let value else { return nil }
        guard let id = value.string else { throw .bad(.seat(stone), expected: "the id of a participant") }
        return ParticipantID(id)
    }

    private static func claim(_ delta: ParsedDelta) throws(Rejection) -> Intent {
        try only([.result, .reason], in: delta)
        guard let reason = delta.text(.reason).flatMap({ Game.Reason(rawValue: $0) }) else {
            throw .bad(.reason, expected: "\"resign\" or another reason for a result")
        }
        // An aborted game has no winner, so the request need not contain a result.
        let result = delta.text(.result) ?? (reason == .aborted ? Game.Ending.draw : "")
        guard result == Game.Ending.draw || Stone(rawValue: result) != nil else {
            throw .bad(.result, expected: "\"x\", \"o\" or \"draw\"")
        }
        return .claim(winner: Stone(rawValue: result), reason: reason)
    }
}

extension Intent.NewGame {
    fileprivate init(_ delta: ParsedDelta) throws(Rejection) {
        guard let number = delta.number(.game), number > 0 else {
            throw .bad(.game, expected: "the number of the next game, such as \"1\"")
        }
        var terms = GameTerms()
        var seats = ByStone<ParticipantID?>(both: nil)
        var specifiesRated = false
        for change in delta.changes {
            // A request may also delete keys, because the referee deletes those of the old game
            // anyway.
            guard let value = change.value else { continue }
            switch change.key {
            case .game: break
            case .term(let field):
                guard terms.set(field, value) else { throw .badValue(key: change.key.text, expected: field.expected) }
                if field == .rated { specifiesRated = true }
            case .seat(let stone): seats[stone] = try Intent.seat(stone, value)
            case .move:
                guard Digits.number(value) == 0 else { throw .bad(.move, expected: "\"0\" in a new game") }
            default: throw .badKey(change.key.text)
            }
        }
        if let fault = terms.conflict { throw .bad(.term(fault.field), expected: fault.expected) }
        self.init(number: number, terms: terms, seats: seats, specifiesRated: specifiesRated)
    }
}

extension Intent.Move {
    fileprivate init(_ delta: ParsedDelta) throws(Rejection) {
        guard let number = delta.number(.move), number > 0 else {
            throw .bad(.move, expected: "the number of the next move, such as \"1\"")
        }
        var claims = Delta()
        for change in delta.changes {
            switch change.key {
            case .move, .seat, .column(number), .row(number): break
            case .result, .reason, .line: claims[change.key.text] = .some(change.value)
            default: throw .badKey(change.key.text)
            }
        }
        self.init(
            number, column: try Self.coordinate(.column(number), delta), row: try Self.coordinate(.row(number), delta),
            claims: claims)
    }

    private static func coordinate(_ key: GameKey, _ delta: ParsedDelta) throws(Rejection) -> Int {
        guard let value = delta[key].flatMap({ $0 }) else {
            throw .bad(key, expected: "present, with a column or row number from 0, such as \"7\"")
        }
        if let number = Digits.number(value) { return number }
        // A negative number is well formed. It only lies off the board.
        guard let number = value.integer ?? value.string.flatMap({ Int($0) }), number < 0 else {
            throw .bad(key, expected: "a column or row number from 0, such as \"7\"")
        }
        return number
    }
}
