/// How the line to the server is.
enum SessionStatus: Equatable {
    /// `again`: it was there before, or was tried before.
    case connecting(again: Bool)
    case online
    /// `why` is a sentence; `retryAt` in milliseconds of the loop's clock.
    case offline(why: String, retryAt: Int)

    var isOnline: Bool { self == .online }

    /// A line for a person; nil when all is well.
    func sentence(now: Int) -> String? {
        switch self {
        case .online: return nil
        case .connecting(let again): return again ? "Connecting again…" : "Connecting…"
        case .offline(let why, let retryAt):
            let seconds = max(0, (retryAt - now + 999) / 1000)
            return "\(why) Trying again \(seconds > 0 ? "in \(seconds) s" : "now") — press R to try now."
        }
    }
}
