import GameState

/// What the robot would do in somebody's place: the answer to ``Request/hint(_:)``.
public struct Hint: Equatable, Sendable {
    public let room: RoomName
    /// The `id` of the request.
    public let id: String?
    /// The number of the move that it is a hint for.
    public let move: Int
    /// Where to put a stone, or what to offer as a fifth; nil when something must be chosen.
    public let cell: Point?
    /// The side or the way to choose, in an opening.
    public let choice: OpeningChoice?
    /// For the side to move: 200 is about 73% to win, beyond ±29000 the game is decided.
    public let score: Int
    /// The moves expected, the hint first; empty for a choice.
    public let line: [Point]

    public init(
        room: RoomName, id: String?, move: Int, cell: Point?, choice: OpeningChoice? = nil, score: Int = 0,
        line: [Point] = []
    ) {
        self.room = room
        self.id = id
        self.move = move
        self.cell = cell
        self.choice = choice
        self.score = score
        self.line = line
    }
}

extension JSONWriter {
    /// The members of a hint's message.
    mutating func write(_ hint: Hint) {
        member("type", "hint")
        member("room", hint.room.text)
        if let id = hint.id { member("id", id) }
        member("move", hint.move)
        if let cell = hint.cell { member("cell", "\(cell.column),\(cell.row)") }
        if let choice = hint.choice { member("choice", choice.rawValue) }
        member("score", hint.score)
        name("line")
        beginArray()
        for point in hint.line { string("\(point.column),\(point.row)") }
        endArray()
    }
}
