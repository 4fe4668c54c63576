/// A subscription to the announcements of Sentinels about a new primary.
///
/// There is a connection to each Sentinel, because any of them may be down. The Sentinel that leads
/// a failover announces the primary first, the others up to two seconds later.
final class FailoverSubscription {
    private var connections: [RedisClient] = []

    /// Subscribes to each Sentinel.
    ///
    /// - Parameter switched: Called with the former and the new primary, for the announcement of
    ///   each Sentinel.
    init(
        _ sentinels: [RedisAddress.Sentinel], name: String, password: String?, on loop: any RedisLoop,
        patience: RedisTimeouts, switched: @escaping (_ old: Endpoint, _ new: Endpoint) -> Void
    ) {
        connections = sentinels.compactMap { sentinel in
            // Ignore a Sentinel without an address, and listen to the others.
            try? RedisClient(
                RedisAddress(.host(sentinel.host, port: sentinel.port), password: password), on: loop,
                patience: patience, greeting: [RedisCommand("SUBSCRIBE", "+switch-master")],
                published: { reply in
                    guard let (old, new) = Self.places(reply, of: name) else { return }
                    switched(old, new)
                })
        }
    }

    /// Parses an announcement: name, old host and port, new host and port.
    private static func places(_ reply: RedisReply, of name: String) -> (Endpoint, Endpoint)? {
        let words = (reply.string ?? "").split(separator: " ").map(String.init)
        guard words.count == 5, words[0] == name, let old = Int(words[2]), let new = Int(words[4]),
            let from = Endpoint.first(words[1], port: old), let to = Endpoint.first(words[3], port: new)
        else { return nil }
        return (from, to)
    }

    func close() { for connection in connections { connection.close() } }
}
