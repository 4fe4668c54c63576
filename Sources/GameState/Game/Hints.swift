/// The use of the robot's hints in a game between two people. Both must have agreed, and each sees
/// how many hints the other has taken.
public struct Hints: Equatable, Sendable {
    /// The value of the key `hints` after both sides have agreed.
    public static let agreed = "yes"

    /// Whether both sides may ask for hints.
    public internal(set) var areAgreed = false
    /// The number of hints that each side has taken.
    public internal(set) var taken = ByStone(both: 0)

    public init(areAgreed: Bool = false, taken: ByStone<Int> = ByStone(both: 0)) {
        (self.areAgreed, self.taken) = (areAgreed, taken)
    }
}

extension Game {
    /// Accepts the opponent's offer to play with hints.
    mutating func allowHints(_ situation: Referee.Situation) throws(Rejection) {
        guard sits(situation.sender) else { throw .notSeated }
        guard offer(.hints, to: situation.sender) != nil else {
            throw .notOffered("your opponent has not offered hints")
        }
        hints.areAgreed = true
        self.offer = nil
    }
}

extension Referee {
    /// Counts a hint for the side `stone`. Returns `nil` unless both sides of a running game have
    /// agreed to allow hints.
    mutating func countHint(_ stone: Stone) -> Delta? {
        guard var next = game, !next.isOver, next.hints.areAgreed else { return nil }
        next.hints.taken[stone] += 1
        return replaceGame(next)
    }
}
