/// How the line to the server is.
enum SessionStatus: Equatable {
    /// `again`: it was there before, or was tried before.
    case connecting(again: Bool)
    case online
    /// `retryAt` in milliseconds of the loop's clock.
    case offline(why: LineLoss, retryAt: Int)

    var isOnline: Bool { self == .online }

    /// A line for a person; nil when all is well.
    func sentence(now: Int, _ words: any Words) -> String? {
        switch self {
        case .online: nil
        case .connecting(let again): again ? words.connectingAgain : words.connecting
        case .offline(let why, let retryAt):
            words.retry(words.loss(why), seconds: max(0, (retryAt - now + 999) / 1000))
        }
    }
}
