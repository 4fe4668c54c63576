// Properties of ours, for what SGF has no word for: `MS` (milliseconds of a move), `REASON` (the room's word for why
// the game ended, where `RE` does not say it), `CLOCK` (a clock that `TM` and `OT` cannot say).

extension GameRecord {
    /// Reads the main line of the first game of an SGF file.
    public init(sgf text: String) throws(RecordError) {
        try self.init(sgf: Array(text.utf8))
    }

    /// Reads the main line of the first game of an SGF file.
    ///
    /// `GM` must be 4 or absent, `SZ` a size that is played (15 where absent). What is not understood is kept.
    public init(sgf bytes: [UInt8]) throws(RecordError) {
        guard bytes.count <= RecordLimits.bytes else { throw .tooLarge(bytes: bytes.count) }
        var reader = SGFReader(bytes)
        let nodes = try reader.nodes()
        let root = nodes.first ?? []
        if let game = root.first(where: { $0.name == "GM" })?.values[0].trimmed, game != "4" { throw .otherGame(game) }
        self.init(size: try Self.size(root.first { $0.name == "SZ" }?.values[0].trimmed ?? "15"))
        for (index, node) in nodes.enumerated() {
            // What stands before the first move is written into the root, wherever it stood.
            for property in node { try take(property, isRoot: index == 0 || moves.isEmpty) }
        }
        readClock()
        readResult()
        try check()
    }

    private static func size(_ text: String) throws(RecordError) -> BoardSize {
        let sides = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(sides.count), sides.allSatisfy({ $0 == sides[0] }), let side = Int(sides[0]),
            let size = BoardSize(side)
        else { throw .size(text) }
        return size
    }

    private mutating func take(_ property: Property, isRoot: Bool) throws(RecordError) {
        switch property.name {
        case "B": try takeMove(.x, property)
        case "W": try takeMove(.o, property)
        case "AB": try takeSetup(.x, property)
        case "AW": try takeSetup(.o, property)
        case "AE": throw .setup("AE")
        case "MS"
        where !moves.isEmpty && moves[moves.count - 1].milliseconds == nil && Int(property.values[0]) ?? -1 >= 0:
            moves[moves.count - 1].milliseconds = Int(property.values[0])
        case "FF", "GM", "SZ", "CA": if !isRoot { keep(property) }
        default: if !(isRoot && takeField(property)) { keep(property) }
        }
    }

    private mutating func keep(_ property: Property) {
        if moves.isEmpty { extras.append(property) } else { moves[moves.count - 1].extras.append(property) }
    }

    /// The first of each kind fills its field; whether it did.
    private mutating func takeField(_ property: Property) -> Bool {
        guard property.values.count == 1 else { return false }
        let value = property.values[0]
        func fill(_ field: inout String?) -> Bool {
            guard field == nil else { return false }
            field = value
            return true
        }
        switch property.name {
        case "PB": return fill(&names.x)
        case "PW": return fill(&names.o)
        case "ON": return fill(&opening)
        case "DT": return fill(&date)
        case "EV": return fill(&event)
        case "PC": return fill(&place)
        case "CLOCK": return fill(&clock)
        case "REASON": return fill(&reason)
        case "RU":
            guard rule == nil, let known = Rule(written: value) else { return false }
            rule = known
            return true
        default: return false
        }
    }

    private mutating func takeMove(_ stone: Stone, _ property: Property) throws(RecordError) {
        for value in property.values {
            let text = value.trimmed
            guard moves.count < RecordLimits.moves else { throw .tooManyMoves(moves.count + 1) }
            // `tt` is a pass on every board that has no such point.
            let isPass = text.isEmpty || (text == "tt" && size.side <= 19)
            moves.append(Move(stone, isPass ? nil : try point(text)))
        }
    }

    private mutating func takeSetup(_ stone: Stone, _ property: Property) throws(RecordError) {
        guard moves.isEmpty else { throw .setup(property.name) }
        for value in property.values {
            let corners = value.trimmed.split(separator: ":", omittingEmptySubsequences: false)
            let first = try point(String(corners.first ?? ""))
            let last = corners.count == 2 ? try point(String(corners[1])) : first
            guard corners.count <= 2, first.column <= last.column, first.row <= last.row else {
                throw .badPoint(value, move: 0)
            }
            for row in first.row...last.row {
                for column in first.column...last.column { setup[stone].append(Point(column: column, row: row)) }
            }
            guard setup[stone].count <= size.area else { throw .occupied(first, move: 0) }
        }
    }

    /// `hh` as SGF writes, or `h8` as players do.
    private func point(_ text: String) throws(RecordError) -> Point {
        let letters = Array(text.utf8)
        if letters.count == 2, letters.allSatisfy({ $0 >= UInt8(ascii: "a") }) {
            let first = Int(UInt8(ascii: "a"))
            if let point = size.point(column: Int(letters[0]) - first, row: Int(letters[1]) - first) { return point }
        } else if let point = size.point(named: text.lowercased()) {
            return point
        }
        throw .badPoint(text, move: moves.count + 1)
    }

    /// `TM` and `OT`, where together they are a clock of ours.
    private mutating func readClock() {
        guard clock == nil, let main = extras.first(where: { $0.name == "TM" }),
            let over = extras.first(where: { $0.name == "OT" }),
            let setting = ClockSetting(main: main.values[0], over: over.values[0])
        else { return }
        clock = setting.description
        forget(main)
        forget(over)
    }

    /// The first of those that are equal; others are kept.
    private mutating func forget(_ property: Property) {
        if let place = extras.firstIndex(of: property) { extras.remove(at: place) }
    }

    /// `RE`, where it is a result of ours.
    private mutating func readResult() {
        guard let property = extras.first(where: { $0.name == "RE" && $0.values.count == 1 }),
            let result = SGFResult(property.values[0])
        else { return }
        forget(property)
        outcome = result.outcome
        if reason == nil { reason = result.reason }
    }
}

extension Rule {
    /// Our word for the rule, or Gomocup's number for it.
    init?(written text: String) {
        let word = text.trimmed.lowercased()
        guard let rule = Self.allCases.first(where: { $0.rawValue == word || String($0.facts.gomocupNumber) == word })
        else {
            return nil
        }
        self = rule
    }
}

extension String {
    /// Without blanks at either end; one that makes a character together with the scalar before it (U+0602) is one, too.
    var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
