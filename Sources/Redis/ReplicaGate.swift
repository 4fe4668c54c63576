/// Answers that wait until enough replicas have what they tell of.
///
/// `WAIT` goes behind what was asked in a turn, on the same connection, one at a time, and its reply covers all of that:
/// what Redis had written when a call was carried out, reads included. Where fewer replicas keep up than are needed, it is
/// asked again and again, and nothing more is asked that would have to wait.
struct ReplicaGate<Call> {
    /// How many replicas; 0: none is waited for.
    let needed: Int
    /// Something was asked since the last `WAIT`.
    private var isDue = false
    /// A `WAIT` is on its way.
    private var isAsked = false
    /// Calls with their answers, in order.
    private var held = CallQueue<(Call, RedisReply)>()
    /// How many had it when it was asked last, where that was too few.
    private(set) var found: Int?
    /// How often it was answered, and with too few.
    private(set) var waits = 0
    private(set) var shortages = 0

    /// How long Redis may hold the connection up for replicas that are behind, milliseconds: the first time, and when it is
    /// asked again, since all else waits meanwhile.
    private static var patience: Int { 1_000 }
    private static var glance: Int { 20 }

    init(needed: Int) { self.needed = needed }

    var count: Int { held.count }
    /// Whether calls that would have to wait may be made.
    var isOpen: Bool { found == nil }

    /// Whether such an answer waits here.
    func holds(_ assurance: Assurance) -> Bool { needed > 0 && assurance == .replicated }

    mutating func asked(_ assurance: Assurance) { if holds(assurance) { isDue = true } }

    mutating func hold(_ call: Call, _ reply: RedisReply) { held.append((call, reply)) }

    /// What is to be asked at the end of a turn, or, where replicas are missing, when it is time to look again.
    mutating func question(isLook: Bool = false) -> RedisCommand? {
        // One at a time: what comes meanwhile is covered by the next one together.
        guard !isAsked, isOpen ? isDue : isLook else { return nil }
        isDue = false
        isAsked = true
        return RedisCommand("WAIT", String(needed), String(isOpen ? Self.patience : Self.glance))
    }

    /// What a `WAIT` has brought: the answers that may be handed out.
    mutating func answered(_ count: Int) -> [(Call, RedisReply)] {
        waits += 1
        isAsked = false
        guard count >= needed else {
            shortages += 1
            found = count
            return []
        }
        found = nil
        return takeAll()
    }

    /// The connection is gone: what was held has to be asked again, and nothing is known of replicas.
    mutating func lost() -> [Call] {
        found = nil
        isDue = false
        isAsked = false
        return takeAll().map(\.0)
    }

    private mutating func takeAll() -> [(Call, RedisReply)] {
        var all: [(Call, RedisReply)] = []
        while let one = held.removeFirst() { all.append(one) }
        return all
    }
}
