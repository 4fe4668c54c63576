import Redis

extension RedisTimeouts {
    /// Limits that suit any slow machine.
    public static let ofTests = RedisTimeouts(connection: 600_000, answer: 600_000)
}
