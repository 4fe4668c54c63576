/// A game as a file keeps it: who played what, and how it ended. Read from and written as SGF and Piskvork's `.psq`.
///
/// A record says what a file said; whether the moves are legal under its rule is for a game to judge. What is certain: every
/// point lies on the board, and no two stones on the same point.
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

    /// The points played on, in order, passes left out.
    public var points: [Point] { moves.compactMap(\.point) }

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

/// How much of a file is read.
public enum RecordLimits {
    /// Longest file, in bytes.
    public static let bytes = 1 << 20
    /// Most moves, passes counted.
    public static let moves = 1_000
    /// Longest name of a property, in letters.
    public static let nameLength = 32
    /// Longest line of a `.psq` file's end that is kept, in bytes.
    public static let lineLength = 1_024
    /// Most lines of a `.psq` file's end that are kept.
    public static let tailLines = 100
}

/// Why a file is no record, or a record cannot be written in a format.
public enum RecordError: Error, Equatable, Sendable {
    case tooLarge(bytes: Int)
    case tooManyMoves(Int)
    /// The file does not begin as the format does.
    case notThisFormat
    /// What cannot be read begins at this byte.
    case syntax(offset: Int)
    /// The file ends in the middle of something.
    case unfinished
    /// SGF of another game: its `GM` number.
    case otherGame(String)
    /// No board of that size is played.
    case size(String)
    /// Move 0 is the setup.
    case badPoint(String, move: Int)
    case offBoard(move: Int)
    case occupied(Point, move: Int)
    /// A line of a `.psq` file, counted from 1.
    case line(Int)
    /// Stones added or removed without a move, after the first move or by `AE`.
    case setup(String)
    /// The format cannot say it: a pass, setup stones, or two moves of one side in a row in `.psq`.
    case unwritable

    /// The stable word for the wire.
    public var code: String {
        switch self {
        case .tooLarge: "too-large"
        case .tooManyMoves: "too-many-moves"
        case .notThisFormat, .syntax, .unfinished, .line: "bad-record"
        case .otherGame: "other-game"
        case .size: "bad-size"
        case .badPoint, .offBoard: "off-board"
        case .occupied: "occupied"
        case .setup: "bad-setup"
        case .unwritable: "unwritable"
        }
    }
}

extension RecordError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLarge(let bytes): "The file has \(bytes) bytes; records up to \(RecordLimits.bytes) are read."
        case .tooManyMoves(let count): "The game has \(count) moves; records up to \(RecordLimits.moves) are read."
        case .notThisFormat: "The file does not begin as this format does; choose the format it is in."
        case .syntax(let offset): "The file cannot be read from byte \(offset) on; check it there."
        case .unfinished: "The file ends too early; copy the whole of it."
        case .otherGame(let number): "The file is of another game (GM[\(number)]); gomoku and renju are GM[4]."
        case .size(let text): "No board of size \(text.prefix(16)) is played here; use 13, 15, 17, 19 or 20."
        case .badPoint(let text, let move): "\(text.prefix(16).debugDescription) at move \(move) is no point of the board."
        case .offBoard(let move): "Move \(move) lies off the board."
        case .occupied(_, let move): "Move \(move) is on a point that already has a stone."
        case .line(let number): "Line \(number) cannot be read; check it there."
        case .setup(let name): "\(name) changes stones during the game, which a record of play does not; remove it."
        case .unwritable: "This format has only moves that alternate on an empty board; write SGF instead."
        }
    }
}
