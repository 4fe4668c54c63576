import Client
import GameState

/// The link to the room, in one piece, on a row as wide as the screen. A terminal copies it whole,
/// and it is a hyperlink if the terminal supports that.
struct LinkRow {
    let link: String
    /// The row, or nil if the link is not shown on a row of its own.
    let row: Int?

    init(_ model: PlayModel, _ layout: PlayLayout) {
        link = model.link
        guard let board = layout.board, model.invites || model.isLinkShown else {
            row = nil
            return
        }
        if let panel = layout.panel {
            if model.invites, Self.fits(link, panel.width), !model.isLinkShown {
                row = nil
                return
            }
            // The row above the messages, unless the board reaches it.
            let above = layout.messageRow - 1
            if above > board.bottom + 1 {
                row = above
                return
            }
        }
        row = model.isLinkShown ? layout.messageRow : nil
    }

    /// Whether the link fits into a panel of this width in one piece.
    static func fits(_ link: String, _ width: Int) -> Bool { SafeText(link).width <= width }

    /// Returns the panel without the row of the link.
    func shortened(_ panel: PlayLayout.Panel) -> PlayLayout.Panel {
        guard let row, row < panel.top + panel.height else { return panel }
        return PlayLayout.Panel(left: panel.left, top: panel.top, width: panel.width, height: row - panel.top)
    }

    func draw(on canvas: inout Canvas) {
        guard let row else { return }
        canvas.clear(0, row, width: canvas.width, height: 1)
        Self.put(link, on: &canvas, 1, row, limit: canvas.width - 2)
    }

    /// Writes a link to the row above the messages, or over the message if the board reaches that
    /// row. Returns the row.
    static func put(_ link: String, _ layout: PlayLayout, on canvas: inout Canvas) -> Int {
        let above = layout.messageRow - 1
        let row = layout.board.map { above > $0.bottom + 1 } == true ? above : layout.messageRow
        canvas.clear(0, row, width: canvas.width, height: 1)
        put(link, on: &canvas, 1, row, limit: canvas.width - 2)
        return row
    }

    /// Writes a link as a hyperlink. A link that is too long is cut, but its address is whole.
    static func put(_ link: String, on canvas: inout Canvas, _ column: Int, _ row: Int, limit: Int) {
        let end = canvas.put(link, column, row, .underline, limit: limit)
        if let target = LinkTarget(link) { canvas.link(target, column, row, width: end - column) }
    }
}

extension PlayModel {
    /// Whether the user may take the only open seat of a game, so that no other player is missing.
    var isMissingPlayer: Bool {
        let open = Stone.allCases.filter { game.seats[$0] == nil }
        return mode == .play && !game.isOver && rights.sides.isEmpty && rights.seat != nil && open.count == 1
    }

    /// Whether another player is missing, so that the screen shows the link.
    var invites: Bool {
        guard mode == .play, mirror.isKnown, !isMissingPlayer else { return false }
        let isWaiting = game.number != nil && !game.isOver && Stone.allCases.contains { game.seats[$0] == nil }
        return isWaiting || (game.number == nil && mirror.participants.count < 2)
    }
}
