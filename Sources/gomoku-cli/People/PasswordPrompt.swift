import Glibc

/// A password prompt. On a terminal the input is hidden; otherwise the password is a line of
/// standard input.
enum PasswordPrompt {
    /// The greatest length of a password, in bytes.
    static let limit = 512

    enum Failure: Error {
        /// Ctrl-C or Ctrl-D on the terminal.
        case cancelled
        /// Standard input is neither a terminal nor contains a line.
        case noInput
        case tooLong
    }

    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// - Parameter question: shown on a terminal, on standard error because standard output may be
    ///   redirected.
    static func read(_ question: String) throws(Failure) -> String {
        var original = termios()
        guard isTerminal, unsafe tcgetattr(STDIN_FILENO, &original) == 0 else {
            return try line { $0 == UInt8(ascii: "\n") }
        }
        var quiet = original
        // Hide the input. Ctrl-C is read as a character, so that the terminal can be restored
        // before the program ends.
        quiet.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
        _ = Output.write(Array(question.utf8), to: STDERR_FILENO)
        defer {
            unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &original)
            _ = Output.write([UInt8(ascii: "\n")], to: STDERR_FILENO)
        }
        return try line { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    }

    private static func line(until isEnd: (UInt8) -> Bool) throws(Failure) -> String {
        var line = PasswordLine()
        var byte: UInt8 = 0
        while true {
            let count = unsafe Glibc.read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else {
                if line.bytes.isEmpty { throw isTerminal ? .cancelled : .noInput }
                return line.text
            }
            if isEnd(byte) { return line.text }
            guard line.type(byte, isTerminal: isTerminal) else { throw .cancelled }
            guard line.bytes.count <= limit else { throw .tooLong }
        }
    }
}

/// An editor for the bytes of a password being typed. Pure.
struct PasswordLine {
    private(set) var bytes: [UInt8] = []

    /// The password without a carriage return at the end, which files from other systems may
    /// contain.
    var text: String {
        String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }

    /// Processes a byte. Returns false if the user cancels.
    mutating func type(_ byte: UInt8, isTerminal: Bool) -> Bool {
        guard isTerminal else {
            bytes.append(byte)
            return true
        }
        switch byte {
        case 0x03: return false
        case 0x04: return !bytes.isEmpty
        case 0x08, 0x7F:
            // A non-ASCII character has several bytes (RFC 3629).
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        case 0x15: bytes = []
        case ..<0x20: break
        default: bytes.append(byte)
        }
        return true
    }
}
