/// A picture of colored pixels, with smooth edges.
struct Raster {
    let width: Int
    let height: Int
    /// Red, green and blue of each pixel, row by row from the top.
    private(set) var pixels: [UInt8]

    init(width: Int, height: Int, _ color: BoardColor) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: 0, count: 3 * width * height)
        fill(x: 0, y: 0, width: width, height: height, color)
    }

    /// Fills a rectangle of whole pixels within the picture.
    mutating func fill(x: Int, y: Int, width: Int, height: Int, _ color: BoardColor) {
        let (red, green, blue) = Self.parts(color)
        for row in max(0, y)..<min(self.height, y + height) {
            for column in max(0, x)..<min(self.width, x + width) {
                let at = 3 * (row * self.width + column)
                pixels[at] = red
                pixels[at + 1] = green
                pixels[at + 2] = blue
            }
        }
    }

    /// Draws a filled circle.
    mutating func disc(x: Double, y: Double, radius: Double, _ color: BoardColor) {
        cover(x - radius, y - radius, x + radius, y + radius, color) { column, row in
            radius - ((column - x) * (column - x) + (row - y) * (row - y)).squareRoot()
        }
    }

    /// Draws a circle of that line width around a center.
    mutating func ring(x: Double, y: Double, radius: Double, line: Double, _ color: BoardColor) {
        let outer = radius + line / 2
        cover(x - outer, y - outer, x + outer, y + outer, color) { column, row in
            let distance = ((column - x) * (column - x) + (row - y) * (row - y)).squareRoot()
            return line / 2 - abs(distance - radius)
        }
    }

    /// Draws a line with round ends.
    mutating func line(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ width: Double, _ color: BoardColor
    ) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = dx * dx + dy * dy
        let half = width / 2
        cover(
            min(start.x, end.x) - half, min(start.y, end.y) - half, max(start.x, end.x) + half,
            max(start.y, end.y) + half, color
        ) { column, row in
            let along = length > 0 ? min(1, max(0, ((column - start.x) * dx + (row - start.y) * dy) / length)) : 0
            let (x, y) = (column - start.x - along * dx, row - start.y - along * dy)
            return half - (x * x + y * y).squareRoot()
        }
    }

    /// Colors the pixels of a shape. `inside` returns how far a point lies inside the shape, in
    /// pixels; negative numbers lie outside.
    private mutating func cover(
        _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, _ color: BoardColor,
        _ inside: (_ x: Double, _ y: Double) -> Double
    ) {
        let (red, green, blue) = Self.parts(color)
        let rows = max(0, Int(top) - 1)..<max(0, min(height, Int(bottom) + 2))
        let columns = max(0, Int(left) - 1)..<max(0, min(width, Int(right) + 2))
        guard !rows.isEmpty, !columns.isEmpty else { return }
        for row in rows {
            for column in columns {
                let share = inside(Double(column) + 0.5, Double(row) + 0.5) + 0.5
                guard share > 0 else { continue }
                let at = 3 * (row * width + column)
                mix(at, red, min(1, share))
                mix(at + 1, green, min(1, share))
                mix(at + 2, blue, min(1, share))
            }
        }
    }

    private mutating func mix(_ at: Int, _ value: UInt8, _ share: Double) {
        pixels[at] = UInt8(Double(pixels[at]) * (1 - share) + Double(value) * share + 0.5)
    }

    private static func parts(_ color: BoardColor) -> (UInt8, UInt8, UInt8) {
        let value = color.rawValue
        return (UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255))
    }
}
