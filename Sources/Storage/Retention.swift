import GameState

/// Which stored rooms are let go of.
public struct Retention: Equatable, Sendable {
    /// Rooms whose game is over and that nobody has changed since this time, milliseconds since 1970; nil: none for
    /// that reason.
    public var finishedBefore: Int?
    /// Rooms of any kind that nobody has changed since this time; nil: none for that reason.
    public var unchangedBefore: Int?

    public init(finishedBefore: Int? = nil, unchangedBefore: Int? = nil) {
        self.finishedBefore = finishedBefore
        self.unchangedBefore = unchangedBefore
    }

    /// Whether a room is one of them.
    public func covers(changed: Int, isFinished: Bool) -> Bool {
        if let finishedBefore, isFinished, changed < finishedBefore { return true }
        return unchangedBefore.map { changed < $0 } ?? false
    }
}
