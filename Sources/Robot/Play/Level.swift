/// How strong the robot plays: 1 is a beginner, 10 everything it can.
public struct Level: Hashable, Sendable, Comparable {
    public let number: Int

    public static let weakest = Level(unchecked: 1)
    public static let strongest = Level(unchecked: 10)
    public static let all = (1...10).map(Level.init(unchecked:))

    private init(unchecked number: Int) { self.number = number }

    /// Nil unless `number` is 1 to 10.
    public init?(_ number: Int) {
        guard (1...10).contains(number) else { return nil }
        self.number = number
    }

    public static func < (a: Level, b: Level) -> Bool { a.number < b.number }
}
