import GameState

/// How often what could be guessed, or done too often, may be tried: on this server, or where several share a store on
/// all of them together, counted there.
final class Tries {
    /// What is tried.
    enum Kind: String, CaseIterable {
        case claim
        case loginFromAddress = "login-address"
        /// Of one name from one address, so that whoever guesses elsewhere keeps nobody out.
        case loginOfPair = "login-pair"
        /// Of one name from all addresses that have never been right.
        case loginOfName = "login-name"
        case token, change, look
        case reportByPerson = "report-person"
        case reportFromAddress = "report-address"

        /// Tries at once, and milliseconds after which one more comes back.
        var limit: (burst: Int, interval: Double) {
            switch self {
            case .claim: (6, 60_000)
            case .loginFromAddress: (20, 10_000)
            case .loginOfPair: (10, 20_000)
            case .loginOfName: (200, 2_000)
            case .token: (4, 15_000)
            case .change: (10, 60_000)
            case .look: (20, 3_000)
            case .reportByPerson: (5, 600_000)
            case .reportFromAddress: (20, 180_000)
            }
        }
    }

    /// One try, by whoever the key says.
    struct Try {
        let kind: Kind
        let key: String

        init(_ kind: Kind, _ key: String) {
            self.kind = kind
            self.key = key
        }

        fileprivate var purse: SharedPurse {
            SharedPurse(key: "\(kind.rawValue) \(key)", burst: kind.limit.burst, interval: kind.limit.interval)
        }
    }

    enum Outcome: Equatable {
        case allowed
        /// Milliseconds until it is.
        case tooOften(retryAfter: Int)
        /// It cannot be counted.
        case unavailable(String)
    }

    private let shared: (any SharedRecords)?
    private let now: () -> Int
    private var throttles: [Kind: AttemptThrottle] = [:]

    /// - Parameter shared: where it is counted; nil: here.
    init(shared: (any SharedRecords)?, now: @escaping () -> Int) {
        self.shared = shared
        self.now = now
        guard shared == nil else { return }
        for kind in Kind.allCases {
            throttles[kind] = AttemptThrottle(burst: kind.limit.burst, interval: kind.limit.interval)
        }
    }

    /// Counts each of them, up to the first that is one too many, and calls `done`, now or later.
    func spend(_ tries: [Try], _ done: @escaping (Outcome) -> Void) {
        if let shared {
            return shared.spend(tries.map(\.purse)) { answer in
                switch answer {
                case .success(0): done(.allowed)
                case .success(let wait): done(.tooOften(retryAfter: wait))
                case .failure(let failure): done(.unavailable("\(failure)"))
                }
            }
        }
        let time = now()
        guard tries.allSatisfy({ throttles[$0.kind]?.spend($0.key, now: time) ?? true }) else {
            return done(.tooOften(retryAfter: tries.map { throttles[$0.kind]?.wait($0.key) ?? 0 }.max() ?? 0))
        }
        done(.allowed)
    }

    /// They were good ones, and do not count.
    func giveBack(_ tries: [Try]) {
        if let shared { return shared.giveBack(tries.map(\.purse)) }
        for one in tries { throttles[one.kind]?.refund(one.key) }
    }
}
