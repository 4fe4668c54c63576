import GameState

/// The rules for removing stored rooms.
public struct Retention: Equatable, Sendable {
    /// The time since which a room with a finished game must have been unchanged to be removed, in
    /// milliseconds since 1970. `nil` disables this rule.
    public var finishedBefore: Int?
    /// The time since which any room must have been unchanged to be removed. `nil` disables this
    /// rule.
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
