/// The answer to `ROLE`.
struct RedisRole: Equatable {
    let isPrimary: Bool
    /// The number of bytes that a primary has written for its replicas.
    let offset: Int
    /// The number of these bytes that each connected replica has acknowledged.
    let acknowledged: [Int]

    /// Parses a reply; nil if it is not an answer to `ROLE`, for example because the user may not
    /// ask.
    init?(_ reply: RedisReply) {
        guard let parts = reply.array, let name = parts.first?.string else { return nil }
        isPrimary = name == "master"
        guard isPrimary, parts.count == 3 else {
            (offset, acknowledged) = (0, [])
            return
        }
        offset = parts[1].integer ?? 0
        acknowledged = (parts[2].array ?? []).map { $0.array?.last?.string.flatMap { Int($0) } ?? 0 }
    }
}

/// The number of replicas that a primary has, or had a moment ago.
///
/// A replica that is promoted disconnects from its primary first, and Sentinels announce it one or
/// two seconds later. So the primary may have been replaced as soon as one of its replicas is gone.
struct RecentReplicaCount {
    /// The time for which a lost replica still counts, in milliseconds. It is longer than Sentinels
    /// take to announce a primary.
    static let memory = 10_000

    private(set) var count = 0
    /// The last time when there were `count` replicas.
    private var seen = 0

    mutating func note(_ found: Int, at now: Int) {
        guard found >= count || now - seen > Self.memory else { return }
        (count, seen) = (found, now)
    }
}
