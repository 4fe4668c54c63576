import GameState
import Redis

/// One look at the clock of the machine on which the Redis runs.
struct RedisTime {
    static let question = RedisCommand("TIME")
    /// An answer that took longer says too little, milliseconds.
    private static let longest = 200

    /// How many milliseconds this server's clock is late.
    let late: Int

    /// - Parameters:
    ///   - reply: seconds and microseconds.
    ///   - asked: when it was asked and when it was answered, by this server's clock. Nil for an answer that took too long.
    init?(_ reply: RedisReply, asked: Int, answered: Int) {
        guard let words = reply.array, words.count == 2, let seconds = words[0].string.flatMap({ Int($0) }),
            let microseconds = words[1].string.flatMap({ Int($0) }), answered - asked <= Self.longest
        else { return nil }
        // On its way the answer was as long as the question.
        late = seconds * 1_000 + microseconds / 1_000 - (asked + (answered - asked) / 2)
    }
}

/// Looks at that clock now and then: all servers that share a Redis follow it.
final class RedisTimeWatch {
    /// Between two looks, in milliseconds.
    private static let milliseconds = 5_000

    private let calls: RedisCalls
    private let loop: any RedisLoop
    private let now: () -> Int
    private let timed: (_ late: Int) -> Void
    private var next = 0

    /// - Parameter timed: given by how many milliseconds `now` is late.
    init(_ calls: RedisCalls, on loop: any RedisLoop, now: @escaping () -> Int, timed: @escaping (_ late: Int) -> Void)
    {
        self.calls = calls
        self.loop = loop
        self.now = now
        self.timed = timed
    }

    /// Looks if it is time to; to be called about once a second.
    func look() {
        guard loop.now() >= next else { return }
        next = loop.now() + Self.milliseconds
        let asked = now()
        calls.ask(RedisTime.question, .answered) { [now, timed] answer in
            guard case .success(let reply) = answer else { return }
            if let time = RedisTime(reply, asked: asked, answered: now()) { timed(time.late) }
        }
    }
}
