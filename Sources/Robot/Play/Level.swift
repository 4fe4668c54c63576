import GameState

/// How strong the robot plays: 1 is a beginner, 10 everything it can.
public struct Level: Hashable, Sendable, Comparable {
    public let number: Int

    public static let weakest = Level(unchecked: ParticipantID.robotLevels.lowerBound)
    public static let strongest = Level(unchecked: ParticipantID.robotLevels.upperBound)
    public static let all = ParticipantID.robotLevels.map(Level.init(unchecked:))

    private init(unchecked number: Int) { self.number = number }

    /// Nil unless `number` is 1 to 10.
    public init?(_ number: Int) {
        guard ParticipantID.robotLevels.contains(number) else { return nil }
        self.number = number
    }

    /// Whether its moves take a few milliseconds, whatever time they are allowed; those of other levels may take all of it.
    public var isQuick: Bool { number <= Self.lastQuick }

    /// Level 7 looks four plies ahead, and wins by fours of four.
    private static let lastQuick = 7

    public static func < (a: Level, b: Level) -> Bool { a.number < b.number }
}
