import Glibc
import Synchronization

/// Signal handlers that restore the terminal when the process crashes or is stopped.
///
/// They use only functions that are safe in signal handlers (signal-safety(7): write, tcsetattr,
/// signal, raise), and memory allocated before.
enum TerminalRescue {
    /// The address of the terminal's original attributes, or 0 if there is nothing to restore.
    private static let saved = Atomic<UInt>(0)
    private static let leaveText: StaticString =
        "\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?25h\u{1B}[23;2t\u{1B}[?1049l"
    private static let crashes = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]

    /// Installs the handlers.
    static func arm(_ attributes: termios) {
        if saved.load(ordering: .relaxed) == 0 {
            let place = UnsafeMutablePointer<termios>.allocate(capacity: 1)
            unsafe place.initialize(to: attributes)
            saved.store(UInt(bitPattern: place), ordering: .sequentiallyConsistent)
        }
        for signal in crashes { Glibc.signal(signal, giveBack) }
        Glibc.signal(SIGTSTP, giveBack)
    }

    /// Removes the handlers, after the terminal was restored.
    static func disarm() {
        for signal in crashes { Glibc.signal(signal, SIG_DFL) }
        Glibc.signal(SIGTSTP, SIG_DFL)
        let place = unsafe UnsafeMutablePointer<termios>(
            bitPattern: saved.exchange(0, ordering: .sequentiallyConsistent))
        unsafe place?.deallocate()
    }

    /// Restores the terminal. The signal's default action follows when the handler returns.
    private static let giveBack: @convention(c) (Int32) -> Void = { number in
        let error = errno
        leaveText.withUTF8Buffer { _ = unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if let place = unsafe UnsafeMutablePointer<termios>(bitPattern: saved.load(ordering: .relaxed)) {
            unsafe tcsetattr(STDIN_FILENO, TCSANOW, place)
        }
        Glibc.signal(number, SIG_DFL)
        raise(number)
        errno = error
    }
}
