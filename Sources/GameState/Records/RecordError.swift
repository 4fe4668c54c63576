/// The reason why a file cannot be read as a record, or a record cannot be written in a format.
public enum RecordError: Error, Equatable, Sendable {
    case tooLarge(bytes: Int)
    case tooManyMoves(Int)
    /// The file does not begin like a file of this format.
    case notThisFormat
    /// The file has a syntax error at this byte.
    case syntax(offset: Int)
    /// The file ends too early.
    case unfinished
    /// The SGF file contains another game, with this `GM` number.
    case otherGame(String)
    /// The board size is not supported.
    case size(String)
    /// A text that is not a point of the board. Move 0 stands for the setup.
    case badPoint(String, move: Int)
    case offBoard(move: Int)
    case occupied(Point, move: Int)
    /// An invalid line of a `.psq` file, counted from 1.
    case line(Int)
    /// Stones were added after the first move, or removed by `AE`.
    case setup(String)
    /// The format cannot express the record. A `.psq` file cannot contain passes, setup stones, or
    /// two successive moves of one side.
    case unwritable

    /// The stable word on the wire.
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
        case .tooLarge(let bytes): "The file has \(bytes) bytes. The limit for records is \(RecordLimits.bytes)."
        case .tooManyMoves(let count): "The game has \(count) moves. The limit for records is \(RecordLimits.moves)."
        case .notThisFormat: "The file is not in this format. Choose the right format."
        case .syntax(let offset): "The file has a syntax error at byte \(offset). Correct it there."
        case .unfinished: "The file ends too early. Copy the complete file."
        case .otherGame(let number): "The file contains another game (GM[\(number)]). Gomoku and renju are GM[4]."
        case .size(let text): "The board size \(text.prefix(16)) is not supported. Use 13, 15, 17, 19 or 20."
        case .badPoint(let text, let move):
            "\(text.prefix(16).debugDescription) at move \(move) is not a point of the board."
        case .offBoard(let move): "Move \(move) is off the board."
        case .occupied(_, let move): "Move \(move) is on a point that already has a stone."
        case .line(let number): "Line \(number) is not valid. Correct it."
        case .setup(let name): "The property \(name) adds or removes stones during the game. Remove it."
        case .unwritable: "This format supports only alternating moves from an empty board. Use SGF instead."
        }
    }
}
