import GameState
import Redis
import Storage

/// A store that keeps rooms and people in a Redis.
///
/// Confined to the loop's thread. Requests become calls of idempotent functions in Redis
/// (``RedisFunctions``), so that the client can repeat them after a lost connection. Each function
/// that writes to a room checks whether this server still serves the room (``RedisNodes``).
public final class RedisStore: PersistentStore {
    let calls: RedisCalls
    let limits: Limits
    let appender: RedisAppender
    let people: RedisPeople
    let ledger: GameLedger
    let leavers: DeletedAccounts
    let unsaved: UnsavedGuests
    private let guestSweep: GuestSweep
    private let condition: StoreCondition
    private let healer: RoomHealer
    private let network: RedisNodes
    private let loop: any RedisLoop
    let builder: (any RoomBuilder)?
    private let now: () -> Int
    private var closing: [() -> Void] = []
    private var closingTimer: (any RedisTimer)?

    public let lastAlive: Int?

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - opening: the Redis, checked and prepared.
    ///   - builder: a thread for large rooms. Without it, `load` builds all rooms itself.
    ///   - looked: called when ``health`` may have changed.
    ///   - noticed: called with sentences for the operator.
    ///   - timed: called every few seconds with the milliseconds by which `now` is behind the clock
    ///     of the Redis.
    ///   - gaveUp: called when the store refuses all further writes.
    public init(
        _ opening: RedisStoreOpening, on loop: any RedisLoop, limits: Limits = Limits(),
        patience: RedisTimeouts = .ofServer, builder: (any RoomBuilder)? = nil, now: @escaping () -> Int,
        looked: @escaping () -> Void = {}, noticed: @escaping (String) -> Void = { _ in },
        timed: @escaping (_ late: Int) -> Void = { _ in },
        gaveUp: @escaping (RedisStoreFailure) -> Void
    ) throws(RedisStoreFailure) {
        self.loop = loop
        self.builder = builder
        self.limits = limits
        self.now = now
        lastAlive = opening.lastAlive
        let condition = StoreCondition(now: now, looked: looked, gaveUp: gaveUp)
        self.condition = condition
        let (id, run) = (opening.id, RedisRun(opening.run, isCertain: opening.isCertain))
        let losses = Losses()
        let client: RedisClient
        do {
            client = try RedisClient(
                opening.address, on: loop, patience: patience, staysWithPrimary: true, replicas: opening.replicas,
                greeting: [RedisCommand([bytes("HGET"), RedisKeys.meta, bytes("id")])] + RedisRun.questions,
                admit: { replies in
                    run.connected(Array(replies.dropFirst()))
                    guard replies.first?.string != id else { return nil }
                    condition.lose(.otherData)
                    return "it has lost its data"
                },
                changed: {
                    condition.connection($0)
                    losses.network?.connectionChanged()
                })
        } catch {
            throw .unreachable("\(opening.address)", "\(error)")
        }
        calls = RedisCalls(client, condition, node: opening.node, run: run)
        people = RedisPeople(calls)
        ledger = GameLedger(calls, people)
        leavers = DeletedAccounts(calls)
        unsaved = UnsavedGuests(calls, secret: opening.secret)
        guestSweep = GuestSweep(calls)
        healer = RoomHealer(calls, channel: RedisNodes.channel(of: opening.id), noticed: noticed) {
            losses.network?.rewound($0)
        }
        appender = RedisAppender(calls, ledger, healer, unsaved) { losses.network?.lost($0) }
        network = RedisNodes(
            opening, calls, appender, healer, on: loop, patience: patience, now: now,
            time: RedisTimeWatch(calls, on: loop, now: now, timed: timed))
        losses.network = network
        ledger.sweep()
        leavers.sweep()
    }

    /// A weak reference to the network, for the closures of parts that exist before it.
    private final class Losses {
        weak var network: RedisNodes?
    }

    public var health: StoreHealth { condition.health }
    public var nodes: (any NodeNetwork)? { network }
    public var shared: (any SharedRecords)? { self }
    public var sharedGuests: (any SharedGuests)? { unsaved }

    public var metrics: [(name: String, help: String, value: Int)] {
        [
            ("gomoku_stored_deltas_total", "Deltas stored.", appender.deltas),
            ("gomoku_store_backlog", "Calls waiting for Redis.", calls.client.backlog),
            ("gomoku_redis_calls_total", "Calls answered by Redis.", calls.client.answers),
            ("gomoku_redis_connections_lost_total", "Lost connections to Redis.", calls.client.losses),
            ("gomoku_redis_replica_waits_total", "Times the store waited for replicas.", calls.client.waits),
            (
                "gomoku_redis_replica_shortages_total", "Times too few replicas acknowledged a write.",
                calls.client.shortages
            ),
            ("gomoku_redis_healed_total", "Deltas lost by Redis and stored again.", healer.deltas),
            ("gomoku_redis_rewinds_total", "Rooms that lost deltas already shown to clients.", healer.rewinds),
            ("gomoku_redis_conflicts_total", "Appends refused because another append came first.", appender.conflicts),
        ]
    }

    public func append(_ append: Append, _ done: @escaping (AppendFailure?) -> Void) { appender.append(append, done) }

    // MARK: periodic work

    public func heartbeat(_ done: @escaping (StoreFailure?) -> Void) {
        calls.ask(RedisCommand([bytes("SET"), RedisKeys.alive, bytes(now())])) { [self] answer in
            switch answer {
            case .success:
                condition.wrote()
                appender.hasBeaten()
                ledger.sweep()
                leavers.sweep()
                guestSweep.next()
                done(nil)
            case .failure(let failure): done(failure)
            }
        }
        appender.evictBeyondLimit()
    }

    /// Does nothing, because the connection reports its own loss.
    public func checkFiles() {}

    /// The time limit for commands that are in flight when the store closes, in milliseconds.
    private static let closeMilliseconds = 5_000

    public func close(_ done: @escaping () -> Void) {
        closing.append(done)
        closingTimer = loop.redisTimer { [weak self] in self?.closed() }
        closingTimer?.schedule(afterMilliseconds: Self.closeMilliseconds)
        appender.finish { [self] in
            calls.ask(RedisCommand([bytes("SET"), RedisKeys.alive, bytes(now())])) { [self] _ in
                network.close { [self] in closed() }
            }
        }
    }

    private func closed() {
        let waiting = closing
        closing = []
        guard !waiting.isEmpty else { return }
        closingTimer?.cancel()
        calls.client.close()
        for done in waiting { done() }
    }
}
