import GameState
import Redis

/// A connection that waits for its answers: for what is done before the server's loop runs, or without one.
struct RedisReader {
    /// How long an answer is waited for.
    private static let answerMilliseconds = 30_000
    /// How long a connection is waited for where Sentinels say which is the primary: in the middle of a failover they name
    /// what is a replica by now.
    private static let failoverMilliseconds = 30_000

    let client: RedisClient
    let loop: PollingLoop
    let place: String

    init(_ address: RedisAddress) throws(RedisStoreFailure) {
        loop = PollingLoop()
        place = "\(address)"
        // `replies` decides how long an answer may take.
        var patience = RedisPatience(answer: Self.answerMilliseconds, call: .max)
        if case .sentinels = address.place { patience.connection = Self.failoverMilliseconds }
        do {
            client = try RedisClient(address, on: loop, patience: patience)
        } catch {
            throw .unreachable(place, "\(error)")
        }
    }

    func close() { client.close() }

    func reply(_ command: RedisCommand) throws(RedisStoreFailure) -> RedisReply { try replies([command])[0] }

    /// The answers to several things that are asked at once.
    func replies(_ commands: [RedisCommand]) throws(RedisStoreFailure) -> [RedisReply] {
        var answers: [RedisClient.Answer] = []
        for command in commands { client.call(command) { answers.append($0) } }
        // What takes long is shown by what is answered meanwhile, not by the clock alone.
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

    /// An answer that is no error.
    func sound(_ command: RedisCommand) throws(RedisStoreFailure) -> RedisReply {
        let reply = try reply(command)
        if let error = reply.error { throw .other(error) }
        return reply
    }

    /// What is asked is answered as of one moment.
    func together(_ commands: [RedisCommand]) throws(RedisStoreFailure) -> [RedisReply] {
        let replies = try replies([RedisCommand("MULTI")] + commands + [RedisCommand("EXEC")])
        guard let found = replies.last?.array, found.count == commands.count else {
            throw .other(replies.lazy.compactMap(\.error).first ?? "the connection was lost. Try again")
        }
        if let error = found.lazy.compactMap(\.error).first { throw .other(error) }
        return found
    }

    func pause(milliseconds: Int) { _ = loop.run(withinMilliseconds: milliseconds) { false } }

    /// Everything that a scan finds.
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
