/// A game as it is stored in a file, with players, moves and result. Records can be read from and
/// written as SGF and Piskvork's `.psq`.
///
/// A record does not check that the moves are legal under its rule. It guarantees that every point
/// lies on the board and that no two stones share a point.
public struct GameRecord: Equatable, Sendable {
    /// The result of the game.
    public enum Outcome: String, Sendable, CaseIterable { case x, o, draw }

    /// A move, which is a stone on a point or a pass.
    public struct Move: Equatable, Sendable {
        public var stone: Stone
        /// The point, or `nil` for a pass.
        public var point: Point?
        /// The time that the move took, if the file contains it.
        public var milliseconds: Int?
        /// The time that the player's clock showed after the move, in milliseconds, if the file
        /// contains it.
        public var left: Int?
        /// Properties of the move without a field in the record, such as comments, marks and those
        /// of other programs.
        public var extras: [Property]

        public init(
            _ stone: Stone, _ point: Point?, milliseconds: Int? = nil, left: Int? = nil, extras: [Property] = []
        ) {
            self.stone = stone
            self.point = point
            self.milliseconds = milliseconds
            self.left = left
            self.extras = extras
        }
    }

    /// An SGF property that the record keeps without interpreting it.
    public struct Property: Hashable, Sendable {
        /// The name in capital letters.
        public let name: String
        /// The values without escapes. There is at least one.
        public let values: [String]

        /// Creates a property, or returns `nil` unless the name has 1 to
        /// ``RecordLimits/nameLength`` capital letters. Without values, the property gets one empty
        /// value.
        public init?(_ name: String, _ values: [String]) {
            guard (1...RecordLimits.nameLength).contains(name.utf8.count),
                name.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
            else { return nil }
            self.name = name
            self.values = values.isEmpty ? [""] : values
        }
    }

    public var size: BoardSize
    /// The rule, or `nil` if the file has none or an unsupported one.
    public var rule: Rule?
    /// The name of the opening.
    public var opening: String?
    public var names: ByStone<String?>
    /// The stones on the board before the first move.
    public var setup: ByStone<[Point]>
    public var moves: [Move]
    /// The result, or `nil` if the game is unfinished or aborted, or the file does not contain it.
    public var outcome: Outcome?
    /// The reason why the game ended, as in the room's `reason` key.
    public var reason: String?
    /// The date as in SGF's `DT`: `2026-11-21`.
    public var date: String?
    public var event: String?
    public var place: String?
    /// The clock in the form of ``ClockSetting``, or other text from the file.
    public var clock: String?
    /// Properties of the whole game without a field in the record.
    public var extras: [Property]

    /// Creates a record of moves that alternate, beginning with X.
    public init(size: BoardSize = .standard, rule: Rule? = nil, moves: [Point] = []) {
        self.size = size
        self.rule = rule
        names = ByStone(both: nil)
        setup = ByStone(both: [])
        self.moves = moves.enumerated().map { Move(.ofMove($0.offset + 1), $0.element) }
        extras = []
    }

    /// Creates a record of a game on this server.
    public init(terms: GameTerms, moves: [Point]) {
        self.init(size: terms.size, rule: terms.rule, moves: moves)
        opening = terms.opening == .none ? nil : terms.opening.rawValue
        clock = terms.clock?.description
    }

    /// Adds the times of the moves. If there are fewer times than moves, the last moves get none.
    public mutating func take(_ times: [MoveTime?]) {
        for (index, time) in zip(moves.indices, times) {
            moves[index].milliseconds = time?.used
            moves[index].left = time?.left
        }
    }

    /// The points of the moves in order, without passes.
    public var points: [Point] { moves.compactMap(\.point) }

    /// The number of stones that belong to the opening, if it is one that this server supports.
    public var openingStones: Int { opening.flatMap { Opening(rawValue: $0) }?.stones ?? 0 }

    /// The side that lost the game, or `nil` for a draw and for a game without a result.
    public var loser: Stone? {
        switch outcome {
        case .x: .o
        case .o: .x
        case .draw, nil: nil
        }
    }

    /// Whether the moves alternate, beginning with X on an empty board, without a pass. The moves
    /// of games on this server always do.
    public var isPlain: Bool {
        setup.x.isEmpty && setup.o.isEmpty
            && moves.enumerated().allSatisfy { $0.element.point != nil && $0.element.stone == .ofMove($0.offset + 1) }
    }

    /// Throws an error unless every stone lies on the board on a point of its own.
    func check() throws(RecordError) {
        guard moves.count <= RecordLimits.moves else { throw .tooManyMoves(moves.count) }
        var board = Board(size: size)
        for stone in Stone.allCases {
            for point in setup[stone] { try Self.place(stone, on: point, of: &board, move: 0) }
        }
        for (index, move) in moves.enumerated() {
            if let point = move.point { try Self.place(move.stone, on: point, of: &board, move: index + 1) }
        }
    }

    private static func place(_ stone: Stone, on point: Point, of board: inout Board, move: Int) throws(RecordError) {
        guard board.size.contains(point) else { throw .offBoard(move: move) }
        guard board[point] == nil else { throw .occupied(point, move: move) }
        board[point] = stone
    }
}
