import GameState

/// Where things stand on a screen of a given size.
struct PlayLayout: Equatable {
    /// Where the board's points lie.
    struct Board: Equatable {
        let size: BoardSize
        /// Column of the points of column a.
        let left: Int
        /// Row of the board's top row.
        let top: Int
        /// Columns from point to point.
        let stepX: Int
        /// Rows from point to point.
        let stepY: Int
        let hasTopLabels: Bool

        func column(_ point: Point) -> Int { left + point.column * stepX }
        func row(_ point: Point) -> Int { top + point.row * stepY }
        var bottom: Int { top + (size.side - 1) * stepY }

        /// The point nearest to a place, nil off the board.
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

    /// Nil when the screen is too small for it.
    let board: Board?
    /// Beside the board; nil when there is no room for it.
    let panel: Panel?
    /// What is said in the panel where there is one.
    let statusRow: Int?
    let messageRow: Int
    let hintRow: Int?
    /// The smallest screen that shows the board.
    let needed: Terminal.Size

    /// Where sentences stand. A long one covers the keys too, and where there is no panel, what is above them up to the
    /// board.
    var message: MessageArea {
        let top = panel == nil ? board.map { $0.bottom + 1 } ?? messageRow : messageRow
        return MessageArea(row: messageRow, rows: min(top, messageRow)...(hintRow ?? messageRow))
    }

    /// Columns that a panel takes at least, and at most.
    private static let panelWidths = 24...64
    /// Columns that are left for a panel beside a board of double size.
    private static let panelBesideLarge = 28
    /// Room for row numbers left of the board, one mark included.
    private static let margin = 4

    private static func width(_ size: BoardSize, _ step: Int) -> Int { margin + (size.side - 1) * step + 2 }

    init(size: BoardSize, screen: Terminal.Size) {
        let side = size.side
        needed = Terminal.Size(width: Self.width(size, 2), height: side + 4)
        let isLarge =
            screen.width >= Self.width(size, 4) + Self.panelBesideLarge + 2 && screen.height >= 2 * side - 1 + 5
        let (stepX, stepY) = isLarge ? (4, 2) : (2, 1)
        let boardWidth = Self.width(size, stepX)
        let boardHeight = (side - 1) * stepY + 1
        let room = screen.width - boardWidth - 2
        if room >= Self.panelWidths.lowerBound, screen.height >= boardHeight + 4 {
            let panelWidth = min(room, Self.panelWidths.upperBound)
            let shift = (screen.width - boardWidth - 2 - panelWidth) / 2
            let hasTopLabels = screen.height >= boardHeight + 5
            let gap = screen.height >= boardHeight + 6 ? 1 : 0
            let top = 1 + (hasTopLabels ? 1 : 0) + gap
            board = Board(
                size: size, left: shift + Self.margin, top: top, stepX: stepX, stepY: stepY, hasTopLabels: hasTopLabels)
            panel = Panel(
                left: shift + boardWidth + 2, top: 1 + gap, width: panelWidth, height: screen.height - 3 - gap)
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
            panel = nil
            hintRow = spare >= 1 ? screen.height - 1 : nil
            messageRow = screen.height - 1 - (spare >= 1 ? 1 : 0)
            statusRow = messageRow - 1
        } else {
            board = nil
            panel = nil
            statusRow = nil
            messageRow = max(0, screen.height - 1)
            hintRow = nil
        }
    }
}

extension Int {
    /// Division that rounds down for negative numbers too.
    fileprivate func floored(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
