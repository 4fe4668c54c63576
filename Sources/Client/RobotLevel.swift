/// One of the robot's levels, in one language.
public struct RobotLevel: Equatable, Sendable {
    /// 1 to 10.
    public let number: Int
    public let name: String
    /// Whom it suits.
    public let suits: String
    /// What it knows, and how long it thinks.
    public let knows: String

    public init(number: Int, name: String, suits: String, knows: String) {
        self.number = number
        self.name = name
        self.suits = suits
        self.knows = knows
    }

    /// The level that is offered unless another was chosen.
    public static let first = 3
}
