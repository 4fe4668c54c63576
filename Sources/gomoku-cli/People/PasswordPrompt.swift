import Glibc

/// Reads a password: from the terminal without showing it, or a line of standard input where that is none.
enum PasswordPrompt {
    /// Bytes of a password that are read.
    static let limit = 512

    enum Failure: Error {
        /// Ctrl-C or Ctrl-D on the terminal.
        case cancelled
        /// The input is no terminal, and there is nothing in it.
        case noInput
        case tooLong
    }

    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// - Parameter question: shown on a terminal, on standard error: output may go elsewhere.
    static func read(_ question: String) throws(Failure) -> String {
        var original = termios()
        guard isTerminal, unsafe tcgetattr(STDIN_FILENO, &original) == 0 else {
            return try line { $0 == UInt8(ascii: "\n") }
        }
        var quiet = original
        // Nothing is shown, and Ctrl-C is read like a letter: the terminal is put right before the program ends by it.
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

/// What becomes of the bytes of a password being typed. Pure.
struct PasswordLine {
    private(set) var bytes: [UInt8] = []

    /// Without a carriage return that a file from elsewhere may have.
    var text: String {
        String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }

    /// False: given up.
    mutating func type(_ byte: UInt8, isTerminal: Bool) -> Bool {
        guard isTerminal else {
            bytes.append(byte)
            return true
        }
        switch byte {
        case 0x03: return false
        case 0x04: return !bytes.isEmpty
        case 0x08, 0x7F:
            // A character beyond ASCII is more than one byte (RFC 3629).
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        case 0x15: bytes = []
        case ..<0x20: break
        default: bytes.append(byte)
        }
        return true
    }
}
