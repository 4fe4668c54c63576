/// A user's input at a terminal.
enum Key: Equatable, Sendable {
    case character(Character)
    case enter, escape, backspace, delete, tab
    case up, down, left, right, home, end, pageUp, pageDown
    /// Ctrl and a letter in lower case.
    case control(Character)
    /// A press of the left button. Column and row count from 0.
    case click(column: Int, row: Int)
    /// A turn of the mouse wheel by one notch.
    case wheel(Wheel, column: Int, row: Int)
    /// Pasted text, which is never taken for commands.
    case paste(String)
    /// A click on the entry with this number, from 0, of the list or dialog on the screen.
    case entry(Int)
    /// A click on a move in a list of moves.
    case move(Int)
    /// A turn of the wheel over a part of the screen that can be scrolled by lines.
    case scroll(Pane, Wheel)
}

/// The direction of a mouse wheel: up is away from the user.
enum Wheel: Equatable, Sendable { case up, down }

/// A part of the screen that can be scrolled.
enum Pane: Equatable, Sendable { case moves, chat }
