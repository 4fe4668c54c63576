/// A game as a file keeps it: who played what, and how it ended. Read from and written as SGF and Piskvork's `.psq`.
///
/// A record says what a file said; whether the moves are legal under its rule is for a game to judge. What is certain:
/// every point lies on the board, and no two stones on the same point.
public struct GameRecord: Equatable, Sendable {
    /// Who won.
    public enum Outcome: String, Sendable, CaseIterable { case x, o, draw }

    /// A move: a stone on a point, or a pass.
    public struct Move: Equatable, Sendable {
        public var stone: Stone
        /// Nil is a pass.
        public var point: Point?
        /// How long the move took, if the file says.
        public var milliseconds: Int?
        /// Properties of the move that a record has no field for: comments, marks, other programs' own.
        public var extras: [Property]

        public init(_ stone: Stone, _ point: Point?, milliseconds: Int? = nil, extras: [Property] = []) {
            self.stone = stone
            self.point = point
            self.milliseconds = milliseconds
            self.extras = extras
        }
    }

    /// An SGF property that is kept without being understood.
    public struct Property: Equatable, Sendable {
        /// Capital letters.
        public let name: String
        /// At least one; without escapes.
        public let values: [String]

        /// Nil unless the name is one to ``RecordLimits/nameLength`` capital letters. No values mean one empty value.
        public init?(_ name: String, _ values: [String]) {
            guard (1...RecordLimits.nameLength).contains(name.utf8.count),
                name.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
            else { return nil }
            self.name = name
            self.values = values.isEmpty ? [""] : values
        }
    }

    public var size: BoardSize
    /// Nil where the file names none, or one that is not played here.
    public var rule: Rule?
    /// The name of the opening.
    public var opening: String?
    public var names: ByStone<String?>
    /// Stones on the board before the first move.
    public var setup: ByStone<[Point]>
    public var moves: [Move]
    /// Nil while the game goes on, where it was aborted, and where the file does not say.
    public var outcome: Outcome?
    /// Why it ended, in the words of the room's `reason` key.
    public var reason: String?
    /// SGF's `DT`: `2026-11-21`.
    public var date: String?
    public var event: String?
    public var place: String?
    /// The clock in the words of ``ClockSetting``; other text is kept.
    public var clock: String?
    /// Properties of the whole game that a record has no field for.
    public var extras: [Property]

    /// Moves alternate from X.
    public init(size: BoardSize = .standard, rule: Rule? = nil, moves: [Point] = []) {
        self.size = size
        self.rule = rule
        names = ByStone(both: nil)
        setup = ByStone(both: [])
        self.moves = moves.enumerated().map { Move(.ofMove($0.offset + 1), $0.element) }
        extras = []
    }

    /// A game that was played here.
    public init(terms: GameTerms, moves: [Point]) {
        self.init(size: terms.size, rule: terms.rule, moves: moves)
        opening = terms.opening == .none ? nil : terms.opening.rawValue
        clock = terms.clock?.description
    }

    /// The points played on, in order, passes left out.
    public var points: [Point] { moves.compactMap(\.point) }

    /// Stones that belong to its opening, where the file names one that is played here.
    public var openingStones: Int { opening.flatMap { Opening(rawValue: $0) }?.stones ?? 0 }

    /// Whether moves alternate from X on an empty board without a pass: the games this server plays.
    public var isPlain: Bool {
        setup.x.isEmpty && setup.o.isEmpty
            && moves.enumerated().allSatisfy { $0.element.point != nil && $0.element.stone == .ofMove($0.offset + 1) }
    }

    /// Throws unless every stone lies on the board on a point of its own.
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
