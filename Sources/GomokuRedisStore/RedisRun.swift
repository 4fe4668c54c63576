import GameState
import Redis
import Storage

/// Which run of the Redis process this server is connected to, and which one it last knew to be complete.
///
/// A Redis that was started again may know less than it has acknowledged: its log may have lost its end, or somebody may
/// have put old data in its place. The servers that lived through it store again what is missing (``RoomHealer``) and
/// then note the new run in `meta`. If none lived through it, nobody can tell, and the next server begins a new
/// generation (``RedisStoreOpening``).
final class RedisRun {
    /// How much a Redis may have lost without a new generation, in milliseconds: for as long servers keep what it has
    /// acknowledged.
    private static let lossMilliseconds = 10_000

    /// The run ID of the Redis at the other end; empty when it does not tell.
    private(set) var current: String
    /// The run ID noted in `meta`.
    private(set) var noted: String
    /// Whether a Redis that was started again, or promoted, has all that it acknowledged, by what `--durability` and
    /// `--replicas` promise.
    private let isCertain: Bool
    /// The newest time that the Redis has acknowledged as `alive`.
    private var alive = 0
    /// Whether the Redis has lost more than the servers keep.
    private var isOld = false

    init(_ current: String, isCertain: Bool) {
        self.current = current
        noted = current
        self.isCertain = isCertain
    }

    /// The run of which this server knows that it has all that this server was told to be stored; empty where any run has.
    var lastComplete: String { isCertain ? "" : noted }
    /// The current run, where it may lack what another run has acknowledged; empty where it cannot.
    var doubtful: String { isCertain ? "" : current }

    static let question = RedisCommand("INFO", "server")
    /// What is asked first on each connection.
    static let questions = [question, RedisCommand([bytes("GET"), RedisKeys.alive])]

    /// Takes the answers to ``questions``.
    func connected(_ replies: [RedisReply]) {
        current = Self.id(replies.first)
        let found = replies.last?.string.flatMap { Int($0) } ?? 0
        if alive - found > Self.lossMilliseconds { isOld = true }
    }

    /// The Redis has stored that a server ran at this time.
    func acknowledged(alive time: Int) { alive = max(alive, time) }

    /// Returns a fact of the answer to ``question``.
    static func fact(_ name: String, in info: String) -> String? {
        info.split(whereSeparator: \.isNewline).first { $0.hasPrefix("\(name):") }
            .map { String($0.dropFirst(name.count + 1)) }
    }

    /// Returns the run ID in the answer to ``question``.
    static func id(_ reply: RedisReply?) -> String { reply?.string.flatMap { fact("run_id", in: $0) } ?? "" }

    /// Notes the current run, of which this server has looked through what it had stored. If the Redis has lost more than
    /// that, as when somebody has put old data in place, a new generation begins.
    func note(_ calls: RedisCalls) {
        guard noted != current || isOld, !current.isEmpty else { return }
        let (run, wasOld) = (current, isOld)
        var words = [bytes("HSET"), RedisKeys.meta, bytes("run"), bytes(run)]
        if wasOld { words += [bytes("generation"), bytes(Generation(random: .random(in: .min ... .max)).text)] }
        calls.ask(RedisCommand(words)) { [self] answer in
            guard case .success = answer else { return }
            noted = run
            if wasOld { isOld = false }
        }
    }
}
