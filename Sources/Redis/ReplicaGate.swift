import DequeModule

/// Answers that wait until enough replicas have what they tell of.
///
/// `WAIT` goes behind what was asked in a turn, on the same connection, one at a time, and its reply covers all of that:
/// what Redis had written when a call was carried out, reads included. Where fewer replicas keep up than are needed, it is
/// asked again and again, and nothing more is asked that would have to wait.
///
/// ``Assurance/everywhere`` waits for as many replicas as the primary has, or had a moment ago. While one of them lags or
/// is gone, no `WAIT` holds the connection up for it: the answers to `ROLE` tell when all replicas have caught up.
struct ReplicaGate<Call> {
    private struct Held {
        let call: Call
        let assurance: Assurance
        let reply: RedisReply
    }

    /// Why ``Assurance/everywhere`` is not reached just now.
    private enum Lag {
        /// A `WAIT` has found too few replicas.
        case found
        /// All that is held was written before this offset.
        case before(offset: Int)
    }

    /// How many replicas; 0: none is waited for.
    let needed: Int
    private var roll = ReplicaRoll()
    /// What was asked since the last `WAIT` and waits longest; nil: nothing waits.
    private var due: Assurance?
    /// What the `WAIT` that is on its way was asked for.
    private var asked: Assurance?
    /// Calls with their answers, in order.
    private var held = Deque<Held>()
    /// How many had it when it was asked last, where that was too few.
    private(set) var found: Int?
    private var lag: Lag?
    /// Since when too few were found, and since when ``Assurance/everywhere`` is not reached.
    private var shortSince: Int?
    private var lagSince: Int?
    /// How often it was answered, and with too few.
    private(set) var waits = 0
    private(set) var shortages = 0

    /// How long Redis may hold the connection up for replicas that are behind, milliseconds: the first time, and when it is
    /// asked again, since all else waits meanwhile.
    private static var patience: Int { 1_000 }
    private static var glance: Int { 20 }
    /// The same where it is asked for more than the replicas that everything waits for.
    private static var moment: Int { 100 }

    init(needed: Int) { self.needed = needed }

    var count: Int { held.count }
    /// Whether as many replicas as everything waits for keep up.
    var isOpen: Bool { found == nil }
    /// Whether replicas are waited for that a `WAIT` has not found.
    var isLagging: Bool { lag != nil }

    /// How many replicas have to have what such a call asks.
    func wanted(_ assurance: Assurance) -> Int {
        switch assurance {
        case .answered: 0
        case .replicated: needed
        case .everywhere: max(needed, roll.count)
        }
    }

    /// Whether such an answer waits here.
    func holds(_ assurance: Assurance) -> Bool { wanted(assurance) > 0 }

    /// Whether such a call may be made now.
    func admits(_ assurance: Assurance) -> Bool {
        !holds(assurance) || isOpen && (assurance == .replicated || lag == nil)
    }

    /// Since when such calls cannot be made; nil: they can.
    func closedSince(_ assurance: Assurance) -> Int? {
        guard !admits(assurance) else { return nil }
        return assurance == .everywhere ? [shortSince, lagSince].compactMap { $0 }.min() : shortSince
    }

    mutating func asked(_ assurance: Assurance) {
        // The number of replicas may change until the answer comes.
        if assurance == .everywhere || holds(assurance) && due == nil { due = assurance }
    }

    mutating func hold(_ call: Call, _ assurance: Assurance, _ reply: RedisReply) {
        held.append(Held(call: call, assurance: assurance, reply: reply))
        // No replica was known when it was asked.
        if asked == nil, due == nil { due = assurance }
        if assurance == .everywhere, lag != nil { lag = .found }
    }

    /// What is to be asked at the end of a turn, or, where replicas are missing, when it is time to look again.
    mutating func question(isLook: Bool = false) -> RedisCommand? {
        // One at a time: what comes meanwhile is covered by the next one together.
        guard asked == nil else { return nil }
        guard isOpen else { return isLook ? wait(.replicated, Self.glance) : nil }
        guard let due, holds(due) else {
            self.due = nil
            return nil
        }
        if due == .everywhere, lag == nil { return wait(.everywhere, Self.moment) }
        return needed > 0 ? wait(.replicated, Self.patience) : nil
    }

    private mutating func wait(_ assurance: Assurance, _ milliseconds: Int) -> RedisCommand {
        due = nil
        asked = assurance
        return RedisCommand("WAIT", String(wanted(assurance)), String(milliseconds))
    }

    /// What a `WAIT` has brought: the answers that may be handed out.
    mutating func answered(_ count: Int, at now: Int) -> [(Call, RedisReply)] {
        waits += 1
        let assurance = asked
        asked = nil
        if count >= needed {
            found = nil
            shortSince = nil
        } else if assurance == .everywhere {
            // That was not as long as replicas may take.
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

    /// What Redis has said of its replicas: the answers that may be handed out.
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

    /// Lets go of answers that nobody waits for any more.
    mutating func drop(where isLate: (Call) -> Bool) { held.removeAll { isLate($0.call) } }

    /// The connection is gone: what was held has to be asked again, and nothing is known of replicas.
    mutating func lost() -> [Call] {
        found = nil
        shortSince = nil
        lag = nil
        lagSince = nil
        due = nil
        asked = nil
        return take { _ in true }.map(\.0)
    }

    /// The connection is to another Redis than before, which has replicas of its own.
    mutating func forgetReplicas() { roll = ReplicaRoll() }

    private mutating func take(_ fits: (Assurance) -> Bool) -> [(Call, RedisReply)] {
        held.remove { fits($0.assurance) }.map { ($0.call, $0.reply) }
    }
}
