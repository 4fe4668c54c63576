import GameState

extension GameReport {
    /// A proven event of a game.
    public struct Event: Equatable, Sendable {
        /// The kind of event, such as `lost`. Newer servers may send other words.
        public let kind: String
        /// The number of the move, from 1.
        public let move: Int
        public let side: Stone
        /// The moves that may have held.
        public let points: [Point]
        /// The longest line of the proof. Both sides move in turn.
        public let line: [Point]

        public init(kind: String, move: Int, side: Stone, points: [Point] = [], line: [Point] = []) {
            self.kind = kind
            self.move = move
            self.side = side
            self.points = points
            self.line = line
        }

        /// Parses an event. Returns `nil` if the value is not an event.
        init?(_ json: JSON) {
            guard let kind = json["kind"]?.string, let move = json["move"]?.integer, move > 0,
                let side = json["side"]?.string.flatMap({ Stone(rawValue: $0) })
            else { return nil }
            self.init(
                kind: kind, move: move, side: side, points: Self.points(json["points"]), line: Self.points(json["line"])
            )
        }

        private static func points(_ json: JSON?) -> [Point] {
            (json?.array ?? []).prefix(GameReport.movesLimit).compactMap { $0.string.flatMap { Point(cell: $0) } }
        }

        /// The number of the first move of ``line``: the event's own move if the proof is about the
        /// position before it, and otherwise the next one.
        public var firstOfLine: Int { ["gave-up-win", "missed-only-move"].contains(kind) ? move : move + 1 }
    }
}
