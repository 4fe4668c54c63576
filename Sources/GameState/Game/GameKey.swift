/// A key of a `gomoku` room: what a game says, and what is asked with. ``text`` is the only place that spells it.
public enum GameKey: Hashable, Sendable {
    /// Which game of the room.
    case game
    case term(GameTerms.Field)
    case seat(Stone)
    /// The number of the last move.
    case move
    case column(Int)
    case row(Int)
    case result, reason, line
    case offer, refused, gone
    /// Whether the sides have agreed on hints, and how many each has taken.
    case hints
    case hintsTaken(Stone)
    case phase, awaits, choices, choice, fifth, fifths, steps
    /// Of the clock, beside its setting, which is a term.
    case time(Stone)
    case periods(Stone)
    case lag(Stone)
    case began, turn, turnAt, used

    /// The key as the wire and the store have it.
    public var text: String {
        switch self {
        case .game: "game"
        case .term(let field): field.rawValue
        case .seat(let stone): stone.rawValue
        case .move: "move"
        case .column(let move): Self.columns.indices.contains(move) ? Self.columns[move] : "col\(move)"
        case .row(let move): Self.rows.indices.contains(move) ? Self.rows[move] : "row\(move)"
        case .result: "result"
        case .reason: "reason"
        case .line: "line"
        case .offer: "offer"
        case .refused: "refused"
        case .gone: "gone"
        case .hints: "hints"
        case .hintsTaken(let stone): "\(stone.rawValue)Hints"
        case .phase: "phase"
        case .awaits: "awaits"
        case .choices: "choices"
        case .choice: "choice"
        case .fifth: "fifth"
        case .fifths: "fifths"
        case .steps: "steps"
        case .time(let stone): "\(stone.rawValue)Time"
        case .periods(let stone): "\(stone.rawValue)Periods"
        case .lag(let stone): "\(stone.rawValue)Lag"
        case .began: "began"
        case .turn: "turn"
        case .turnAt: "turnAt"
        case .used: "used"
        }
    }

    /// The key that is spelled so; nil where a game has none. `colN` and `rowN` are read in their canonical writing
    /// only.
    public init?(_ text: String) {
        // Those of a move come with every one, the others now and then.
        let bytes = text.utf8.span
        let first: UInt8 = bytes.isEmpty ? 0 : bytes[0]
        if first == UInt8(ascii: "c"), let move = Self.number(in: bytes, after: Self.columnPrefix) {
            self = .column(move)
        } else if first == UInt8(ascii: "r"), let move = Self.number(in: bytes, after: Self.rowPrefix) {
            self = .row(move)
        } else if text == Self.move.text {
            self = .move
        } else if let key = Self.byText[text] {
            self = key
        } else {
            return nil
        }
    }

    /// N where `text` is the prefix and N, from 1.
    private static func number(in text: Span<UInt8>, after prefix: [UInt8]) -> Int? {
        guard text.count > prefix.count else { return nil }
        for index in prefix.indices where text[index] != prefix[index] { return nil }
        return Digits.number(text, from: prefix.count).flatMap { $0 > 0 ? $0 : nil }
    }

    private static let columnPrefix = Array("col".utf8)
    private static let rowPrefix = Array("row".utf8)
    private static let columns = (0...Digits.largestArea).map { "col\($0)" }
    private static let rows = (0...Digits.largestArea).map { "row\($0)" }

    /// What a ``Clock`` writes.
    public static let clockKeys: [GameKey] = [
        .term(.clock), .time(.x), .time(.o), .periods(.x), .periods(.o), .lag(.x), .lag(.o), .began, .turn, .turnAt,
        .used,
    ]

    /// Every key but those of the moves.
    public static let fixed: [GameKey] =
        [
            .game, .move, .result, .reason, .line, .offer, .refused, .gone, .phase, .awaits, .choices, .choice, .fifth,
            .fifths, .steps, .hints, .hintsTaken(.x), .hintsTaken(.o),
        ] + Stone.allCases.map(seat) + GameTerms.Field.allCases.map(term) + clockKeys.dropFirst()

    private static let byText = Dictionary(uniqueKeysWithValues: fixed.map { ($0.text, $0) })

    /// N of `colN` and `rowN`; nil for other keys.
    public var moveNumber: Int? {
        switch self {
        case .column(let move), .row(let move): move
        default: nil
        }
    }
}

// MARK: in deltas and states

extension Delta.Change {
    /// Sets a game's key to a text, or deletes it.
    public init(_ key: GameKey, _ text: String?) { self.init(key.text, text.map { .string($0) }) }
}

extension Delta {
    /// The change of `key`: nil when it is left alone, `.some(nil)` when it is deleted.
    public subscript(key: GameKey) -> JSON?? { self[key.text] }

    /// The text that `key` is set to.
    public func text(_ key: GameKey) -> String? { (self[key.text] ?? nil)?.string }

    /// The whole number that `key` is set to.
    public func number(_ key: GameKey) -> Int? { (self[key.text] ?? nil).flatMap(Digits.number) }
}

extension SharedState {
    public subscript(key: GameKey) -> JSON? { self[key.text] }

    /// The value of `key` as text; nil if it is not set or no text.
    public func text(_ key: GameKey) -> String? { text(key.text) }

    /// The value of `key` as a whole number.
    public func number(_ key: GameKey) -> Int? { self[key.text].flatMap(Digits.number) }
}
