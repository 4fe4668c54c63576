import Dispatch
import Foundation
import WebSockets

/// A thread that reads standard input and posts it to the loop. Works with terminals, pipes and
/// files.
///
/// It reads the next piece only after the previous one was processed, so that no queue builds up.
final class InputReader: Sendable {
    enum Piece: Sendable, Equatable {
        case bytes([UInt8])
        /// The end of the input, or a terminal that has disappeared.
        case ended
    }

    /// The greatest number of bytes read at a time.
    static let pieceBytes = 16_384

    /// The initial value must be 0. A semaphore that is deallocated with less than its initial
    /// value crashes the process.
    private let permits = DispatchSemaphore(value: 0)

    /// Begins to read. Call ``next()`` after each piece of bytes to get another.
    func start<Message: Sendable>(post mailbox: Mailbox<Message>, _ wrap: @escaping @Sendable (Piece) -> Message) {
        let thread = Thread { [permits] in
            var buffer = [UInt8](repeating: 0, count: Self.pieceBytes)
            while true {
                permits.wait()
                let count = unsafe read(STDIN_FILENO, &buffer, buffer.count)
                if count > 0 {
                    mailbox.post(wrap(.bytes(Array(buffer[..<count]))))
                } else if count < 0, errno == EINTR || errno == EAGAIN {
                    if errno == EAGAIN {
                        var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                        unsafe poll(&wait, 1, -1)
                    }
                    permits.signal()
                } else {
                    return mailbox.post(wrap(.ended))
                }
            }
        }
        permits.signal()
        thread.start()
    }

    /// Reads the next piece, after the previous one was processed.
    func next() { permits.signal() }
}
