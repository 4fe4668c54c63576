/// A temporary error of Redis. The same command can succeed later without a change of the
/// configuration.
///
/// The raw value is the first word of the error (redis, `src/server.c`, `createSharedObjects`).
public enum RedisRefusal: String, Sendable {
    /// Redis has reached `maxmemory`, and refuses commands that may need more.
    case outOfMemory = "OOM"
    /// Redis could not save its data to disk, and refuses writes.
    case diskFailure = "MISCONF"
    /// Redis has fewer replicas than `min-replicas-to-write`, and refuses writes.
    case missingReplicas = "NOREPLICAS"
    /// Redis is loading its data.
    case loading = "LOADING"
    /// The Redis is a replica.
    case isReplica = "READONLY"
    /// The Redis is a replica without a primary.
    case lostPrimary = "MASTERDOWN"
    /// Redis became a replica while the command was blocked.
    case demoted = "UNBLOCKED"

    /// Parses an error as Redis sent it; nil if it is not a temporary one.
    public init?(error: String) { self.init(rawValue: String(error.prefix { $0 != " " })) }

    /// Whether Redis refuses reads too. It has then executed nothing.
    public var isOfReads: Bool {
        switch self {
        case .outOfMemory, .diskFailure, .missingReplicas: false
        case .loading, .isReplica, .lostPrimary, .demoted: true
        }
    }
}
