import Glibc
import Wire

/// Complete writes to file descriptors.
enum Output {
    /// Writes all bytes. Returns the error number of a failure, or nil on success.
    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // The terminal or pipe was set to non-blocking mode: wait until it accepts more.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe poll(&wait, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    /// Writes a line to standard output. If the reader has gone, ends the process without an error.
    static func line(_ text: String) {
        line(Array(text.utf8))
    }

    static func line(_ bytes: [UInt8]) {
        if let failure = write(bytes + [UInt8(ascii: "\n")]) { exit(failure == EPIPE ? 0 : ExitStatus.unwritable) }
    }

    /// Writes a sentence to standard error, without terminal control sequences.
    static func printError(_ sentence: String) {
        _ = write(
            Array("gomoku-cli: \(SafeText(sentence, isUnicode: TerminalLocale.isUnicode).text)\n".utf8),
            to: STDERR_FILENO)
    }
}
