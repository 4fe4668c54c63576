import GameState

/// A question to `gomoku-cli judge`: a board and a point on it.
struct JudgeLine: Equatable {
    let point: Point
    let board: Board

    /// Parses `point<TAB>rows`, or `point<TAB>verdict<TAB>rows`, whose verdict is ignored.
    ///
    /// Rows run from the top and are separated by `/`. A cell is `X` or `x`, `O` or `o`, or `.` if
    /// empty.
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

/// An error of a line that `gomoku-cli judge` cannot read.
enum JudgeLineError: Error, Equatable {
    /// A number of tab-separated fields other than two or three.
    case fields(Int)
    /// A name that is not a point on a board with this side.
    case point(String, side: Int)
    /// A first row whose length is not the side of any board.
    case size(Int)
    /// Rows whose number or lengths differ from the first row's length.
    case shape(Int)
    /// A cell that is neither X, O nor empty.
    case cell(UInt8)
    /// A line longer than ``Judge/longestLine``.
    case tooLong
}

extension JudgeLineError: CustomStringConvertible {
    var description: String {
        switch self {
        case .fields(let count): "\(count) field(s) instead of two. Write the point, a tab, and the rows."
        case .point(let name, let side):
            "\(name.debugDescription) is not a point of a \(side)x\(side) board. Write a name such as h8."
        case .size(let side):
            "The first row has \(side) cells. Possible sizes: \(BoardSize.all.map { String($0.side) }.joined(separator: ", "))."
        case .shape(let side): "The rows do not form a \(side)x\(side) board. Write \(side) rows separated by /."
        case .cell(let byte): "Byte \(byte) is not a cell. Write X, O or . for each cell."
        case .tooLong: "The line is longer than \(Judge.longestLine) bytes."
        }
    }
}
