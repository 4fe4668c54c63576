import GameState
import Redis
import Storage

/// A Redis that has been checked and prepared for one more server.
public struct RedisStoreOpening: Sendable {
    /// The required durability of acknowledged data.
    public enum Durability: Sendable {
        /// Data is on the disk of the Redis machine before it is acknowledged, and survives a power
        /// cut.
        case full
        /// Data is in Redis' log and survives a crash of Redis. A power cut may lose the last
        /// second.
        case os
    }

    /// The time without a heartbeat after which other servers may take over the store of a server
    /// of format 1, in milliseconds. Such a server does not share its store.
    public static let leaseMilliseconds = 15_000

    let address: RedisAddress
    let process: ServerIdentity
    let node: NodeID
    let goneMilliseconds: Int
    let replicas: Int
    /// The ID of the data.
    public let id: String
    /// The key that signs the tokens of guests.
    let secret: [UInt8]
    let lastAlive: Int?
    /// The run ID of the Redis process; empty if it does not report one.
    let run: String
    let isCertain: Bool
    /// The time by which this server's clock is behind the clock of the Redis, in milliseconds; nil
    /// if it is not known.
    public let clockLag: Int?
    /// Sentences for the operator about settings that could not be checked.
    public let doubts: [String]

    /// Checks the Redis and loads the functions. Blocks until that is done.
    ///
    /// - Parameters:
    ///   - replicas: the number of replicas that must have data before it is shown.
    ///   - newID: a unique ID for new data.
    ///   - expects: whether a server of this machine has served rooms from the Redis, so that it
    ///     must not be empty.
    ///   - goneMilliseconds: the time without a heartbeat after which other servers take this
    ///     server's rooms.
    ///   - waitMilliseconds: the time to wait until the lease of a server of format 1 expires.
    public init(
        _ address: RedisAddress, durability: Durability, replicas: Int = 0, process: ServerIdentity, newID: String,
        expects: Bool = false, now: @escaping () -> Int, goneMilliseconds: Int = RedisNodes.goneMilliseconds,
        waitMilliseconds: Int = leaseMilliseconds + 2_000
    ) throws(RedisStoreFailure) {
        let asking = try RedisReader(address)
        defer { asking.close() }
        self.address = address
        self.process = process
        self.goneMilliseconds = goneMilliseconds
        self.replicas = replicas
        node = NodeID("n" + String(UInt64.random(in: .min ... .max), radix: 36))
        run = try Self.checkServer(asking)
        isCertain = durability == .full && (replicas > 0 || !address.isWatched)
        var doubts = try Self.checkSettings(asking, durability) + Self.checkReplicas(asking, replicas)
        id = try Self.checkData(asking, newID, expects: expects)
        try Self.loadFunctions(asking)
        lastAlive = try Self.lastAlive(asking)
        try Self.share(asking, process, waitMilliseconds)
        doubts += try Self.continueHistory(asking, id, run, process)
        self.doubts = doubts
        guard let secret = try asking.sound(RedisCommand([bytes("HGET"), RedisKeys.meta, bytes("secret")])).bytes else {
            throw .other("it has no secret")
        }
        self.secret = secret
        let asked = now()
        clockLag = RedisTime(try asking.reply(RedisTime.question), asked: asked, answered: now())?.clockLag
    }

    /// Returns 256 bits from the kernel's random generator.
    private static func newSecret() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Checks the version and role of the Redis, and returns its run ID.
    static func checkServer(_ asking: RedisReader) throws(RedisStoreFailure) -> String {
        let reply = try asking.sound(RedisRun.question)
        func fact(_ name: String) -> String? { RedisRun.fact(name, in: reply.string ?? "") }
        let version = fact("redis_version") ?? "of an unknown version"
        guard let major = version.split(separator: ".").first.flatMap({ Int($0) }), major >= 7 else {
            throw .tooOld(version: version)
        }
        if fact("redis_mode") == "cluster" { throw .unfit("it is part of a Redis Cluster, which is not supported") }
        if let role = try asking.reply(RedisCommand("ROLE")).array?.first?.string, role != "master" {
            throw .unfit("it is a replica")
        }
        return RedisRun.id(reply)
    }

    static func checkSettings(_ asking: RedisReader, _ durability: Durability) throws(RedisStoreFailure)
        -> [String]
    {
        func setting(_ name: String) throws(RedisStoreFailure) -> String? {
            guard let pair = try asking.reply(RedisCommand("CONFIG", "GET", name)).array, pair.count == 2 else {
                return nil
            }
            return pair[1].string
        }
        guard let log = try setting("appendonly"), let sync = try setting("appendfsync") else {
            return ["This Redis does not report its settings, so it may be less durable than --durability requires."]
        }
        guard log == "yes" else { throw .weaker(setting: "appendonly", value: log, needed: "yes") }
        let needed = durability == .full ? "always" : "everysec"
        if sync == "no" || durability == .full && sync != "always" {
            throw .weaker(setting: "appendfsync", value: sync, needed: needed)
        }
        let policy = try setting("maxmemory-policy") ?? "noeviction"
        if policy != "noeviction" { throw .forgetful(policy: policy) }
        return []
    }

    /// Returns a warning if replicas are missing. They may connect later, and writes wait for them
    /// in any case.
    private static func checkReplicas(_ asking: RedisReader, _ needed: Int) throws(RedisStoreFailure) -> [String] {
        guard needed > 0, let found = try asking.reply(RedisCommand("WAIT", String(needed), "1000")).integer,
            found < needed
        else { return [] }
        return [
            "This Redis has \(found) of the \(needed) replicas that --replicas requires. Nothing can be stored until they connect."
        ]
    }

    /// Returns the ID of the data. Gives an empty database `newID`.
    private static func checkData(
        _ asking: RedisReader, _ newID: String, expects: Bool
    ) throws(RedisStoreFailure) -> String {
        if expects, try asking.sound(RedisCommand([bytes("EXISTS"), RedisKeys.meta])).integer == 0,
            try asking.sound(RedisCommand("DBSIZE")).integer == 0
        {
            throw .emptied(asking.place)
        }
        // Use an atomic script, because several servers may be the first at the same time.
        let begin = """
            if redis.call('EXISTS', KEYS[1]) == 0 and redis.call('DBSIZE') == 0 then
              redis.call('HSET', KEYS[1], 'id', ARGV[1], 'format', ARGV[2])
            end
            return redis.call('HGET', KEYS[1], 'format')
            """
        let words = [bytes("EVAL"), bytes(begin), bytes(1), RedisKeys.meta, bytes(newID), bytes(RedisKeys.format)]
        let format = try asking.sound(RedisCommand(words))
        if format.isNull { throw .foreign(asking.place) }
        guard let number = format.string.flatMap({ Int($0) }), number <= RedisKeys.format else {
            throw .newer(format: format.string ?? "unknown", known: RedisKeys.format)
        }
        guard let id = try asking.sound(RedisCommand([bytes("HGET"), RedisKeys.meta, bytes("id")])).string else {
            throw .other("it has no id")
        }
        return id
    }

    private static func loadFunctions(_ asking: RedisReader) throws(RedisStoreFailure) {
        let known = try asking.sound(RedisCommand("FUNCTION", "LIST", "LIBRARYNAME", RedisFunctions.library))
        guard known.array?.isEmpty != false else { return }
        _ = try asking.sound(RedisCommand("FUNCTION", "LOAD", "REPLACE", RedisFunctions.text))
    }

    private static func lastAlive(_ asking: RedisReader) throws(RedisStoreFailure) -> Int? {
        var newest = try asking.sound(RedisCommand([bytes("GET"), RedisKeys.alive])).string.flatMap { Int($0) }
        for shard in 0..<RedisKeys.shards {
            let words = [bytes("ZREVRANGE"), RedisKeys.rooms(shard), bytes("0"), bytes("0"), bytes("WITHSCORES")]
            guard let score = try asking.sound(RedisCommand(words)).array?.last?.string.flatMap({ Int($0) }) else {
                continue
            }
            newest = max(newest ?? 0, score)
        }
        return newest
    }

    /// Takes the lease in the name of all servers, so that a server of format 1 cannot take it. If
    /// such a server runs, waits for its lease to expire, and throws if that server renews it.
    private static func share(
        _ asking: RedisReader, _ process: ServerIdentity, _ waitMilliseconds: Int
    ) throws(RedisStoreFailure) {
        let end = asking.loop.now() + waitMilliseconds
        var replaced: [UInt8] = []
        var first: (value: String, left: Int)?
        while true {
            let words = [RedisKeys.allServers, replaced, bytes(RedisKeys.format), newSecret()]
            let holder = try asking.sound(
                RedisFunctions.call("lease_share", keys: [RedisKeys.lease, RedisKeys.meta], words))
            guard let text = holder.string, bytes(text) != RedisKeys.allServers else { return }
            // Ignore a holder that was a process of this machine and no longer runs.
            if let other = ServerIdentity(text), other.isGone(besides: process) {
                replaced = bytes(text)
                continue
            }
            let left = try asking.sound(RedisCommand([bytes("PTTL"), RedisKeys.lease])).integer ?? 0
            // The lease was renewed, so its holder still runs.
            if let first, first.value != text || left > first.left { throw .inUse(asking.place, by: text) }
            first = (text, left)
            guard asking.loop.now() < end else { throw .inUse(asking.place, by: text) }
            asking.pause(milliseconds: 200)
        }
    }
}
