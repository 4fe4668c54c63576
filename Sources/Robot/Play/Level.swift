import GameState

/// The robot's playing strength, from 1 (a beginner) to 10 (full strength).
public struct Level: Hashable, Sendable, Comparable {
    public let number: Int

    public static let weakest = Level(unchecked: ParticipantID.robotLevels.lowerBound)
    public static let strongest = Level(unchecked: ParticipantID.robotLevels.upperBound)
    public static let all = ParticipantID.robotLevels.map(Level.init(unchecked:))

    private init(unchecked number: Int) { self.number = number }

    /// Creates the level with a number from 1 to 10; otherwise nil.
    public init?(_ number: Int) {
        guard ParticipantID.robotLevels.contains(number) else { return nil }
        self.number = number
    }

    /// Whether the level's moves take a few milliseconds even if more time is allowed. Other levels
    /// may use all of the time.
    public var isQuick: Bool { number <= Self.lastQuick }

    /// The highest quick level. It looks four plies ahead, and finds wins of up to four fours.
    private static let lastQuick = 7

    public static func < (a: Level, b: Level) -> Bool { a.number < b.number }
}
