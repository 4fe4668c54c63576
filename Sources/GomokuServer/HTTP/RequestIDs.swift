import GameState

/// Names for requests over HTTP, told in `x-request-id` and in the log, so that an operator finds what somebody asks about.
final class RequestIDs {
    /// Of this run of the server.
    private let run = Identities.randomText(length: 6)
    private var last = 0

    func next() -> String {
        last += 1
        return "\(run)-\(last)"
    }
}
