import Redis

extension RedisPatience {
    /// However slow the machine is.
    public static let ofTests = RedisPatience(connection: 600_000, answer: 600_000)
}
