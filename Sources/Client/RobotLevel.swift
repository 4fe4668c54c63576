/// A level of the robot, described in one language.
public struct RobotLevel: Equatable, Sendable {
    /// The number of the level, 1 to 10.
    public let number: Int
    public let name: String
    /// A description of the players for this level.
    public let suits: String
    /// The robot's skills and thinking time at this level.
    public let knows: String

    public init(number: Int, name: String, suits: String, knows: String) {
        self.number = number
        self.name = name
        self.suits = suits
        self.knows = knows
    }

    /// The level that menus preselect.
    public static let first = 3
}
