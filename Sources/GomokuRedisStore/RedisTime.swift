import GameState
import Redis

/// A measurement of the clock of the machine on which the Redis runs.
struct RedisTime {
    static let question = RedisCommand("TIME")
    /// The longest round trip of a usable measurement, in milliseconds.
    private static let longest = 200

    /// The time by which this server's clock is behind, in milliseconds.
    let clockLag: Int

    /// Makes a measurement from an answer to `TIME`; nil if the round trip took too long.
    ///
    /// - Parameters:
    ///   - reply: seconds and microseconds.
    ///   - asked: the time of the question by this server's clock.
    ///   - answered: the time of the answer by this server's clock.
    init?(_ reply: RedisReply, asked: Int, answered: Int) {
        guard let words = reply.array, words.count == 2, let seconds = words[0].string.flatMap({ Int($0) }),
            let microseconds = words[1].string.flatMap({ Int($0) }), answered - asked <= Self.longest
        else { return nil }
        // Assume that the question and the answer took equally long.
        clockLag = seconds * 1_000 + microseconds / 1_000 - (asked + (answered - asked) / 2)
    }
}

/// A periodic measurement of the clock of the Redis, which all servers of a cluster follow.
final class RedisTimeWatch {
    /// The interval between two measurements, in milliseconds.
    private static let milliseconds = 5_000

    private let calls: RedisCalls
    private let loop: any RedisLoop
    private let now: () -> Int
    private let timed: (_ late: Int) -> Void
    private var next = 0

    /// Makes a watch that has not measured yet.
    ///
    /// - Parameter timed: called with the milliseconds by which `now` is behind.
    init(_ calls: RedisCalls, on loop: any RedisLoop, now: @escaping () -> Int, timed: @escaping (_ late: Int) -> Void)
    {
        self.calls = calls
        self.loop = loop
        self.now = now
        self.timed = timed
    }

    /// Measures if the interval has passed. Call it about once a second.
    func measureIfDue() {
        guard loop.now() >= next else { return }
        next = loop.now() + Self.milliseconds
        let asked = now()
        calls.ask(RedisTime.question, .answered) { [now, timed] answer in
            guard case .success(let reply) = answer else { return }
            if let time = RedisTime(reply, asked: asked, answered: now()) { timed(time.clockLag) }
        }
    }
}
