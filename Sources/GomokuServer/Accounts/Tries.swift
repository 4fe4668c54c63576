import GameState
import Rooms
import Storage

/// How often what could be guessed, or done too often, may be tried: on this server, or where several share a store on
/// all of them together, counted there.
final class Tries {
    /// What is tried.
    enum Kind: String {
        case claim
        case loginFromAddress = "login-address"
        /// Of one name from one address, so that whoever guesses elsewhere keeps nobody out.
        case loginOfPair = "login-pair"
        /// Of one name from all IPv4 addresses that have never been right; and from all such IPv6 addresses, of which
        /// anybody can have as many as they want.
        case loginOfName = "login-name"
        case loginOfNameByIPv6 = "login-name-ipv6"
        case token, change, look
        case reportByPerson = "report-person"
        case reportFromAddress = "report-address"

        /// Tries at once, and milliseconds after which one more comes back.
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

    /// The sort of key that a try counts for. Each sort has a table of its own for each kind: tries by keys of one sort
    /// never make the server forget those of another.
    enum Table: Hashable {
        /// Participants, names, and clients whose address is not counted.
        case others
        case ipv4
        /// Networks of IPv6 addresses: /64, /56 and /48.
        case ipv6, ipv6Homes, ipv6Sites

        /// How many times a kind's limit one key has: several customers may share a wide network.
        var share: Int {
            switch self {
            case .others, .ipv4, .ipv6: 1
            case .ipv6Homes: 4
            case .ipv6Sites: 8
            }
        }
    }

    /// One try, by whoever the key says.
    struct Try {
        fileprivate let counter: Counter
        let key: String

        init(_ kind: Kind, _ key: String, _ table: Table = .others) {
            counter = Counter(kind: kind, table: table)
            self.key = key
        }

        fileprivate var purse: SharedPurse {
            SharedPurse(key: "\(counter.kind.rawValue) \(key)", burst: counter.burst, interval: counter.interval)
        }
    }

    /// What is counted together.
    fileprivate struct Counter: Hashable {
        let kind: Kind
        let table: Table

        var burst: Int { kind.limit.burst * table.share }
        var interval: Double { kind.limit.interval / Double(table.share) }
        var throttle: AttemptThrottle { AttemptThrottle(burst: burst, interval: interval) }
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
    private var throttles: [Counter: AttemptThrottle] = [:]

    /// - Parameter shared: where it is counted; nil: here.
    init(shared: (any SharedRecords)?, now: @escaping () -> Int) {
        self.shared = shared
        self.now = now
    }

    /// Counts all of them, or none where one is too many, and calls `done`, now or later: a network that is over its
    /// limit uses up nothing of the wider networks around it.
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
        var wait = 0
        for one in tries where !throttles[one.counter, default: one.counter.throttle].allows(one.key, now: time) {
            wait = max(wait, throttles[one.counter]?.wait(one.key) ?? 0)
        }
        guard wait == 0 else { return done(.tooOften(retryAfter: wait)) }
        for one in tries { throttles[one.counter]?.charge(one.key, cost: 1) }
        done(.allowed)
    }

    /// They were good ones, and do not count.
    func giveBack(_ tries: [Try]) {
        if let shared { return shared.giveBack(tries.map(\.purse)) }
        for one in tries { throttles[one.counter]?.refund(one.key) }
    }
}
