/// A reader of moves in a text. See ``Study/init(moves:size:rule:)``.
struct MoveTextReader {
    private let bytes: [UInt8]
    private let size: BoardSize
    private var next = 0

    init(_ bytes: [UInt8], size: BoardSize) {
        self.bytes = bytes
        self.size = size
    }

    mutating func moves() throws(StudyError) -> [Point] {
        var moves: [Point] = []
        var taken = Board(size: size)
        while next < bytes.count {
            let start = next
            guard let point = try point() else { continue }
            guard taken[point] == nil else { throw StudyError(.occupied(size.name(of: point)), at: start) }
            taken[point] = .x
            moves.append(point)
        }
        return moves
    }

    /// Reads a move, or skips a separator or the number of a move.
    private mutating func point() throws(StudyError) -> Point? {
        let start = next
        if Self.isDigit(bytes[next]) {
            let column = digits()
            guard next < bytes.count, bytes[next] == UInt8(ascii: ","), next + 1 < bytes.count,
                Self.isDigit(bytes[next + 1])
            else {
                // The number of a move ends with a period or a space.
                guard next == bytes.count || !Self.isLetter(bytes[next]) else { throw error(start) }
                return nil
            }
            next += 1
            let cell = "\(column),\(digits())"
            guard let point = Point(cell: cell), size.contains(point) else {
                throw StudyError(.badPoint(cell), at: start)
            }
            return point
        }
        guard Self.isLetter(bytes[next]) else {
            guard " \t\r\n,;.-".utf8.contains(bytes[next]) else { throw error(start) }
            next += 1
            return nil
        }
        let letter = String(decoding: [bytes[next] | 0x20], as: UTF8.self)
        next += 1
        guard let point = size.point(named: letter + digits()) else { throw error(start) }
        return point
    }

    private mutating func digits() -> String {
        let start = next
        while next < bytes.count, Self.isDigit(bytes[next]) { next += 1 }
        return String(decoding: bytes[start..<next], as: UTF8.self)
    }

    private func error(_ start: Int) -> StudyError {
        let word = bytes[start...].prefix { !" \t\r\n,;".utf8.contains($0) }.prefix(16)
        return StudyError(.badPoint(String(decoding: word, as: UTF8.self)), at: start)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

/// Boards as text. See ``Study/init(diagram:rule:)``.
enum DiagramText {
    /// Returns the board of a diagram and the byte at which it begins.
    static func board(_ bytes: [UInt8]) throws(StudyError) -> (board: Board, offset: Int) {
        var rows: [[Stone?]] = []
        var start = 0
        var offset = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            defer { offset += line.count + 1 }
            guard let row = row(line) else {
                if rows.isEmpty { continue } else { break }
            }
            if rows.isEmpty { start = offset }
            guard row.count == rows.first?.count ?? row.count, rows.count < row.count else {
                throw StudyError(.size("\(row.count)×\(rows.count + 1)"), at: offset)
            }
            rows.append(row)
        }
        guard let first = rows.first else { throw StudyError(.notThisFormat, at: 0) }
        guard first.count == rows.count, let size = BoardSize(rows.count) else {
            throw StudyError(.size("\(first.count)×\(rows.count)"), at: start)
        }
        var board = Board(size: size)
        for point in size.points { board[point] = rows[point.row][point.column] }
        return (board, start)
    }

    /// Returns the points of a line, or `nil` if the line is not a row of a board.
    private static func row(_ line: ArraySlice<UInt8>) -> [Stone?]? {
        var words = line.split { " \t\r|".utf8.contains($0) }
        if let first = words.first, isNumber(first) { words.removeFirst() }
        if let last = words.last, isNumber(last) { words.removeLast() }
        var row: [Stone?] = []
        for byte in words.joined() {
            switch byte {
            case UInt8(ascii: "X"), UInt8(ascii: "x"): row.append(.x)
            case UInt8(ascii: "O"), UInt8(ascii: "o"): row.append(.o)
            case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "_"): row.append(nil)
            default: return nil
            }
        }
        return row.count >= smallest ? row : nil
    }

    /// The number of points from which a line counts as a row.
    private static let smallest = 5

    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        word.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns a board with the names of rows and columns.
    static func text(_ board: Board) -> String {
        let side = board.size.side
        var lines: [String] = []
        for row in 0..<side {
            let stones = (0..<side).map { column in
                switch board[Point(column: column, row: row)] {
                case .x: "X"
                case .o: "O"
                case nil: "."
                }
            }
            let number = "\(side - row)"
            lines.append((number.count < 2 ? " " : "") + number + " " + stones.joined(separator: " "))
        }
        let letters = (0..<side).map { String(Unicode.Scalar(UInt8(ascii: "a") + UInt8($0))) }
        return (lines + ["   " + letters.joined(separator: " ")]).map { $0 + "\n" }.joined()
    }
}
