import DequeModule

/// A holder of answers until enough replicas have the data.
///
/// The client sends a `WAIT` after the calls of a turn, on the same connection, one at a time. Its
/// reply covers everything that Redis had written when it executed those calls, so reads are
/// covered, too. While too few replicas keep up, the client repeats the `WAIT`, and sends no more
/// calls that would have to wait.
///
/// ``WriteGuarantee/everywhere`` waits for as many replicas as the primary has, or had a moment
/// ago. While one of them lags or is gone, no `WAIT` blocks the connection for it. The answers to
/// `ROLE` tell when all replicas have caught up.
struct ReplicaGate<Call> {
    private struct Held {
        let call: Call
        let assurance: WriteGuarantee
        let reply: RedisReply
    }

    /// The reason why ``WriteGuarantee/everywhere`` is not reached now.
    private enum Lag {
        /// A `WAIT` has found too few replicas.
        case found
        /// Everything that is held was written before this offset.
        case before(offset: Int)
    }

    /// The number of replicas to wait for; 0: none.
    let needed: Int
    private var roll = RecentReplicaCount()
    /// The strongest guarantee that calls since the last `WAIT` need; nil if none needs one.
    private var due: WriteGuarantee?
    /// The guarantee for which the pending `WAIT` was sent.
    private var asked: WriteGuarantee?
    /// Calls with their answers, in order.
    private var held = Deque<Held>()
    /// The number of replicas that the last `WAIT` found, if that was too few.
    private(set) var found: Int?
    private var lag: Lag?
    /// The time since which there are too few replicas, and the time since which
    /// ``WriteGuarantee/everywhere`` is not reached.
    private var shortSince: Int?
    private var lagSince: Int?
    /// The numbers of answered `WAIT`s, and of those with too few replicas.
    private(set) var waits = 0
    private(set) var shortages = 0

    /// The time for which a `WAIT` may block the connection, in milliseconds: the first time, and
    /// for repetitions, because all other calls wait meanwhile.
    private static var firstWait: Int { 1_000 }
    private static var retryWait: Int { 20 }
    /// The time for which a `WAIT` for more replicas than every call needs may block the
    /// connection, in milliseconds.
    private static var shortWait: Int { 100 }

    init(needed: Int) { self.needed = needed }

    var count: Int { held.count }
    /// Whether the configured number of replicas keeps up.
    var isOpen: Bool { found == nil }
    /// Whether calls wait for replicas that a `WAIT` has not found.
    var isLagging: Bool { lag != nil }

    /// Returns the number of replicas that a call with this guarantee needs.
    func wanted(_ assurance: WriteGuarantee) -> Int {
        switch assurance {
        case .answered: 0
        case .replicated: needed
        case .everywhere: max(needed, roll.count)
        }
    }

    /// Whether the answer to a call with this guarantee is held here.
    func holds(_ assurance: WriteGuarantee) -> Bool { wanted(assurance) > 0 }

    /// Whether a call with this guarantee may be sent now.
    func admits(_ assurance: WriteGuarantee) -> Bool {
        !holds(assurance) || isOpen && (assurance == .replicated || lag == nil)
    }

    /// Returns the time since which calls with this guarantee cannot be sent; nil if they can.
    func closedSince(_ assurance: WriteGuarantee) -> Int? {
        guard !admits(assurance) else { return nil }
        return assurance == .everywhere ? [shortSince, lagSince].compactMap { $0 }.min() : shortSince
    }

    mutating func asked(_ assurance: WriteGuarantee) {
        // Note ``WriteGuarantee/everywhere`` even if no replica is known yet, because one may be
        // known when the answer arrives.
        if assurance == .everywhere || holds(assurance) && due == nil { due = assurance }
    }

    mutating func hold(_ call: Call, _ assurance: WriteGuarantee, _ reply: RedisReply) {
        held.append(Held(call: call, assurance: assurance, reply: reply))
        // Ask for replicas now, because none was known when the call was sent.
        if asked == nil, due == nil { due = assurance }
        if assurance == .everywhere, lag != nil { lag = .found }
    }

    /// Returns the `WAIT` to send at the end of a turn, or to repeat while replicas are missing.
    mutating func question(isLook: Bool = false) -> RedisCommand? {
        // The next `WAIT` covers all calls that are sent meanwhile.
        guard asked == nil else { return nil }
        guard isOpen else { return isLook ? wait(.replicated, Self.retryWait) : nil }
        guard let due, holds(due) else {
            self.due = nil
            return nil
        }
        if due == .everywhere, lag == nil { return wait(.everywhere, Self.shortWait) }
        return needed > 0 ? wait(.replicated, Self.firstWait) : nil
    }

    private mutating func wait(_ assurance: WriteGuarantee, _ milliseconds: Int) -> RedisCommand {
        due = nil
        asked = assurance
        return RedisCommand("WAIT", String(wanted(assurance)), String(milliseconds))
    }

    /// Handles the answer to a `WAIT`. Returns the answers that may be delivered.
    mutating func answered(_ count: Int, at now: Int) -> [(Call, RedisReply)] {
        waits += 1
        let assurance = asked
        asked = nil
        if count >= needed {
            found = nil
            shortSince = nil
        } else if assurance == .everywhere {
            // Ask again with the longer limit, because replicas may need more time than this `WAIT`
            // had.
            due = .replicated
        } else {
            found = count
            shortSince = shortSince ?? now
        }
        if count < wanted(.everywhere), assurance == .everywhere {
            lag = .found
            lagSince = lagSince ?? now
        }
        if found != nil || assurance == .everywhere && lag != nil { shortages += 1 }
        let wanted = (all: wanted(.everywhere), some: wanted(.replicated))
        let reached = take { count >= ($0 == .everywhere ? wanted.all : wanted.some) }
        if isOpen, lag == nil, due == nil, !held.isEmpty { due = .everywhere }
        return reached
    }

    /// Handles an answer to `ROLE`. Returns the answers that may be delivered.
    mutating func heard(_ role: RedisRole, at now: Int) -> [(Call, RedisReply)] {
        roll.note(role.acknowledged.count, at: now)
        switch lag {
        case nil: return []
        case .found:
            lag = .before(offset: role.offset)
            return []
        case .before(let offset):
            guard role.acknowledged.count >= wanted(.everywhere), role.acknowledged.allSatisfy({ $0 >= offset }) else {
                return []
            }
            lag = nil
            lagSince = nil
            return take { _ in true }
        }
    }

    /// The calls whose answers are held.
    var calls: [Call] { held.map(\.call) }

    /// Drops the answers of calls that were given up.
    mutating func drop(where isLate: (Call) -> Bool) { held.removeAll { isLate($0.call) } }

    /// Forgets the replicas of a lost connection, and returns the held calls, which must be
    /// repeated.
    mutating func lost() -> [Call] {
        found = nil
        shortSince = nil
        lag = nil
        lagSince = nil
        due = nil
        asked = nil
        return take { _ in true }.map(\.0)
    }

    /// Forgets the replicas, because the connection is now to another Redis.
    mutating func reset() { roll = RecentReplicaCount() }

    private mutating func take(_ fits: (WriteGuarantee) -> Bool) -> [(Call, RedisReply)] {
        held.remove { fits($0.assurance) }.map { ($0.call, $0.reply) }
    }
}
