/// What is asked first on each connection, and whether the answers are good enough to go on.
struct RedisGreeting {
    let commands: [RedisCommand]
    private let own: Int
    private let asksRole: Bool
    private let admit: ([RedisReply]) -> String?

    /// - Parameters:
    ///   - asksRole: whether it may be a replica.
    ///   - more: what else is asked.
    ///   - admit: looks at the answers to that; why the connection is of no use just now, nil when it is.
    init(
        _ address: RedisAddress, asksRole: Bool, _ more: [RedisCommand], _ admit: @escaping ([RedisReply]) -> String?
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
        self.admit = admit
    }

    /// Why nothing can be asked there.
    func refusal(_ replies: [RedisReply]) -> String? {
        // An error of any of these: a wrong password, or a Redis that loads.
        if let error = replies.lazy.compactMap(\.error).first { return error }
        // Sentinels hear of a failover a moment later.
        if asksRole, replies[own - 1].array?.first?.string != "master" { return "it is a replica" }
        return admit(Array(replies.dropFirst(own).dropLast()))
    }
}
