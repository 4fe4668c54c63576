/// The state of the connection to the server.
enum SessionStatus: Equatable {
    /// Connecting; `again` is true after an earlier connection or attempt.
    case connecting(again: Bool)
    case online
    /// Disconnected; `retryAt` is in milliseconds of the loop's clock.
    case offline(why: ConnectionLoss, retryAt: Int)

    var isOnline: Bool { self == .online }

    /// Returns a sentence for the user, or nil if the session is online.
    func sentence(now: Int, _ words: any Words) -> String? {
        switch self {
        case .online: nil
        case .connecting(let again): again ? words.connectingAgain : words.connecting
        case .offline(let why, let retryAt):
            words.retry(words.loss(why), seconds: max(0, (retryAt - now + 999) / 1000))
        }
    }
}
