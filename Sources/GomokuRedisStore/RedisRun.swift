import GameState
import Redis
import Storage

/// The run of the Redis process to which this server is connected, and the last run that this
/// server knew to be complete.
///
/// A restarted Redis may lack data that it acknowledged. Its log may have lost its end, or an
/// operator may have restored old data. Servers that ran all the time store the missing data again
/// (``RoomHealer``) and then note the new run in `meta`. If there is no such server, nothing shows
/// whether data is missing, so the next server begins a new generation (``RedisStoreOpening``).
final class RedisRun {
    /// The longest span of lost writes after which no new ``Generation`` begins, in milliseconds.
    ///
    /// Servers keep acknowledged deltas for at least that long, and can store them again. A ledger
    /// with more deltas than ``RoomAppendQueue/tailDeltas`` in that time is an exception, as are
    /// rooms that the server has evicted. No server keeps other data, such as accounts and chat.
    private static let lossMilliseconds = 10_000

    /// The run ID of the connected Redis; empty if it does not report one.
    private(set) var current: String
    /// The run ID noted in `meta`.
    private(set) var notedRun: String
    /// Whether the promises of `--durability` and `--replicas` rule out that a restarted or
    /// promoted Redis lacks acknowledged data.
    private let isCertain: Bool
    /// The newest time that Redis has acknowledged as `alive`.
    private var alive = 0
    /// Whether Redis has lost the writes of more than ``lossMilliseconds``.
    private var isOld = false

    init(_ current: String, isCertain: Bool) {
        self.current = current
        notedRun = current
        self.isCertain = isCertain
    }

    /// The last run known to have everything acknowledged to this server; empty if every run has.
    var lastComplete: String { isCertain ? "" : notedRun }
    /// The current run if it may lack data acknowledged by another run; empty otherwise.
    var possiblyIncompleteRun: String { isCertain ? "" : current }

    static let question = RedisCommand("INFO", "server")
    /// The first commands on each connection.
    static let questions = [question, RedisCommand([bytes("GET"), RedisKeys.alive])]

    /// Takes the answers to ``questions``.
    func connected(_ replies: [RedisReply]) {
        current = Self.id(replies.first)
        let found = replies.last?.string.flatMap { Int($0) } ?? 0
        if alive - found > Self.lossMilliseconds { isOld = true }
    }

    /// Notes that Redis has stored this time as `alive`.
    func acknowledged(alive time: Int) { alive = max(alive, time) }

    /// Returns one of the facts in the answer to ``question``.
    static func fact(_ name: String, in info: String) -> String? {
        info.split(whereSeparator: \.isNewline).first { $0.hasPrefix("\(name):") }
            .map { String($0.dropFirst(name.count + 1)) }
    }

    /// Returns the run ID in the answer to ``question``.
    static func id(_ reply: RedisReply?) -> String { reply?.string.flatMap { fact("run_id", in: $0) } ?? "" }

    /// Notes the current run as complete, after this server has checked its own data. Begins a new
    /// generation if Redis has lost the writes of more than ``lossMilliseconds``, for example
    /// because an operator has restored old data.
    func note(_ calls: RedisCalls) {
        guard notedRun != current || isOld, !current.isEmpty else { return }
        let (run, wasOld) = (current, isOld)
        var words = [bytes("HSET"), RedisKeys.meta, bytes("run"), bytes(run)]
        if wasOld { words += [bytes("generation"), bytes(Generation(random: .random(in: .min ... .max)).text)] }
        calls.ask(RedisCommand(words)) { [self] answer in
            guard case .success = answer else { return }
            notedRun = run
            if wasOld { isOld = false }
        }
    }
}
