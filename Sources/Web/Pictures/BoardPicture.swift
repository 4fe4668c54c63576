import GameState

/// The picture of a position that other sites show beside a link: a PNG file of 1200×630 pixels.
///
/// Drawing takes several milliseconds, so only a worker thread does it.
struct BoardPicture {
    static let width = 1_200
    static let height = 630

    private let position: BoardPosition
    private var raster = Raster(width: width, height: height, .page)
    /// The distance between two lines.
    private let step: Double
    private let left: Double
    private let top: Double

    private static let margin = 20

    private init(_ position: BoardPosition) {
        self.position = position
        let side = Self.height - 2 * Self.margin
        step = Double(side) / Double(position.size.side + 1)
        left = Double(Self.width - side) / 2 + step
        top = Double(Self.margin) + step
    }

    static func png(_ position: BoardPosition) -> [UInt8] {
        var picture = BoardPicture(position)
        picture.drawBoard()
        picture.drawStones()
        // Two large stones fill the width and show that the picture is of a game.
        for (stone, x) in [(Stone.x, 150.0), (.o, Double(width) - 150)] {
            picture.draw(stone, x: x, y: Double(height) / 2, radius: 95)
        }
        return picture.raster.png
    }

    private mutating func drawBoard() {
        let side = Self.height - 2 * Self.margin
        let corner = (Self.width - side) / 2
        raster.fill(x: corner, y: Self.margin, width: side, height: side, .edge)
        raster.fill(x: corner + 3, y: Self.margin + 3, width: side - 6, height: side - 6, .wood)
        let last = position.size.side - 1
        for index in 0...last {
            let width = index == 0 || index == last ? 2.6 : 1.2
            raster.line(from: place(0, index), to: place(last, index), width, .grid)
            raster.line(from: place(index, 0), to: place(index, last), width, .grid)
        }
        for star in position.stars {
            let (x, y) = place(star.column, star.row)
            raster.disc(x: x, y: y, radius: step * 0.11, .grid)
        }
        if let first = position.line.first, let end = position.line.last {
            raster.line(from: place(first.column, first.row), to: place(end.column, end.row), step * 0.35, .last)
        }
    }

    private mutating func drawStones() {
        for (index, point) in position.moves.enumerated() {
            let (x, y) = place(point.column, point.row)
            draw(.ofMove(index + 1), x: x, y: y, radius: step * 0.45)
            if position.line.contains(point) || position.line.isEmpty && index == position.moves.count - 1 {
                raster.ring(x: x, y: y, radius: step * 0.45, line: step * 0.11, .last)
            }
        }
    }

    private mutating func draw(_ stone: Stone, x: Double, y: Double, radius: Double) {
        raster.disc(x: x, y: y, radius: radius, stone == .x ? .x : .oEdge)
        if stone == .o { raster.disc(x: x, y: y, radius: radius - max(1, radius * 0.05), .o) }
        let arm = radius * 0.34
        let line = max(1.6, radius * 0.16)
        if stone == .x {
            raster.line(from: (x - arm, y - arm), to: (x + arm, y + arm), line, .xMark)
            raster.line(from: (x + arm, y - arm), to: (x - arm, y + arm), line, .xMark)
        } else {
            raster.ring(x: x, y: y, radius: radius * 0.42, line: line, .oMark)
        }
    }

    private func place(_ column: Int, _ row: Int) -> (x: Double, y: Double) {
        (left + Double(column) * step, top + Double(row) * step)
    }
}
