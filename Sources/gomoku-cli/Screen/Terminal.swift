import Glibc

/// A terminal in full-screen use: raw mode, alternate screen, and mouse reports.
///
/// ``leave()`` restores it. ``TerminalRescue`` does so if the process crashes or is stopped.
///
/// Sources: termios(3); xterm's "Control Sequences" for the private modes 1049, 1000, 1006 and
/// 2004.
final class Terminal {
    struct Size: Equatable {
        let width: Int
        let height: Int
    }

    /// Selects the alternate screen, mouse presses in SGR form and bracketed paste, hides the
    /// cursor, and stores the window's title.
    private static let enterText = "\u{1B}[?1049h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?25l\u{1B}[22;2t"
    static let leaveText = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?25h\u{1B}[23;2t\u{1B}[?1049l"

    private let original: termios
    private(set) var isEntered = false

    /// Returns nil if standard input or output is not a terminal.
    init?() {
        var attributes = termios()
        guard isatty(STDOUT_FILENO) == 1, unsafe tcgetattr(STDIN_FILENO, &attributes) == 0 else { return nil }
        original = attributes
    }

    /// The size in columns and rows; 80×24 if unknown.
    var size: Size {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Size(width: 80, height: 24)
        }
        return Size(width: Int(size.ws_col), height: Int(size.ws_row))
    }

    /// Takes control of the terminal, at the start and each time the stopped process resumes.
    func enter() {
        TerminalRescue.arm(original)
        var raw = original
        raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        raw.c_cflag |= tcflag_t(CS8)
        unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        isEntered = true
        write(Self.enterText)
    }

    /// Restores the terminal.
    func leave() {
        guard isEntered else { return }
        isEntered = false
        write(Self.leaveText)
        var attributes = original
        unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &attributes)
        TerminalRescue.disarm()
    }

    /// Stops this job, as Ctrl-Z does. SIGCONT resumes it.
    func suspend() { kill(0, SIGTSTP) }

    /// Writes text. Returns false if the terminal has disappeared.
    @discardableResult
    func write(_ text: String) -> Bool { Output.write(Array(text.utf8)) == nil }
}
