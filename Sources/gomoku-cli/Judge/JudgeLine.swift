import GameState

/// One question to `gomoku-cli judge`: a point and the board it is asked on.
struct JudgeLine: Equatable {
    let point: Point
    let board: Board

    /// Reads `point<TAB>rows`, or `point<TAB>verdict<TAB>rows` with the verdict ignored.
    ///
    /// Rows run from the top, separated by `/`: `X` or `x`, `O` or `o`, `.` for empty.
    init(_ line: ArraySlice<UInt8>) throws(JudgeLineError) {
        let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 3, omittingEmptySubsequences: false)
        guard fields.count == 2 || fields.count == 3, let name = fields.first, let rows = fields.last else {
            throw .fields(fields.count)
        }
        let board = try Self.board(rows)
        guard let point = board.size.point(named: String(decoding: name, as: UTF8.self)) else {
            throw .point(String(decoding: name.prefix(16), as: UTF8.self), side: board.size.side)
        }
        self.point = point
        self.board = board
    }

    private static func board(_ rows: ArraySlice<UInt8>) throws(JudgeLineError) -> Board {
        let slash = UInt8(ascii: "/")
        let side = rows.prefix { $0 != slash }.count
        guard let size = BoardSize(side) else { throw .size(side) }
        guard rows.count == side * side + side - 1 else { throw .shape(side) }
        var board = Board(size: size)
        for (offset, byte) in rows.enumerated() {
            let column = offset % (side + 1)
            if column == side {
                guard byte == slash else { throw .shape(side) }
                continue
            }
            switch byte {
            case UInt8(ascii: "."): break
            case UInt8(ascii: "X"), UInt8(ascii: "x"): board[Point(column: column, row: offset / (side + 1))] = .x
            case UInt8(ascii: "O"), UInt8(ascii: "o"): board[Point(column: column, row: offset / (side + 1))] = .o
            case slash: throw .shape(side)
            default: throw .cell(byte)
            }
        }
        return board
    }
}

/// Why a line is no question to `gomoku-cli judge`.
enum JudgeLineError: Error, Equatable {
    /// Not two or three fields separated by tabs, but this many.
    case fields(Int)
    /// No point of a board with this side.
    case point(String, side: Int)
    /// The first row has a length no board has.
    case size(Int)
    /// Not as many rows of as many cells as the first row has.
    case shape(Int)
    /// A cell that is neither X, O nor empty.
    case cell(UInt8)
    /// Longer than ``Judge/longestLine``.
    case tooLong
}

extension JudgeLineError: CustomStringConvertible {
    var description: String {
        switch self {
        case .fields(let count): "\(count) field(s) instead of two; write the point, a tab, and the rows."
        case .point(let name, let side): "\(name.debugDescription) is no point of a \(side)x\(side) board; write h8."
        case .size(let side):
            "The first row has \(side) cells; boards have \(BoardSize.all.map { String($0.side) }.joined(separator: ", "))."
        case .shape(let side): "The rows do not make a \(side)x\(side) board; write \(side) rows separated by /."
        case .cell(let byte): "Byte \(byte) is no cell; write X, O or . for each."
        case .tooLong: "The line is longer than \(Judge.longestLine) bytes."
        }
    }
}
