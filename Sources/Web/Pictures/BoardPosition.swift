import GameState

/// A position to draw: the moves so far, and the winning row if there is one.
struct BoardPosition: Hashable, Sendable {
    let size: BoardSize
    /// The points of the moves in order. X has the first one.
    let moves: [Point]
    let line: [Point]

    init(size: BoardSize, moves: [Point], line: [Point] = []) {
        self.size = size
        self.moves = moves
        self.line = line
    }

    /// Creates the position at the end of a game on this server.
    init(_ record: GameRecord) {
        let moves = record.points
        var line: [Point] = []
        if record.reason == Game.Reason.five.rawValue, let rule = record.rule, let last = moves.last {
            var board = Board(size: record.size)
            for (index, point) in moves.dropLast().enumerated() { board[point] = .ofMove(index + 1) }
            if case .five(let points) = rule.verdict(on: .ofMove(moves.count), at: last, of: board) { line = points }
        }
        self.init(size: record.size, moves: moves, line: line)
    }

    /// A typical position, for the picture of pages that show no game.
    static let example = BoardPosition(
        size: .standard,
        moves: [
            (7, 7), (8, 6), (8, 8), (6, 6), (7, 6), (7, 5), (9, 7), (6, 8), (8, 7), (6, 7), (6, 5), (10, 7), (9, 9),
            (10, 10), (7, 8), (9, 8), (5, 4), (4, 3), (5, 7), (9, 6), (7, 9),
        ].map { Point(column: $0.0, row: $0.1) })

    /// The star points: five, or four on a board without a middle.
    var stars: [Point] {
        let side = size.side
        let far = side > 13 || side % 2 == 1 ? 3 : 2
        let corners = [far, side - 1 - far].flatMap { row in
            [far, side - 1 - far].map { Point(column: $0, row: row) }
        }
        return side % 2 == 1 ? corners + [size.center] : corners
    }
}

/// The colors of the board and the stones, as in `web-static/board/board.css`.
enum BoardColor: UInt32 {
    case page = 0xf4f0e8
    case wood = 0xdfb878
    case edge = 0xc89a55
    case grid = 0x6d4c22
    case coordinate = 0x5e421d
    case x = 0x2a2d32
    case xMark = 0xf6f1e6
    case o = 0xfaf6ee
    case oEdge = 0x8d7f66
    case oMark = 0x4a4337
    /// The last move and the winning row.
    case last = 0xb3230c

    /// The color as in CSS: `#dfb878`.
    var css: String {
        let digits = String(rawValue, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
