/// The first commands on each connection. Decides from their answers whether the connection can be
/// used.
struct RedisHandshake {
    let commands: [RedisCommand]
    private let own: Int
    private let asksRole: Bool
    private let needsRole: Bool
    private let admit: ([RedisReply]) -> String?

    /// Prepares the commands.
    ///
    /// - Parameters:
    ///   - asksRole: Whether to ask for the role, because the Redis may be a replica.
    ///   - needsRole: Whether a Redis that does not tell its role is refused.
    ///   - more: Further commands.
    ///   - admit: Called with the answers to `more`. Returns the reason why the connection cannot
    ///     be used now, or nil.
    init(
        _ address: RedisAddress, asksRole: Bool, needsRole: Bool, _ more: [RedisCommand],
        _ admit: @escaping ([RedisReply]) -> String?
    ) {
        var first: [RedisCommand] = []
        if let password = address.password {
            first.append(RedisCommand((["AUTH", address.user, password].compactMap { $0 }).map { Array($0.utf8) }))
        }
        if address.database > 0 { first.append(RedisCommand("SELECT", String(address.database))) }
        // Ask for the role before `more`, because after a subscription no other commands are
        // possible.
        if asksRole { first.append(RedisCommand("ROLE")) }
        own = first.count
        commands = first + more + [RedisCommand("PING")]
        self.asksRole = asksRole
        self.needsRole = needsRole
        self.admit = admit
    }

    /// Returns the role of the Redis; nil if it was not asked, or does not tell.
    func role(_ replies: [RedisReply]) -> RedisRole? { asksRole ? RedisRole(replies[own - 1]) : nil }

    /// Returns the reason why the connection cannot be used; nil if it can.
    func refusal(_ replies: [RedisReply]) -> String? {
        let role = role(replies)
        // Any error counts, such as a wrong password or a loading Redis. A user without the right
        // to ask for the role is accepted unless the role is needed.
        let errors = replies.enumerated().lazy.filter { [own, asksRole, needsRole] index, _ in
            !asksRole || needsRole || index != own - 1
        }
        if let error = errors.compactMap(\.element.error).first { return error }
        // Refuse a replica even if a Sentinel has named it, because Sentinels learn of a failover a
        // moment later.
        if asksRole, needsRole || role != nil, role?.isPrimary != true { return "it is a replica" }
        return admit(Array(replies.dropFirst(own).dropLast()))
    }
}
