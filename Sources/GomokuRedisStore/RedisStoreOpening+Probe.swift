import GameState
import Redis

extension RedisStoreOpening {
    /// Throws the error with which opening the Redis would fail, as far as it can be found without
    /// changing anything. Returns doubts as sentences for the operator.
    ///
    /// - Parameter expects: whether a server of this machine has served rooms from the Redis, so
    ///   that it must not be empty.
    public static func probe(
        _ address: RedisAddress, durability: Durability, expects: Bool
    ) throws(RedisStoreFailure) -> [String] {
        let asking = try RedisReader(address)
        defer { asking.close() }
        _ = try checkServer(asking)
        let doubts = try checkSettings(asking, durability)
        guard try asking.sound(RedisCommand([bytes("EXISTS"), RedisKeys.meta])).integer == 0 else {
            try asking.checkFormat()
            return doubts
        }
        guard try asking.sound(RedisCommand("DBSIZE")).integer == 0 else { throw .foreign(asking.place) }
        if expects { throw .emptied(asking.place) }
        return doubts
    }
}
