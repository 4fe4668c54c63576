/// A rule at a speed, which has its own ratings.
public struct RatingKind: Hashable, Sendable {
    public let rule: Rule
    public let speed: Speed

    public init(rule: Rule, speed: Speed) {
        self.rule = rule
        self.speed = speed
    }
}
