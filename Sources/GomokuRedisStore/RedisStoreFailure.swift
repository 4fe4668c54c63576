import Redis

/// The reason that a Redis cannot be used, or cannot be used any longer.
public enum RedisStoreFailure: Error, Equatable, Sendable {
    case unreachable(String, String)
    case tooOld(version: String)
    /// The Redis is a replica, or part of a Redis Cluster.
    case unfit(String)
    /// A setting promises less durability than requested.
    case weaker(setting: String, value: String, needed: String)
    /// The Redis evicts keys when its memory is full.
    case forgetful(policy: String)
    /// The database has keys of another program.
    case foreign(String)
    /// No server has used the database.
    case missing(String)
    /// The database to fill is not empty.
    case exists(String)
    /// The Redis refuses to send a copy of its data.
    case givesNoCopy(String)
    /// The data changed during an export.
    case changing
    case newer(format: String, known: Int)
    /// A server of an earlier version, which does not share its database, uses it.
    case inUse(String, by: String)
    /// Another server has taken over the store.
    case takenOver
    /// The database is empty, although this server has served rooms from it before.
    case emptied(String)
    /// The database has other data than before.
    case otherData
    case other(String)

    /// Whether no connection or answer was obtained.
    public var isUnreachable: Bool {
        if case .unreachable = self { true } else { false }
    }

    /// Whether a starting server should retry, because the primary is loading its data or
    /// temporarily refuses writes.
    public var isTemporary: Bool {
        guard case .other(let why) = self, let refusal = RedisRefusal(error: why) else { return false }
        return refusal == .loading || !refusal.isOfReads
    }

    /// A stable word for scripts and tests.
    public var code: String {
        switch self {
        case .unreachable: "unreachable"
        case .tooOld: "too-old"
        case .unfit: "unfit"
        case .weaker: "weaker"
        case .forgetful: "forgetful"
        case .foreign: "foreign"
        case .missing: "missing"
        case .exists: "exists"
        case .givesNoCopy: "gives-no-copy"
        case .changing: "changing"
        case .newer: "newer"
        case .inUse: "in-use"
        case .takenOver: "taken-over"
        case .emptied: "emptied"
        case .otherData: "other-data"
        case .other: "other"
        }
    }
}

extension RedisStoreFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreachable(let place, let why):
            "The Redis at \(place) cannot be used: \(why). Start it, or choose another one with --store."
        case .tooOld(let version): "This is Redis \(version). Version 7.0 or newer is required."
        case .unfit(let why): "This Redis cannot be written to: \(why). Give the primary with --store."
        case .weaker(let setting, let value, let needed):
            "This Redis has \(setting) \(value), which is less durable than --durability requires. Set \(setting) \(needed) in redis.conf (or CONFIG SET \(setting) \(needed)), or choose a lower --durability."
        case .forgetful(let policy):
            "This Redis has maxmemory-policy \(policy), so it would evict rooms when its memory is full. Set maxmemory-policy noeviction."
        case .foreign(let place):
            "The database at \(place) has keys of another program. Choose an empty one, such as redis://host:port/1."
        case .missing(let place):
            "There are no rooms in the Redis at \(place). Choose the Redis and the database that a server has used."
        case .exists(let place):
            "The database at \(place) is not empty and was not changed. Choose an empty one, such as redis://host:port/1."
        case .givesNoCopy(let why):
            "This Redis does not give a copy of its data: \(why). Allow its user SYNC and REPLCONF, or stop the servers and use gomoku-server export, or use the backups of the Redis provider."
        case .changing:
            "Rooms are being changed, or a game's rating is not settled yet. Let a server settle it, stop all servers of this Redis, then try again."
        case .newer(let format, let known):
            "The stored data was written by a newer gomoku-server (format \(format), this one supports \(known)). Install that version."
        case .inUse(let place, let owner):
            "A gomoku-server of an earlier version (\(owner)) uses \(place) and cannot share it. Stop it first, or choose another database with --store."
        case .takenOver:
            "Another gomoku-server has taken over the Redis, because this one was silent for too long. This server stops."
        case .emptied(let place):
            "The Redis at \(place) is empty, but this server has served rooms from it. Restore its data, then start again. To begin with an empty store, start once with --new-store."
        case .otherData:
            "Redis has come back without its earlier data. This server stops, so that it writes nothing beside that data. Restore the data, then start again."
        case .other(let why): "The Redis cannot be used: \(why)."
        }
    }
}
