import GameState
import WebSockets
import Wire

/// What has happened since the start, for `/metrics`.
final class Counters {
    /// What may be used up (docs/OPERATING.md, SECURITY.md).
    enum Budget: String {
        case messages, bytes, work, storage, http, chat, hints, seeks, malformed, memory
    }

    var connections = 0
    var connectionsEver = 0
    var messages = 0
    var malformed = 0
    var deltas = 0
    var deliveries = 0
    var rejected = 0
    var joins = 0
    var resumes = 0
    var chatLines = 0
    var overflows = 0
    /// Clients that were disconnected because memory was used up.
    var evictions = 0
    /// Requests that nobody has finished (``Hold``); there should be none.
    var holdsDropped = 0
    /// `reject` and `error`, by code.
    private(set) var refusals: [Code: Int] = [:]
    /// Requests by type; deltas and pings are not among them, which are many and counted otherwise.
    private(set) var requests: [String: Int] = [:]
    private(set) var budgetHits: [Budget: Int] = [:]
    var commits = Histogram()
    var acknowledgements = Histogram()
    var joinings = Histogram()

    func refused(_ code: Code?) { if let code { refusals[code, default: 0] += 1 } }

    func ranOut(of budget: Budget) { budgetHits[budget, default: 0] += 1 }

    func performed(_ request: Request) {
        switch request {
        case .delta, .ping: break
        default: requests["\(Swift.type(of: request.message).type)", default: 0] += 1
        }
    }
}
