/// The answer to `ROLE`.
struct RedisRole: Equatable {
    let isPrimary: Bool
    /// How many bytes a primary has written for its replicas.
    let offset: Int
    /// How many of these bytes each connected replica has acknowledged.
    let acknowledged: [Int]

    /// Nil if the reply is not an answer to `ROLE`, for example because the user may not ask.
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

/// How many replicas a primary has, or had a moment ago.
///
/// A replica that is promoted disconnects from its primary first, and Sentinels announce it one or two seconds later. So
/// the primary may be a primary no longer as soon as one of its replicas is gone.
struct ReplicaRoll {
    /// How long a replica that is gone still counts, in milliseconds: longer than Sentinels take to announce it.
    static let memory = 10_000

    private(set) var count = 0
    /// When as many as `count` were there last.
    private var seen = 0

    mutating func note(_ found: Int, at now: Int) {
        guard found >= count || now - seen > Self.memory else { return }
        (count, seen) = (found, now)
    }
}
