import GameState

/// The layout of the table on a screen of a given size.
struct PlayLayout: Equatable {
    /// The position of the board's points.
    struct Board: Equatable {
        let size: BoardSize
        /// The screen column of the board's column a.
        let left: Int
        /// The screen row of the board's top row.
        let top: Int
        /// The number of columns between points.
        let stepX: Int
        /// The number of rows between points.
        let stepY: Int
        let hasTopLabels: Bool

        func column(_ point: Point) -> Int { left + point.column * stepX }
        func row(_ point: Point) -> Int { top + point.row * stepY }
        var bottom: Int { top + (size.side - 1) * stepY }
        /// The number of columns from the first point of a row to the last.
        var width: Int { (size.side - 1) * stepX + 1 }

        /// Returns the point nearest to a position on the screen, or nil if it is off the board.
        func point(column: Int, row: Int) -> Point? {
            func nearest(_ distance: Int, _ step: Int) -> Int { (2 * distance + step).floored(by: 2 * step) }
            return size.point(column: nearest(column - left, stepX), row: nearest(row - top, stepY))
        }
    }

    struct Panel: Equatable {
        let left: Int
        let top: Int
        let width: Int
        let height: Int
    }

    /// The board, or nil if the screen is too small.
    let board: Board?
    /// The panel beside the board, or nil if there is no room for it.
    let panel: Panel?
    /// The panel beside the first one, for people and chat, or nil if there is no room for it.
    let second: Panel?
    /// The row for the status, which is in the panel if there is one.
    let statusRow: Int?
    let messageRow: Int
    let hintRow: Int?
    /// The size of the smallest screen that shows the board.
    let needed: Terminal.Size

    /// The area for messages. A long one covers the key hints too, and without a panel also the
    /// rows up to the board.
    var message: MessageArea {
        let top = panel == nil ? board.map { $0.bottom + 1 } ?? messageRow : messageRow
        return MessageArea(row: messageRow, rows: min(top, messageRow)...(hintRow ?? messageRow))
    }

    /// The least and greatest width of the panel.
    private static let panelWidths = 24...64
    /// The distances between points, largest first, each with the least width of the panel beside
    /// a board of that size.
    private static let steps = [(x: 6, y: 3, panel: 40), (x: 4, y: 2, panel: 28)]
    /// The least width of each of two panels.
    private static let secondFrom = 38
    /// The width of the row numbers left of the board, including one mark.
    private static let margin = 4

    private static func width(_ size: BoardSize, _ step: Int) -> Int { margin + (size.side - 1) * step + 2 }

    init(size: BoardSize, screen: Terminal.Size) {
        let side = size.side
        needed = Terminal.Size(width: Self.width(size, 2), height: side + 4)
        let large = Self.steps.first { step in
            screen.width >= Self.width(size, step.x) + step.panel + 2 && screen.height >= (side - 1) * step.y + 1 + 5
        }
        let (stepX, stepY) = large.map { ($0.x, $0.y) } ?? (2, 1)
        let boardWidth = Self.width(size, stepX)
        let boardHeight = (side - 1) * stepY + 1
        let room = screen.width - boardWidth - 2
        if room >= Self.panelWidths.lowerBound, screen.height >= boardHeight + 4 {
            let panels = room >= 2 * Self.secondFrom + 2 ? 2 : 1
            let panelWidth = min((room - 2 * (panels - 1)) / panels, Self.panelWidths.upperBound)
            let shift = (screen.width - boardWidth - panels * (panelWidth + 2)) / 2
            let hasTopLabels = screen.height >= boardHeight + 5
            let gap = screen.height >= boardHeight + 6 ? 1 : 0
            let top = 1 + (hasTopLabels ? 1 : 0) + gap
            board = Board(
                size: size, left: shift + Self.margin, top: top, stepX: stepX, stepY: stepY, hasTopLabels: hasTopLabels)
            func panel(_ number: Int) -> Panel {
                Panel(
                    left: shift + boardWidth + 2 + number * (panelWidth + 2), top: 1 + gap, width: panelWidth,
                    height: screen.height - 3 - gap)
            }
            self.panel = panel(0)
            second = panels == 2 ? panel(1) : nil
            statusRow = nil
            messageRow = screen.height - 2
            hintRow = screen.height - 1
        } else if screen.width >= needed.width, screen.height >= needed.height {
            let shift = (screen.width - boardWidth) / 2
            let spare = screen.height - needed.height
            let hasTopLabels = spare >= 2
            board = Board(
                size: size, left: shift + Self.margin, top: hasTopLabels ? 2 : 1, stepX: stepX, stepY: stepY,
                hasTopLabels: hasTopLabels)
            (panel, second) = (nil, nil)
            hintRow = spare >= 1 ? screen.height - 1 : nil
            messageRow = screen.height - 1 - (spare >= 1 ? 1 : 0)
            statusRow = messageRow - 1
        } else {
            board = nil
            (panel, second) = (nil, nil)
            statusRow = nil
            messageRow = max(0, screen.height - 1)
            hintRow = nil
        }
    }
}

extension Int {
    /// Returns the quotient rounded down, also for negative numbers.
    fileprivate func floored(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
