import Redis

extension RedisPatience {
    /// Limits that suit any slow machine.
    public static let ofTests = RedisPatience(connection: 600_000, answer: 600_000)
}
