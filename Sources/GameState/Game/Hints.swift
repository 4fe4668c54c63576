/// The robot's advice in a game between two people: whether they have agreed on it, and how much each has taken. The
/// other side is told, so that nobody plays against the robot without knowing it.
public struct Hints: Equatable, Sendable {
    /// What the key `hints` says when both have agreed.
    public static let agreed = "yes"

    /// Whether both sides may ask for hints.
    public internal(set) var areAgreed = false
    /// How many each side has taken.
    public internal(set) var taken = ByStone(both: 0)
}

extension Game {
    /// Whether `side` may ask for a hint, as far as the game decides it: in a game against the robot, alone, or when
    /// both sides have agreed; in a rated game never.
    public func allowsHints(for side: Stone) -> Bool {
        guard !terms.isRated else { return false }
        let other = seats[side.opponent]
        return isSolo || other == nil || other?.robotLevel != nil || hints.areAgreed
    }

    /// Accepts the other side's offer to play with hints.
    mutating func allowHints(_ situation: Referee.Situation) throws(Rejection) {
        guard sits(situation.sender) else { throw .notSeated }
        guard let offer, offer.kind == .hints, seats[offer.by.opponent] == situation.sender else {
            throw .notOffered("to play with hints")
        }
        hints.areAgreed = true
        self.offer = nil
    }

    /// Why `side` may not offer to play with hints; nil where it may.
    func objectionToHints(offeredBy side: Stone) -> Rejection? {
        if isOver { return .gameOver }
        if terms.isRated { return .notOffered("hints in a rated game") }
        let isAsked = allowsHints(for: side)
        return isAsked ? .notOffered("an agreement: there are hints in this game already") : nil
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
