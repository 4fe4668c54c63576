/// A combination of rule and speed. Players have a separate rating for each combination.
public struct RatingKind: Hashable, Sendable {
    public let rule: Rule
    public let speed: Speed

    public init(rule: Rule, speed: Speed) {
        self.rule = rule
        self.speed = speed
    }
}
