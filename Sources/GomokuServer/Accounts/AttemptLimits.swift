import GameState
import Rooms
import Storage

/// Rate limits for attempts, such as logins and reports. Servers that share a store count them
/// together, in the store.
final class AttemptLimits {
    /// The kind of an attempt.
    enum Kind: String {
        case claim
        case loginFromAddress = "login-address"
        /// A login to one name from one address. Because pairs have a limit of their own, the owner
        /// can log in while others guess the password from other addresses.
        case loginOfPair = "login-pair"
        /// A login by one name from all IPv4 addresses that the owner has not used, or from all
        /// such IPv6 addresses. IPv6 addresses count separately, because an attacker can have any
        /// number of them.
        case loginOfName = "login-name"
        case loginOfNameByIPv6 = "login-name-ipv6"
        case token, change, look
        case reportByPerson = "report-person"
        case reportFromAddress = "report-address"

        /// The number of attempts allowed at once, and the milliseconds after which one more is
        /// allowed.
        var limit: (burst: Int, interval: Double) {
            switch self {
            case .claim: (6, 60_000)
            case .loginFromAddress: (20, 10_000)
            case .loginOfPair: (10, 20_000)
            case .loginOfName, .loginOfNameByIPv6: (200, 2_000)
            case .token: (4, 15_000)
            case .change: (10, 60_000)
            case .look: (20, 3_000)
            case .reportByPerson: (5, 600_000)
            case .reportFromAddress: (20, 180_000)
            }
        }
    }

    /// The sort of key under which an attempt is counted. Each kind of attempt has a table per
    /// sort, so that keys of one sort never evict those of another.
    enum Table: Hashable {
        /// Participants, names, and clients whose addresses have no limits.
        case others
        case ipv4
        /// Networks of IPv6 addresses: /64, /56 and /48.
        case ipv6, ipv6Homes, ipv6Sites

        /// The factor by which keys of this sort exceed the kind's limit, because a wide network
        /// may have several customers.
        var share: Int {
            switch self {
            case .others, .ipv4, .ipv6: 1
            case .ipv6Homes: 4
            case .ipv6Sites: 8
            }
        }
    }

    /// An attempt, and the key under which it is counted: a participant, a name or a network.
    struct Attempt {
        fileprivate let counter: Counter
        let key: String

        init(_ kind: Kind, _ key: String, _ table: Table = .others) {
            counter = Counter(kind: kind, table: table)
            self.key = key
        }

        fileprivate var bucket: SharedTokenBucket {
            SharedTokenBucket(key: "\(counter.kind.rawValue) \(key)", burst: counter.burst, interval: counter.interval)
        }
    }

    /// A counter for one kind of attempt and one sort of key.
    fileprivate struct Counter: Hashable {
        let kind: Kind
        let table: Table

        var burst: Int { kind.limit.burst * table.share }
        var interval: Double { kind.limit.interval / Double(table.share) }
        var throttle: AttemptThrottle { AttemptThrottle(burst: burst, interval: interval) }
    }

    enum Outcome: Equatable {
        case allowed
        /// The limit is reached; `retryAfter` is in milliseconds.
        case tooOften(retryAfter: Int)
        /// The attempts cannot be counted, because the shared store does not answer.
        case unavailable(String)
    }

    private let shared: (any SharedRecords)?
    private let now: () -> Int
    private var throttles: [Counter: AttemptThrottle] = [:]

    /// - Parameter shared: the store that counts attempts; nil to count them here.
    init(shared: (any SharedRecords)?, now: @escaping () -> Int) {
        self.shared = shared
        self.now = now
    }

    /// Counts all attempts if each is within its limit, and otherwise counts none. So a network
    /// over its limit does not use up the limits of wider networks. Calls `done`, now or later.
    func spend(_ tries: [Attempt], _ done: @escaping (Outcome) -> Void) {
        if let shared {
            return shared.spend(tries.map(\.bucket)) { answer in
                switch answer {
                case .success(0): done(.allowed)
                case .success(let wait): done(.tooOften(retryAfter: wait))
                case .failure(let failure): done(.unavailable("\(failure)"))
                }
            }
        }
        let time = now()
        var wait = 0
        for one in tries where !throttles[one.counter, default: one.counter.throttle].allows(one.key, now: time) {
            wait = max(wait, throttles[one.counter]?.wait(one.key) ?? 0)
        }
        guard wait == 0 else { return done(.tooOften(retryAfter: wait)) }
        for one in tries { throttles[one.counter]?.charge(one.key, cost: 1) }
        done(.allowed)
    }

    /// Refunds attempts that succeeded.
    func giveBack(_ tries: [Attempt]) {
        if let shared { return shared.giveBack(tries.map(\.bucket)) }
        for one in tries { throttles[one.counter]?.refund(one.key) }
    }
}
