import Cryptography
import GameState

/// Names for requests over HTTP, told in `x-request-id` and in the log, so that an operator finds what somebody asks about.
package final class RequestIDs {
    /// Of this run of the server.
    private let run = randomText(length: 6)
    private var last = 0

    package init() {}

    package func next() -> String {
        last += 1
        return "\(run)-\(last)"
    }
}
