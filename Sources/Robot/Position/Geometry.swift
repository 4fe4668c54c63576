/// The position of a cell on one of the four lines through it.
struct Ray {
    /// The index of the line in ``Position/lines``.
    var line: UInt8
    /// The position of the cell's two bits in the line's key.
    var shift: UInt8
    /// The numbers of cells before and after this one on the line, up to the reach of the patterns.
    var before: Int8
    var after: Int8
}

/// The geometry of a board's lines.
///
/// Each direction has room for 40 lines. A line's key has 64 bits: two bits per cell, after six
/// cells of margin.
enum Geometry {
    static let directions = 4
    static let lineCount = 4 * 40
    private static let margin = 6

    static func steps(side: Int) -> [Int] { [1, side, side + 1, 1 - side] }

    static func rays(side: Int, reach: Int) -> [Ray] {
        var rays: [Ray] = []
        for cell in 0..<side * side {
            let column = cell % side
            let row = cell / side
            let diagonal = column - row
            let sum = column + row
            let places = [
                (row, column, side), (column, row, side),
                (diagonal + side - 1, min(column, row), side - abs(diagonal)),
                (sum, column - max(0, sum - side + 1), side - abs(sum - side + 1)),
            ]
            for (direction, (line, place, length)) in places.enumerated() {
                rays.append(
                    Ray(
                        line: UInt8(direction * 40 + line), shift: UInt8(2 * (place + margin)),
                        before: Int8(min(place, reach)), after: Int8(min(length - 1 - place, reach))))
            }
        }
        return rays
    }

    /// Returns the lines' keys on an empty board: cells are 0, and everything beyond the edges is
    /// 3.
    static func emptyLines(side: Int) -> [UInt64] {
        var lines = [UInt64](repeating: .max, count: lineCount)
        for (index, ray) in rays(side: side, reach: 5).enumerated() {
            _ = index
            lines[Int(ray.line)] &= ~(3 << UInt64(ray.shift))
        }
        return lines
    }
}
