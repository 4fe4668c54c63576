import Rooms

/// In whose turn a password is hashed.
struct HashTurn {
    /// The network that it comes from: those of one network are hashed in the turns of one.
    let group: String
    /// Whether it comes from where the owner of the name has been, or from a client that has shown the token of a
    /// claimed name.
    let isKnown: Bool
}

/// The tickets of passwords that wait to be hashed: one queue for known clients and one for strangers, each in turns by
/// network.
///
/// The queue of known clients goes first, but at most ``knownInARow`` times in a row while a stranger waits, so that
/// neither queue can stop the other. A full queue refuses the newest password of the network that has most in it.
struct HashQueue {
    /// Passwords in each of the two queues.
    static let waitingLimit = 64
    /// Passwords of known clients that are hashed in a row while a stranger waits.
    static let knownInARow = 3

    private let limit: Int
    private var known = FairQueue<Int>()
    private var strangers = FairQueue<Int>()
    private var inARow = 0

    init(limit: Int = waitingLimit) { self.limit = limit }

    /// Adds a ticket. Returns the ticket that has to go for it, which may be the same.
    mutating func add(_ ticket: Int, _ turn: HashTurn) -> Int? {
        turn.isKnown ? Self.add(ticket, turn, to: &known, limit) : Self.add(ticket, turn, to: &strangers, limit)
    }

    private static func add(_ ticket: Int, _ turn: HashTurn, to queue: inout FairQueue<Int>, _ limit: Int) -> Int? {
        queue.add(ticket, for: turn.group)
        return queue.count > limit ? queue.removeLastOfLargest() : nil
    }

    /// Removes and returns the ticket of the password to hash now.
    mutating func next() -> Int? {
        if known.isEmpty || (inARow >= Self.knownInARow && !strangers.isEmpty) {
            inARow = 0
            return strangers.next()
        }
        inARow += 1
        return known.next()
    }
}
