/// What is asked first on each connection, and whether the answers are good enough to go on.
struct RedisGreeting {
    let commands: [RedisCommand]
    private let own: Int
    private let asksRole: Bool
    private let needsRole: Bool
    private let admit: ([RedisReply]) -> String?

    /// - Parameters:
    ///   - asksRole: whether it may be a replica.
    ///   - needsRole: whether one that does not say what it is cannot be used.
    ///   - more: what else is asked.
    ///   - admit: looks at the answers to that; why the connection is of no use just now, nil when it is.
    init(
        _ address: RedisAddress, asksRole: Bool, needsRole: Bool, _ more: [RedisCommand],
        _ admit: @escaping ([RedisReply]) -> String?
    ) {
        var first: [RedisCommand] = []
        if let password = address.password {
            first.append(RedisCommand((["AUTH", address.user, password].compactMap { $0 }).map { Array($0.utf8) }))
        }
        if address.database > 0 { first.append(RedisCommand("SELECT", String(address.database))) }
        // Before a subscription: after it nothing else can be asked.
        if asksRole { first.append(RedisCommand("ROLE")) }
        own = first.count
        commands = first + more + [RedisCommand("PING")]
        self.asksRole = asksRole
        self.needsRole = needsRole
        self.admit = admit
    }

    /// What it says it is; nil: it was not asked, or says nothing.
    func role(_ replies: [RedisReply]) -> RedisRole? { asksRole ? RedisRole(replies[own - 1]) : nil }

    /// Why nothing can be asked there.
    func refusal(_ replies: [RedisReply]) -> String? {
        let role = role(replies)
        // An error of any of these: a wrong password, or a Redis that loads. Some users may not ask for the role.
        let errors = replies.enumerated().lazy.filter { [own, asksRole, needsRole] index, _ in
            !asksRole || needsRole || index != own - 1
        }
        if let error = errors.compactMap(\.element.error).first { return error }
        // Sentinels hear of a failover a moment later.
        if asksRole, needsRole || role != nil, role?.isPrimary != true { return "it is a replica" }
        return admit(Array(replies.dropFirst(own).dropLast()))
    }
}
