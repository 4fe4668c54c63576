/// Why Redis refuses a command for a while. The same command may succeed later, without a change of its configuration.
///
/// The raw value is the first word of the error (redis, `src/server.c`, `createSharedObjects`).
public enum RedisRefusal: String, Sendable {
    /// It has as much as `maxmemory` allows, and carries out nothing that may need more.
    case outOfMemory = "OOM"
    /// It could not write to its disk, and writes nothing.
    case diskFailure = "MISCONF"
    /// It has fewer replicas than `min-replicas-to-write`, and writes nothing.
    case missingReplicas = "NOREPLICAS"
    /// It is reading its data.
    case loading = "LOADING"
    /// It is a replica.
    case isReplica = "READONLY"
    /// It is a replica that has lost its primary.
    case lostPrimary = "MASTERDOWN"
    /// It has become a replica while the command waited.
    case demoted = "UNBLOCKED"

    /// - Parameter error: the error as Redis has sent it.
    public init?(error: String) { self.init(rawValue: String(error.prefix { $0 != " " })) }

    /// Whether reads are refused too: nothing can be asked of this Redis just now, and nothing was carried out.
    public var isOfReads: Bool {
        switch self {
        case .outOfMemory, .diskFailure, .missingReplicas: false
        case .loading, .isReplica, .lostPrimary, .demoted: true
        }
    }
}
