import Dispatch
import Foundation
import WebSockets

/// Reads standard input on a thread of its own and posts it to the loop: terminals, pipes and files alike.
///
/// It reads the next piece only when the last one has been dealt with, so nothing piles up.
final class InputReader: Sendable {
    enum Piece: Sendable, Equatable {
        case bytes([UInt8])
        /// The end of input, or a terminal that is gone.
        case ended
    }

    /// The most that is read at a time.
    static let pieceBytes = 16_384

    /// Made with nothing in it: one that ends with less than it was made with ends the process.
    private let permits = DispatchSemaphore(value: 0)

    /// Begins to read. After each piece of bytes call ``next()`` for another.
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

    /// The last piece has been dealt with.
    func next() { permits.signal() }
}
