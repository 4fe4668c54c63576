import GameState
import Wire

/// The server's analysis of the moves of a finished game.
public struct GameReport: Equatable, Sendable {
    public struct Move: Equatable, Sendable {
        /// The number of the move, from 1.
        public let number: Int
        public let cell: Point
        /// The score for the side that moved. 100 means a winning chance of about 77 %.
        public let score: Int
        /// The best move, or `nil` if the server does not give one.
        public let best: Point?
        public let bestScore: Int
        /// The kind of move, such as `good` or `mistake`. Newer servers may send other words.
        public let kind: String

        public init(number: Int, cell: Point, score: Int, best: Point?, bestScore: Int, kind: String) {
            self.number = number
            self.cell = cell
            self.score = score
            self.best = best
            self.bestScore = bestScore
            self.kind = kind
        }
    }

    public let game: Int
    /// The proven events in the order of the moves, or `nil` if the server does not send them.
    public let events: [Event]?
    public let moves: [Move]
    /// The accuracy of each side's moves in percent, or `nil` if the server does not send it.
    public let accuracy: ByStone<Int?>
    /// The number of the move that changed the winning chances most.
    public let turningPoint: Int?

    /// The number of moves, events and moves of a line to read. Further ones are ignored.
    static let movesLimit = 400

    public init(game: Int, events: [Event]?, moves: [Move], accuracy: ByStone<Int?>, turningPoint: Int?) {
        self.game = game
        self.events = events
        self.moves = moves
        self.accuracy = accuracy
        self.turningPoint = turningPoint
    }

    /// Parses a report and ignores invalid moves. Returns `nil` if the value is not a report.
    public init?(_ json: JSON) {
        guard let game = json["game"]?.integer, let moves = json["moves"]?.array else { return nil }
        self.game = game
        events = json["events"]?.array.map { $0.prefix(Self.movesLimit).compactMap { Event($0) } }
        self.moves = moves.prefix(Self.movesLimit).compactMap { move in
            guard let number = move["move"]?.integer, number > 0, let cell = Self.cell(move["cell"]) else { return nil }
            return Move(
                number: number, cell: cell, score: move["score"]?.integer ?? 0, best: Self.cell(move["best"]),
                bestScore: move["bestScore"]?.integer ?? 0, kind: move["kind"]?.string ?? "")
        }
        let summary = json["summary"]
        accuracy = ByStone(x: summary?["x"]?["accuracy"]?.integer, o: summary?["o"]?["accuracy"]?.integer)
        turningPoint = summary?["turningPoint"]?.integer
    }

    private static func cell(_ json: JSON?) -> Point? { json?.string.flatMap { Point(cell: $0) } }
}
