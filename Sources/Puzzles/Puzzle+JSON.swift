import GameState

extension Puzzle {
    /// Writes the JSON form (docs/PUZZLES.md).
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("id" as StaticString)
        writer.string(id)
        writer.name("rule" as StaticString)
        writer.string(position.rule.rawValue)
        writer.name("size" as StaticString)
        writer.integer(position.board.size.side)
        writer.name("turn" as StaticString)
        writer.string(position.turn.rawValue)
        for stone in Stone.allCases {
            writer.name(stone.rawValue)
            writer.cells(position.board.size.points.filter { position.board[$0] == stone })
        }
        if let last {
            writer.name("last" as StaticString)
            writer.string(last.cell)
        }
        writer.name("kind" as StaticString)
        writer.string(kind.rawValue)
        writer.name("themes" as StaticString)
        writer.beginArray()
        for theme in Theme.allCases where themes.contains(theme) { writer.string(theme.rawValue) }
        writer.endArray()
        writer.name("rating" as StaticString)
        writer.integer(rating)
        writeTask(to: &writer)
        writer.endObject()
    }

    private func writeTask(to writer: inout JSONWriter) {
        if let proof {
            writer.name("moves" as StaticString)
            writer.integer(proof.moves)
            writer.name("proof" as StaticString)
            writer.string(ProofText.text(of: proof.bytes))
        }
        switch task {
        case .win(let win):
            writer.name("shortest" as StaticString)
            writer.bool(win.isShortest)
            writer.name("several" as StaticString)
            writer.bool(!win.isComplete)
            writer.name("also" as StaticString)
            writer.beginArray()
            for alternative in win.alternatives {
                writer.beginObject()
                writer.name("after" as StaticString)
                writer.cells(alternative.after)
                writer.name("proof" as StaticString)
                writer.string(ProofText.text(of: alternative.proof.bytes))
                writer.endObject()
            }
            writer.endArray()
        case .drill(let drill, _):
            writer.name("ask" as StaticString)
            writer.string(drill.rawValue)
        case .balance(let chance):
            writer.name("chance" as StaticString)
            writer.raw(Self.text(thousandths: chance).utf8)
        case .defence: break
        }
        if !points.isEmpty {
            writer.name("points" as StaticString)
            writer.cells(position.board.size.points.filter(points.contains))
        }
    }

    /// The JSON form as text.
    public var json: String {
        var writer = JSONWriter(reserving: 2_048)
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func text(thousandths: Int) -> String {
        let digits = String(1_000 + thousandths % 1_000).dropFirst()
        return "\(thousandths / 1_000).\(digits)"
    }
}

extension JSONWriter {
    fileprivate mutating func cells(_ points: some Sequence<Point>) {
        beginArray()
        for point in points { string(point.cell) }
        endArray()
    }
}

// MARK: Reading

extension Puzzle {
    /// Parses the JSON form. The ID, the length and the themes that follow from the task are
    /// computed, and must be those of the text if it has them.
    public init(_ json: JSON) throws(PuzzleFault) {
        let position = try Self.position(json)
        var last: Point?
        if json["last"] != nil { last = try Self.point(json, "last") }
        let task = try Self.task(json, position)
        try self.init(
            task, at: position, last: last, themes: try Self.themes(json), rating: try Self.integer(json, "rating"))
        if let id = json["id"], id.string != self.id { throw .id(id.string ?? "") }
        if let kind = json["kind"], kind.string != self.kind.rawValue { throw .member("kind") }
        if let moves = json["moves"], moves.integer != proof?.moves { throw .member("moves") }
    }

    private static func position(_ json: JSON) throws(PuzzleFault) -> Proof.Position {
        guard let rule = Rule(rawValue: try text(json, "rule")) else { throw .member("rule") }
        guard let size = BoardSize(engine: try integer(json, "size")) else { throw .member("size") }
        guard let turn = Stone(rawValue: try text(json, "turn")) else { throw .member("turn") }
        var board = Board(size: size)
        for stone in Stone.allCases {
            for point in try points(json, stone.rawValue) {
                guard size.contains(point), board[point] == nil else { throw .member(stone.rawValue) }
                board[point] = stone
            }
        }
        return Proof.Position(rule: rule, board: board, turn: turn)
    }

    private static func task(_ json: JSON, _ position: Proof.Position) throws(PuzzleFault) -> Task {
        switch Kind(rawValue: try text(json, "kind")) {
        case .fours, .threats:
            var alternatives: [Alternative] = []
            for item in json["also"]?.array ?? [] {
                alternatives.append(Alternative(after: try points(item, "after"), proof: try proof(item)))
            }
            return .win(
                Win(
                    try proof(json), isShortest: json["shortest"]?.bool ?? false, alternatives: alternatives,
                    isComplete: !(json["several"]?.bool ?? true)))
        case .defence: return .defence(try proof(json))
        case .drill:
            guard let drill = Drill(rawValue: try text(json, "ask")) else { throw .member("ask") }
            return .drill(drill, answer: Set(try points(json, "points")))
        case .balance:
            guard case .number(let text)? = json["chance"], let chance = Double(text), (0...1).contains(chance) else {
                throw .member("chance")
            }
            return .balance(chance: Int((chance * 1_000).rounded()))
        case nil: throw .member("kind")
        }
    }

    private static func proof(_ json: JSON) throws(PuzzleFault) -> Proof {
        guard let bytes = ProofText.bytes(of: try text(json, "proof")), let proof = try? Proof(bytes: bytes) else {
            throw .member("proof")
        }
        return proof
    }

    private static func themes(_ json: JSON) throws(PuzzleFault) -> Set<Theme> {
        var themes: Set<Theme> = []
        for item in json["themes"]?.array ?? [] {
            guard let theme = item.string.flatMap(Theme.init(rawValue:)) else { throw .member("themes") }
            themes.insert(theme)
        }
        return themes
    }

    private static func text(_ json: JSON, _ name: String) throws(PuzzleFault) -> String {
        guard let text = json[name]?.string else { throw .member(name) }
        return text
    }

    private static func integer(_ json: JSON, _ name: String) throws(PuzzleFault) -> Int {
        guard let number = json[name]?.integer else { throw .member(name) }
        return number
    }

    private static func point(_ json: JSON, _ name: String) throws(PuzzleFault) -> Point {
        guard let point = Point(cell: try text(json, name)) else { throw .member(name) }
        return point
    }

    private static func points(_ json: JSON, _ name: String) throws(PuzzleFault) -> [Point] {
        guard let items = json[name]?.array else { throw .member(name) }
        var points: [Point] = []
        for item in items {
            guard let point = item.string.flatMap({ Point(cell: $0) }) else { throw .member(name) }
            points.append(point)
        }
        return points
    }
}
