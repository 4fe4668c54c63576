/// A key of a `gomoku` room. Some keys describe the game, and some only occur in requests. ``text``
/// alone defines their spelling.
public enum GameKey: Hashable, Sendable {
    /// The number of the game in the room.
    case game
    case term(GameTerms.Field)
    case seat(Stone)
    /// The number of the last move.
    case move
    case column(Int)
    case row(Int)
    case result, reason, line
    case offer, refused, gone
    /// Whether both players have agreed to allow hints. ``hintsTaken(_:)`` counts the hints that
    /// each side has taken.
    case hints
    case hintsTaken(Stone)
    case phase, awaits, choices, choice, fifth, fifths, steps
    /// The keys of the clock, except its setting, which is a term.
    case time(Stone)
    case periods(Stone)
    case lag(Stone)
    case began, turn, turnAt, used

    /// The key on the wire and in the store.
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

    /// Parses a key. Returns `nil` if games have no such key, or if `colN` and `rowN` are not in
    /// canonical form.
    public init?(_ text: String) {
        guard let key = Self.ofMoves(text.utf8.span) ?? Self.byText[text] else { return nil }
        self = key
    }

    /// Parses a key from its UTF-8 bytes.
    init?(_ text: Span<UInt8>) {
        if let key = Self.ofMoves(text) {
            self = key
        } else if let text = try? UTF8Span(validating: text), let key = Self.byText[String(copying: text)] {
            self = key
        } else {
            return nil
        }
    }

    /// Returns one of the keys that every move has, which are tested first.
    private static func ofMoves(_ text: Span<UInt8>) -> GameKey? {
        switch text.isEmpty ? 0 : text[0] {
        case UInt8(ascii: "c"): number(in: text, after: columnPrefix).map { .column($0) }
        case UInt8(ascii: "r"): number(in: text, after: rowPrefix).map { .row($0) }
        case UInt8(ascii: "m"): isMove(text) ? .move : nil
        default: nil
        }
    }

    private static func isMove(_ text: Span<UInt8>) -> Bool {
        guard text.count == moveBytes.count else { return false }
        for index in moveBytes.indices where text[index] != moveBytes[index] { return false }
        return true
    }

    /// Returns the number if `text` consists of the prefix and a number of at least 1.
    private static func number(in text: Span<UInt8>, after prefix: [UInt8]) -> Int? {
        guard text.count > prefix.count else { return nil }
        for index in prefix.indices where text[index] != prefix[index] { return nil }
        return Digits.number(text, from: prefix.count).flatMap { $0 > 0 ? $0 : nil }
    }

    private static let columnPrefix = Array("col".utf8)
    private static let rowPrefix = Array("row".utf8)
    private static let moveBytes = Array("move".utf8)
    private static let columns = (0...Digits.largestArea).map { "col\($0)" }
    private static let rows = (0...Digits.largestArea).map { "row\($0)" }

    /// The keys that a ``Clock`` writes.
    public static let clockKeys: [GameKey] = [
        .term(.clock), .time(.x), .time(.o), .periods(.x), .periods(.o), .lag(.x), .lag(.o), .began, .turn, .turnAt,
        .used,
    ]

    /// Every key except those of the moves (`colN` and `rowN`).
    public static let fixed: [GameKey] =
        [
            .game, .move, .result, .reason, .line, .offer, .refused, .gone, .phase, .awaits, .choices, .choice, .fifth,
            .fifths, .steps, .hints, .hintsTaken(.x), .hintsTaken(.o),
        ] + Stone.allCases.map(seat) + GameTerms.Field.allCases.map(term) + clockKeys.dropFirst()

    private static let byText = Dictionary(uniqueKeysWithValues: fixed.map { ($0.text, $0) })

    /// The number N of `colN` or `rowN`, or `nil` for other keys.
    public var moveNumber: Int? {
        switch self {
        case .column(let move), .row(let move): move
        default: nil
        }
    }
}

// MARK: Keys in deltas and states

extension Delta.Change {
    /// Creates a change that sets a key to a text, or deletes it.
    public init(_ key: GameKey, _ text: String?) { self.init(key.text, text.map { .string($0) }) }
}

extension Delta {
    /// The change of `key`: `nil` if the delta does not change it, `.some(nil)` if it deletes it.
    public subscript(key: GameKey) -> JSON?? { self[key.text] }

    /// Returns the text to which the delta sets `key`.
    public func text(_ key: GameKey) -> String? { (self[key.text] ?? nil)?.string }

    /// Returns the whole number to which the delta sets `key`.
    public func number(_ key: GameKey) -> Int? { (self[key.text] ?? nil).flatMap(Digits.number) }
}

extension SharedState {
    public subscript(key: GameKey) -> JSON? { self[key.text] }

    /// Returns the value of `key` as a string, or `nil` if it is not set or not a string.
    public func text(_ key: GameKey) -> String? { text(key.text) }

    /// Returns the value of `key` as a whole number.
    public func number(_ key: GameKey) -> Int? { self[key.text].flatMap(Digits.number) }
}
