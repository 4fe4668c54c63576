import GameState
import Wire

/// The further requests after the server was too busy to answer one. The pauses and the number of
/// requests are those of the page (web-static/net/while-busy.js).
struct BusyRetries: Equatable {
    /// The greatest number of requests.
    static let requests = 6
    /// The pause after the first request, in milliseconds. Each further pause is longer by as much,
    /// so that many clients that ask at once leave the server alone.
    static let pauseMilliseconds = 2_000

    /// The number of requests that the server was too busy to answer.
    private var refused = 0

    /// Returns the milliseconds until the next request, or nil if `answer` is the last one.
    mutating func pause(after answer: WebFetch.Answer) -> Int? {
        guard case .refused(let reason) = answer, reason.code == .busy else { return nil }
        refused += 1
        return refused < Self.requests ? refused * Self.pauseMilliseconds : nil
    }
}
