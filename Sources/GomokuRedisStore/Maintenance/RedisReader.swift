import GameState
import Redis

/// A connection that blocks until its commands are answered, for use before the server's loop runs
/// or without one.
struct RedisReader {
    /// The time limit for an answer, in milliseconds.
    private static let answerMilliseconds = 30_000
    /// The time limit for a connection by way of Sentinels, in milliseconds. During a failover,
    /// Sentinels may name a Redis that has become a replica.
    private static let failoverMilliseconds = 30_000

    let client: RedisClient
    let loop: PollingLoop
    let place: String

    init(_ address: RedisAddress) throws(RedisStoreFailure) {
        loop = PollingLoop()
        place = "\(address)"
        // No time limit applies to calls, because `replies` decides how long to wait.
        var patience = RedisTimeouts(answer: Self.answerMilliseconds, call: .max)
        if case .sentinels = address.place { patience.connection = Self.failoverMilliseconds }
        do {
            client = try RedisClient(address, on: loop, patience: patience)
        } catch {
            throw .unreachable(place, "\(error)")
        }
    }

    func close() { client.close() }

    func reply(_ command: RedisCommand) throws(RedisStoreFailure) -> RedisReply { try replies([command])[0] }

    /// Sends several commands at once and returns their answers in order.
    func replies(_ commands: [RedisCommand]) throws(RedisStoreFailure) -> [RedisReply] {
        var answers: [RedisClient.Answer] = []
        for command in commands { client.call(command) { answers.append($0) } }
        // Keep waiting while answers arrive. Give up if none arrives within the time limit.
        var known = -1
        while answers.count < commands.count, answers.count > known {
            known = answers.count
            _ = loop.run(withinMilliseconds: Self.answerMilliseconds) { answers.count == commands.count }
        }
        guard answers.count == commands.count else {
            throw .unreachable(place, client.trouble?.description ?? "no answer")
        }
        var replies: [RedisReply] = []
        for answer in answers {
            guard case .success(let reply) = answer else {
                throw .unreachable(place, client.trouble?.description ?? "no answer")
            }
            replies.append(reply)
        }
        return replies
    }

    /// Returns an answer. Throws if it is an error.
    func sound(_ command: RedisCommand) throws(RedisStoreFailure) -> RedisReply {
        let reply = try reply(command)
        if let error = reply.error { throw .other(error) }
        return reply
    }

    /// Returns answers to several commands as of one moment.
    func together(_ commands: [RedisCommand]) throws(RedisStoreFailure) -> [RedisReply] {
        let replies = try replies([RedisCommand("MULTI")] + commands + [RedisCommand("EXEC")])
        guard let found = replies.last?.array, found.count == commands.count else {
            throw .other(replies.lazy.compactMap(\.error).first ?? "the connection was lost. Try again")
        }
        if let error = found.lazy.compactMap(\.error).first { throw .other(error) }
        return found
    }

    func pause(milliseconds: Int) { _ = loop.run(withinMilliseconds: milliseconds) { false } }

    /// Calls `each` with each page of a scan.
    func scan(
        _ command: [String], count: Int = 1_000, _ each: ([RedisReply]) throws(RedisStoreFailure) -> Void
    ) throws(RedisStoreFailure) {
        var cursor = "0"
        repeat {
            let words =
                [command[0]] + command.dropFirst().prefix { $0 != "MATCH" } + [cursor]
                + command.drop { $0 != "MATCH" } + ["COUNT", String(count)]
            guard let parts = try sound(RedisCommand(words.map(bytes))).array, parts.count == 2,
                let next = parts[0].string, let found = parts[1].array
            else { throw .other("a scan was not answered") }
            try each(found)
            cursor = next
        } while cursor != "0"
    }
}
