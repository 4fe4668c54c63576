import Cryptography
import GameState

/// IDs for HTTP requests, sent in `x-request-id` and logged, so that an operator can find the
/// request a user asks about.
package final class RequestIDs {
    /// The prefix of this run of the server.
    private let run = randomText(length: 6)
    private var last = 0

    package init() {}

    package func next() -> String {
        last += 1
        return "\(run)-\(last)"
    }
}
