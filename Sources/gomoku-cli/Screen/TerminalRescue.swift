import Glibc
import Synchronization

/// Gives the terminal back when the process crashes, and while it is stopped.
///
/// Everything here runs inside a signal handler: only calls that are safe there (signal-safety(7): write, tcsetattr,
/// signal, raise), and only memory that was made before.
enum TerminalRescue {
    /// Address of what the terminal was like; 0: nothing to give back.
    private static let saved = Atomic<UInt>(0)
    private static let leaveText: StaticString =
        "\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?25h\u{1B}[?1049l"
    private static let crashes = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE]

    /// From now on the terminal is given back in any case.
    static func arm(_ attributes: termios) {
        if saved.load(ordering: .relaxed) == 0 {
            let place = UnsafeMutablePointer<termios>.allocate(capacity: 1)
            unsafe place.initialize(to: attributes)
            saved.store(UInt(bitPattern: place), ordering: .sequentiallyConsistent)
        }
        for signal in crashes { Glibc.signal(signal, giveBack) }
        Glibc.signal(SIGTSTP, giveBack)
    }

    /// It was given back already.
    static func disarm() {
        for signal in crashes { Glibc.signal(signal, SIG_DFL) }
        Glibc.signal(SIGTSTP, SIG_DFL)
        let place = unsafe UnsafeMutablePointer<termios>(
            bitPattern: saved.exchange(0, ordering: .sequentiallyConsistent))
        unsafe place?.deallocate()
    }

    /// Restores, then lets the signal do what it does by default once the handler has returned.
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
