import GameState

/// A hint of the robot, in answer to ``Request/hint(_:)``.
public struct Hint: Message {
    public static let type: StaticString = "hint"
    public let room: RoomName
    /// The `id` of the request.
    public let id: String?
    /// The number of the move for which the hint is.
    public let move: Int
    /// The point for the stone or the offered fifth move, or `nil` if the player must make a
    /// choice.
    public let cell: Point?
    /// The choice to make in an opening.
    public let choice: OpeningChoice?
    /// The score for the side to move. 100 means a winning chance of about 77 %. Beyond ±29000 the
    /// game is decided.
    public let score: Int
    /// The expected moves, beginning with the hint. Empty for a choice.
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

    public init(_ fields: Fields) throws(BadMember) {
        room = try fields.room()
        id = fields["id"]?.string
        move = try fields.number("move")
        cell = fields["cell"]?.string.flatMap { Point(cell: $0) }
        choice = fields["choice"]?.string.flatMap { OpeningChoice(rawValue: $0) }
        score = fields["score"]?.integer ?? 0
        var line: [Point] = []
        for element in fields["line"]?.array ?? [] {
            guard let point = element.string.flatMap({ Point(cell: $0) }) else {
                throw BadMember("line", "\"line\" must be a list of cells such as \"7,7\".")
            }
            line.append(point)
        }
        self.line = line
    }

    public func write(into writer: inout JSONWriter) {
        writer.member("room", room.text)
        writer.memberIfAny("id", id)
        writer.member("move", move)
        if let cell { writer.member("cell", cell.cell) }
        if let choice { writer.member("choice", choice.rawValue) }
        writer.member("score", score)
        writer.member("line", line.map(\.cell))
    }
}
