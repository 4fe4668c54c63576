import GameState
import WebSockets
import Wire

/// Counts of events since the start, for `/metrics`.
package final class Counters {
    /// A budget that a client or the server can use up (docs/OPERATING.md, SECURITY.md).
    package enum Budget: String {
        case messages, bytes, work, storage, http, chat, hints, analyses, seeks, malformed, memory
    }

    package var connections = 0
    package var connectionsEver = 0
    /// The participants with a connection, each counted once.
    package var participants = 0
    package var messages = 0
    package var malformed = 0
    package var deltas = 0
    package var deliveries = 0
    package var rejected = 0
    package var joins = 0
    package var resumes = 0
    package var chatLines = 0
    package var overflows = 0
    /// Clients that were disconnected because memory was used up.
    package var evictions = 0
    /// Answers whose ``SuspendedConnection`` was deallocated unfinished; there should be none.
    var holdsDropped = 0
    /// Counts of `reject` and `error` messages, by code.
    package private(set) var refusals: [Code: Int] = [:]
    /// Counts of requests, by type. Deltas and pings are excluded, because nearly all messages are
    /// deltas and pings.
    package private(set) var requests: [String: Int] = [:]
    package private(set) var budgetHits: [Budget: Int] = [:]
    package var commits = Histogram()
    package var acknowledgements = Histogram()
    package var joinings = Histogram()

    package init() {}

    package func refused(_ code: Code?) { if let code { refusals[code, default: 0] += 1 } }

    package func ranOut(of budget: Budget) { budgetHits[budget, default: 0] += 1 }

    package func performed(_ request: Request) {
        switch request {
        case .delta, .ping: break
        default: requests["\(Swift.type(of: request.message).type)", default: 0] += 1
        }
    }
}
