/// A user's input at a terminal.
enum Key: Equatable, Sendable {
    case character(Character)
    case enter, escape, backspace, delete, tab
    case up, down, left, right, home, end, pageUp, pageDown
    /// Ctrl and a letter in lower case.
    case control(Character)
    /// A press of the left button. Column and row count from 0.
    case click(column: Int, row: Int)
    /// Pasted text, which is never taken for commands.
    case paste(String)
}
