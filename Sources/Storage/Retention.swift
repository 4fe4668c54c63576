import GameState

/// The rules for removing stored rooms.
public struct Retention: Equatable, Sendable {
    /// The limit for rooms with a finished game, in milliseconds since 1970. Such a room is removed
    /// if its last change is older. `nil` disables this rule.
    public var finishedBefore: Int?
    /// The limit for all rooms, in milliseconds since 1970. A room is removed if its last change is
    /// older. `nil` disables this rule.
    public var unchangedBefore: Int?

    public init(finishedBefore: Int? = nil, unchangedBefore: Int? = nil) {
        self.finishedBefore = finishedBefore
        self.unchangedBefore = unchangedBefore
    }

    /// Returns whether a room should be removed.
    public func covers(changed: Int, isFinished: Bool) -> Bool {
        if let finishedBefore, isFinished, changed < finishedBefore { return true }
        return unchangedBefore.map { changed < $0 } ?? false
    }
}
