// SGF has no properties for some facts, so records add their own:
//
// - `MS`: the milliseconds of a move (`BL` and `WL`, the seconds left after it, are SGF's own);
// - `REASON`: the value of the room's `reason` key, if `RE` does not express it;
// - `CLOCK`: a clock that `TM` and `OT` cannot express.

extension GameRecord {
    /// Reads the main line of the first game in an SGF file.
    public init(sgf text: String) throws(RecordError) {
        try self.init(sgf: Array(text.utf8))
    }

    /// Reads the main line of the first game in an SGF file.
    ///
    /// `GM` must be 4 or absent. `SZ` must be a supported size, and 15 is the default. The record
    /// keeps properties that it does not interpret.
    public init(sgf bytes: [UInt8]) throws(RecordError) {
        guard bytes.count <= RecordLimits.bytes else { throw .tooLarge(bytes: bytes.count) }
        var reader = SGFReader(bytes)
        let nodes = try reader.nodes()
        let root = nodes.first ?? []
        if let game = root.first(where: { $0.name == "GM" })?.values[0].trimmed, game != "4" { throw .otherGame(game) }
        self.init(size: try Self.size(root.first { $0.name == "SZ" }?.values[0].trimmed ?? "15"))
        for (index, node) in nodes.enumerated() {
            // Properties before the first move count as properties of the root.
            for property in node { try read(property, isRoot: index == 0 || moves.isEmpty) }
        }
        readClock()
        readResult()
        try check()
    }

    static func size(_ text: String) throws(RecordError) -> BoardSize {
        let sides = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(sides.count), sides.allSatisfy({ $0 == sides[0] }), let side = Int(sides[0]),
            let size = BoardSize(side)
        else { throw .size(text) }
        return size
    }

    private mutating func read(_ property: Property, isRoot: Bool) throws(RecordError) {
        switch property.name {
        case "B": try readMove(.x, property)
        case "W": try readMove(.o, property)
        case "AB": try readSetup(.x, property)
        case "AW": try readSetup(.o, property)
        case "AE": throw .setup("AE")
        case "MS"
        where !moves.isEmpty && moves[moves.count - 1].milliseconds == nil && Int(property.values[0]) ?? -1 >= 0:
            moves[moves.count - 1].milliseconds = Int(property.values[0])
        case "BL", "WL":
            guard let last = moves.last, last.left == nil, property.name == Self.timeLeft(last.stone),
                property.values.count == 1, let left = SGFTime.milliseconds(property.values[0])
            else { return keep(property) }
            moves[moves.count - 1].left = left
        case "FF", "GM", "SZ", "CA": if !isRoot { keep(property) }
        default: if !(isRoot && readField(property)) { keep(property) }
        }
    }

    /// The name of the property with the time that a player has left.
    static func timeLeft(_ stone: Stone) -> String { stone == .x ? "BL" : "WL" }

    private mutating func keep(_ property: Property) {
        if moves.isEmpty { extras.append(property) } else { moves[moves.count - 1].extras.append(property) }
    }

    /// Stores the first property of each kind in its field. Returns whether it did.
    private mutating func readField(_ property: Property) -> Bool {
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

    private mutating func readMove(_ stone: Stone, _ property: Property) throws(RecordError) {
        for value in property.values {
            let text = value.trimmed
            guard moves.count < RecordLimits.moves else { throw .tooManyMoves(moves.count + 1) }
            moves.append(Move(stone, size.isPass(text) ? nil : try point(text)))
        }
    }

    private mutating func readSetup(_ stone: Stone, _ property: Property) throws(RecordError) {
        guard moves.isEmpty else { throw .setup(property.name) }
        for value in property.values {
            guard let points = size.points(written: value) else { throw .badPoint(value, move: 0) }
            setup[stone] += points
            guard setup[stone].count <= size.area else { throw .occupied(points[0], move: 0) }
        }
    }

    private func point(_ text: String) throws(RecordError) -> Point {
        guard let point = size.point(written: text) else { throw .badPoint(text, move: moves.count + 1) }
        return point
    }

    /// Reads `TM` and `OT` as a clock if they form a valid setting.
    private mutating func readClock() {
        guard clock == nil, let main = extras.first(where: { $0.name == "TM" }),
            let over = extras.first(where: { $0.name == "OT" }),
            let setting = ClockSetting(main: main.values[0], over: over.values[0])
        else { return }
        clock = setting.description
        remove(main)
        remove(over)
    }

    /// Removes the first property that equals the given one.
    private mutating func remove(_ property: Property) {
        if let place = extras.firstIndex(of: property) { extras.remove(at: place) }
    }

    /// Reads `RE` if it is a known result.
    private mutating func readResult() {
        guard let property = extras.first(where: { $0.name == "RE" && $0.values.count == 1 }),
            let result = SGFResult(property.values[0])
        else { return }
        remove(property)
        outcome = result.outcome
        if reason == nil { reason = result.reason }
    }
}

extension Rule {
    /// Creates a rule from its name or its Gomocup number.
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
    /// The string without surrounding whitespace. Works on scalars, because a space may combine
    /// with a preceding scalar (U+0602) into one character.
    var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
