/// What somebody does at a terminal.
enum Key: Equatable, Sendable {
    case character(Character)
    case enter, escape, backspace, delete, tab
    case up, down, left, right, home, end, pageUp, pageDown
    /// Ctrl and a letter, in lower case.
    case control(Character)
    /// A press of the left button; column and row from 0.
    case click(column: Int, row: Int)
    /// Text that was pasted in one piece: never taken for commands.
    case paste(String)
}
