import Glibc

/// Writes to descriptors, whole.
enum Output {
    /// The error number that stopped it; nil when everything is written.
    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Somebody made the terminal or pipe non-blocking: wait until it takes more.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe poll(&wait, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    /// One line to standard output. Ends the process quietly when nobody reads any more.
    static func line(_ text: String) {
        line(Array(text.utf8))
    }

    static func line(_ bytes: [UInt8]) {
        if let failure = write(bytes + [UInt8(ascii: "\n")]) { exit(failure == EPIPE ? 0 : ExitStatus.unwritable) }
    }

    /// One sentence to standard error, escaped.
    static func complain(_ sentence: String) {
        _ = write(
            Array("gomoku-cli: \(SafeText(sentence, isUnicode: TerminalLocale.isUnicode).text)\n".utf8),
            to: STDERR_FILENO)
    }
}
