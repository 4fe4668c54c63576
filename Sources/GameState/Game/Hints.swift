/// The robot's advice in a game between two people: whether they have agreed on it, and how much each has taken. The
/// other side is told, so that nobody plays against the robot without knowing it.
public struct Hints: Equatable, Sendable {
    /// What the key `hints` says when both have agreed.
    public static let agreed = "yes"

    /// Whether both sides may ask for hints.
    public internal(set) var areAgreed = false
    /// How many each side has taken.
    public internal(set) var taken = ByStone(both: 0)

    public init(areAgreed: Bool = false, taken: ByStone<Int> = ByStone(both: 0)) {
        (self.areAgreed, self.taken) = (areAgreed, taken)
    }
}

extension Game {
    /// Accepts the other side's offer to play with hints.
    mutating func allowHints(_ situation: Referee.Situation) throws(Rejection) {
        guard sits(situation.sender) else { throw .notSeated }
        guard offer(.hints, to: situation.sender) != nil else { throw .notOffered("to play with hints") }
        hints.areAgreed = true
        self.offer = nil
    }
}

extension Referee {
    /// The side `stone` has been given a hint: in a game between two people that is part of the game. Nil in others.
    mutating func tookHint(_ stone: Stone) -> Delta? {
        guard var next = game, !next.isOver, next.hints.areAgreed else { return nil }
        next.hints.taken[stone] += 1
        return become(next)
    }
}
