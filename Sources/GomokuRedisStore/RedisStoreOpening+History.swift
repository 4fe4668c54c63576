import GameState
import Redis
import Storage

extension RedisStoreOpening {
    /// The time to wait for other servers that may have run throughout a restart of Redis, in
    /// milliseconds.
    private static let othersMilliseconds = 30_000

    /// Begins a new generation if Redis has restarted since a server noted its run, and no server
    /// ran all the time. In that case nothing shows whether Redis has lost data that clients were
    /// shown. Returns sentences for the operator.
    static func continueHistory(
        _ asking: RedisReader, _ id: String, _ run: String, _ process: ServerIdentity
    ) throws(RedisStoreFailure) -> [String] {
        guard !run.isEmpty else {
            return [
                "This Redis does not report its run ID, so a restored one is not recognized and rooms keep their epochs."
            ]
        }
        let end = asking.loop.now() + othersMilliseconds
        while true {
            let noted = try asking.sound(RedisCommand([bytes("HGET"), RedisKeys.meta, bytes("run")])).string
            // Other servers note the run after they have stored the missing data again.
            if noted == run { return [] }
            if noted != nil, try hears(asking, id) { return [] }
            if noted != nil, asking.loop.now() < end, try mayLive(asking, process) {
                asking.pause(milliseconds: 100)
                continue
            }
            let generation = noted == nil ? "" : Generation(random: .random(in: .min ... .max)).text
            let words = [bytes("EVAL"), bytes(script), bytes(1), RedisKeys.meta, bytes(noted ?? ""), bytes(run)]
            let hasBegun = try asking.sound(RedisCommand(words + [bytes(generation)])).integer == 1
            // If nothing was written, another server has noted a run meanwhile.
            guard hasBegun else { continue }
            guard noted != nil else { return [] }
            return [
                "The Redis was restarted while no server ran and may have lost its newest data, so rooms begin new epochs and reconnecting clients get snapshots."
            ]
        }
    }

    /// An atomic script, because several servers may start at the same time.
    private static let script = """
        if (redis.call('HGET', KEYS[1], 'run') or '') ~= ARGV[1] then return 0 end
        redis.call('HSET', KEYS[1], 'run', ARGV[2])
        if ARGV[3] ~= '' then redis.call('HSET', KEYS[1], 'generation', ARGV[3]) end
        return 1
        """

    /// Whether any server is subscribed to the channel of all servers.
    private static func hears(_ asking: RedisReader, _ id: String) throws(RedisStoreFailure) -> Bool {
        let words = [bytes("PUBSUB"), bytes("NUMSUB"), RedisNodes.channel(of: id)]
        return try asking.reply(RedisCommand(words)).array?.last?.integer ?? 0 > 0
    }

    /// Whether some server that has not expired yet may still run. It either subscribes again soon,
    /// or expires.
    private static func mayLive(_ asking: RedisReader, _ process: ServerIdentity) throws(RedisStoreFailure) -> Bool {
        let nodes = try asking.sound(RedisCommand([bytes("HKEYS"), RedisKeys.nodes])).array?.compactMap(\.string) ?? []
        guard !nodes.isEmpty else { return false }
        let keys = nodes.map { RedisKeys.node(NodeID($0)) }
        let alive = try asking.sound(RedisCommand([bytes("MGET")] + keys)).array?.compactMap(\.string) ?? []
        return alive.contains { ServerIdentity($0)?.isGone(besides: process) != true }
    }
}
