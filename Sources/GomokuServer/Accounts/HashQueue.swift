import Rooms

/// The group and the priority by which a password waits to be hashed.
struct HashTurn {
    /// The client's network. Passwords of one network share its turns.
    let group: String
    /// Whether the owner of the name has used this address, or the client has shown the token of a
    /// claimed name.
    let isKnown: Bool
}

/// The tickets of passwords that wait to be hashed: a queue for known clients and one for
/// strangers. In each, networks take turns.
///
/// Known clients go first, but at most ``knownInARow`` in a row while a stranger waits, so that
/// neither queue blocks the other. A full queue refuses the newest password of the network that has
/// the most in it.
struct HashQueue {
    /// The maximum number of passwords in each queue.
    static let waitingLimit = 64
    /// The maximum number of known clients' passwords in a row while a stranger waits.
    static let knownInARow = 3

    private let limit: Int
    private var known = FairQueue<Int>()
    private var strangers = FairQueue<Int>()
    private var inARow = 0

    init(limit: Int = waitingLimit) { self.limit = limit }

    /// Adds a ticket. If the queue is full, returns the ticket to refuse, which may be `ticket`
    /// itself.
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
