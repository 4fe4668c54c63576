import GameState
import Wire

/// What each move of a game that is over was worth, as the server tells it.
public struct GameReport: Equatable, Sendable {
    public struct Move: Equatable, Sendable {
        /// From 1.
        public let number: Int
        public let cell: Point
        /// For the side that moved; 100 is about 77% to win.
        public let score: Int
        /// Nil where the server names none.
        public let best: Point?
        public let bestScore: Int
        /// `good`, `mistake`, …; any word of a newer server too.
        public let kind: String
    }

    public let game: Int
    public let moves: [Move]
    /// Percent of the chances that each side has kept; nil where it was not told.
    public let accuracy: ByStone<Int?>
    /// The move that changed most.
    public let turningPoint: Int?

    /// What is told beyond this number of moves is passed over.
    private static let movesLimit = 400

    /// Nil where it is no report. Moves that make no sense are passed over.
    public init?(_ json: JSON) {
        guard let game = json["game"]?.integer, let moves = json["moves"]?.array else { return nil }
        self.game = game
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
