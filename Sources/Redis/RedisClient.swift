import DequeModule

/// A client of one Redis over one connection, which it restores whenever it is lost.
///
/// Calls are sent in order, together at the end of each turn of the loop, and are answered in that
/// order. When a connection is lost, the client cannot know which of the unanswered calls were
/// executed. So it repeats all of them in the same order on the next connection, and every call
/// must be idempotent. This includes calls whose answers wait for replicas, because the next
/// connection may be to a Redis that does not have them.
public final class RedisClient {
    /// The maximum number of calls that wait for their answers.
    public static let waitingLimit = 10_000
    /// The interval at which timeouts are checked, in milliseconds.
    static let lookMilliseconds = 250
    /// The delay before the next attempt to connect, first and longest, in milliseconds.
    static let backoff = 20...1_000
    /// The interval between two health checks of the client's own, in milliseconds.
    static let pulseMilliseconds = 500
    /// The longest time that counts between two checks of timeouts, in milliseconds. If more has
    /// passed, the process stood still, and Redis may have answered long ago.
    static let longestStep = 2 * lookMilliseconds

    public typealias Answer = Result<RedisReply, RedisFailure>

    private let loop: any RedisLoop
    private let search: EndpointSearch
    private let patience: RedisTimeouts
    private let greeting: RedisHandshake
    private let published: ((RedisReply) -> Void)?
    private let staysWithPrimary: Bool
    /// The announcements of Sentinels about a new primary.
    private var announcements: FailoverSubscription?
    private var attempts = 0

    private(set) var socket: RedisSocket?
    /// The current endpoint, and the last one to which a connection succeeded.
    private var endpoint: Endpoint?
    private var lastEndpoint: Endpoint?
    private var watch: (any RedisWatch)?
    private var isConnecting = false
    /// The replies to the greeting, until all have arrived.
    private var greeted: [RedisReply]?
    private var isFlushed = true
    /// The milliseconds for which the process has run, without those for which it stood still; and
    /// the loop's time at the last check of timeouts.
    private var time = 0
    private var looked: Int
    /// The time when Redis last sent anything, or was asked after all calls had been answered.
    private var spoke = 0
    /// Whether Redis does not answer although there is a connection.
    private var isSilent = false
    /// The time since which Redis cannot be asked.
    private var awaySince: Int? = 0
    private var sent = Deque<RedisCall>()
    private var unsent = Deque<RedisCall>()
    private var refused: [(RedisCall, RedisFailure)] = []
    private var replicas: ReplicaGate<RedisCall>
    private var isPulseAsked = false
    private var pulseAsked = 0
    private var timer: (any RedisTimer)?
    private var nextAttempt: Int?
    private var isClosed = false

    /// The reason why there is no connection; nil if there is one, even if replicas are missing.
    public private(set) var trouble: RedisFailure? = .cannotConnect("not connected yet")
    private let changed: (RedisFailure?) -> Void
    private var works: [() -> Void] = []
    /// The numbers of answered calls and of lost connections.
    public private(set) var answers = 0
    public private(set) var losses = 0
    /// The number of waiting calls.
    public var backlog: Int { sent.count + unsent.count + replicas.count }
    /// The number of `WAIT`s, and of those with too few replicas.
    public var waits: Int { replicas.waits }
    public var shortages: Int { replicas.shortages }
    /// The endpoint, if the client is connected and has been admitted.
    var settled: Endpoint? { trouble == nil ? endpoint : nil }
    /// Whether Redis is connected and answers.
    public var isReachable: Bool { trouble == nil && !isSilent }
    /// Whether Redis has been unavailable for longer than a mere reconnect takes.
    public var isAway: Bool { awaySince.map { time - $0 >= patience.silence } ?? false }
    /// Whether Redis has been unavailable for so long that new calls are refused at once.
    public var isGivenUp: Bool { awaySince.map { time - $0 >= patience.connection } ?? false }

    /// Begins to connect. Blocks while it looks up the name of the host.
    ///
    /// - Parameters:
    ///   - leader: The client whose Redis this one connects to, too; nil: `address` determines it.
    ///   - staysWithPrimary: Whether to leave a Redis that is no longer the primary. The client
    ///     then asks for its role twice a second, and subscribes to the announcements of Sentinels.
    ///   - replicas: The number of replicas that ``WriteGuarantee/replicated`` waits for.
    ///   - greeting: Commands that are sent first on each connection.
    ///   - admit: Called with the answers to `greeting`. Returns the reason why the connection
    ///     cannot be used now, or nil.
    ///   - published: Called with the messages of the channels that `greeting` subscribes to; nil
    ///     if it subscribes to none.
    ///   - changed: Called when ``trouble`` changes, and when replicas are missing or complete
    ///     again.
    public init(
        _ address: RedisAddress, on loop: any RedisLoop, following leader: RedisClient? = nil,
        patience: RedisTimeouts = RedisTimeouts(), staysWithPrimary: Bool = false,
        replicas: Int = 0, greeting: [RedisCommand] = [],
        admit: @escaping ([RedisReply]) -> String? = { _ in nil },
        published: ((RedisReply) -> Void)? = nil,
        changed: @escaping (RedisFailure?) -> Void = { _ in }
    ) throws(RedisFailure) {
        self.changed = changed
        self.published = published
        self.patience = patience
        self.loop = loop
        looked = loop.now()
        self.staysWithPrimary = staysWithPrimary
        self.replicas = ReplicaGate(needed: replicas)
        search =
            if let leader { EndpointSearch(following: leader, on: loop) } else { try EndpointSearch(address, on: loop) }
        self.greeting = RedisHandshake(
            address, asksRole: staysWithPrimary || search.isDoubtful, needsRole: search.isDoubtful, greeting, admit)
        if staysWithPrimary, case .sentinels(let sentinels, let name) = address.place {
            announcements = FailoverSubscription(
                sentinels, name: name, password: address.sentinelPassword, on: loop, patience: patience
            ) { [weak self] old, _ in self?.leave(old) }
        }
        timer = loop.redisTimer { [weak self] in self?.checkTimeouts() }
        loop.atEndOfTurn { [weak self] in self?.endTurn() }
        connect()
    }

    deinit { watch?.cancel() }

    // MARK: calls

    public func call(_ command: RedisCommand, _ done: @escaping (Answer) -> Void) { call(command, .answered, done) }

    /// Sends a command. Calls `done` later, never from inside this method.
    public func call(_ command: RedisCommand, _ assurance: WriteGuarantee, _ done: @escaping (Answer) -> Void) {
        let call = RedisCall(command, assurance, since: time, .asked(done))
        if isClosed {
            refuse(call, .closed)
        } else if backlog >= Self.waitingLimit {
            refuse(call, .overloaded(limit: Self.waitingLimit))
        } else if let failure = giveUpReason(of: call) {
            refuse(call, failure)
        } else if isReachable, replicas.admits(assurance) {
            send(call)
        } else {
            unsent.append(call)
        }
    }

    /// Whether a call with this guarantee is sent without waiting for missing replicas.
    public func admits(_ assurance: WriteGuarantee) -> Bool { replicas.admits(assurance) }

    /// Calls `work` at the end of each turn. The calls that it makes are sent with the others of
    /// the turn.
    public func atEndOfTurn(_ work: @escaping () -> Void) { works.append(work) }

    /// Fails all waiting calls, and closes the connection.
    public func close() {
        isClosed = true
        works = []
        disconnect()
        timer?.cancel()
        announcements?.close()
        for call in replicas.lost() { call.finish(.failure(.closed)) }
        while let call = sent.popFirst() ?? unsent.popFirst() { call.finish(.failure(.closed)) }
    }

    private func send(_ call: RedisCall) {
        if sent.isEmpty { spoke = time }
        call.wasSent = true
        sent.append(call)
        socket?.append(call.command.bytes)
        replicas.asked(call.assurance)
        isFlushed = false
    }

    /// Sends a `WAIT` for the calls of this turn if one is due.
    private func requestReplicaCount(isLook: Bool = false) {
        guard isReachable, let question = replicas.question(isLook: isLook) else { return }
        send(RedisCall(question, since: time, .replicas))
    }

    /// Checks the role and the replicas of the primary; on a subscription, whether Redis still
    /// answers.
    private func checkHealth() {
        guard staysWithPrimary || published != nil, isReachable, !isPulseAsked,
            time - pulseAsked >= Self.pulseMilliseconds
        else { return }
        isPulseAsked = true
        pulseAsked = time
        let (question, purpose) = staysWithPrimary ? ("ROLE", RedisCall.Purpose.role) : ("PING", .pulse)
        send(RedisCall(RedisCommand(question), since: time, purpose))
        // This detects missing replicas even if nothing is being stored.
        if staysWithPrimary { replicas.asked(.replicated) }
    }

    /// Fails a call in a later turn.
    private func refuse(_ call: RedisCall, _ failure: RedisFailure) {
        refused.append((call, failure))
        timer?.schedule(afterMilliseconds: 0)
    }

    // MARK: the connection

    private func connect() {
        nextAttempt = nil
        attempts += 1
        search.find { [weak self] found in self?.connect(found) }
        if !isClosed { timer?.schedule(afterMilliseconds: Self.lookMilliseconds) }
    }

    private func connect(_ found: Result<Endpoint, RedisFailure>) {
        guard !isClosed else { return }
        do {
            let endpoint = try found.get()
            let socket = try RedisSocket(endpoint)
            self.endpoint = endpoint
            self.socket = socket
            isConnecting = true
            spoke = time
            watch = loop.redisWatch(socket.descriptor) { [weak self] reads, writes in self?.ready(reads, writes) }
            watch?.wantsToWrite(true)
        } catch {
            lost(error)
        }
    }

    private func ready(_ reads: Bool, _ writes: Bool) {
        guard let socket else { return }
        do {
            if isConnecting {
                guard writes || reads else { return }
                try socket.connected()
                isConnecting = false
                greeted = []
                for command in greeting.commands { socket.append(command.bytes) }
                isFlushed = false
            }
            if writes { try flush() }
            if reads { try read(socket) }
        } catch {
            lost(error)
        }
    }

    private func endTurn() {
        for work in works { work() }
        requestReplicaCount()
        guard !isFlushed, !isConnecting, socket != nil else { return }
        do { try flush() } catch { lost(error) }
    }

    private func flush() throws(RedisFailure) {
        guard let socket else { return }
        isFlushed = try socket.flush()
        watch?.wantsToWrite(!isFlushed)
        // The rest waits until the socket is writable, not until the end of the next turn.
        if !isFlushed { isFlushed = true }
    }

    private func read(_ socket: RedisSocket) throws(RedisFailure) {
        try socket.read()
        spoke = time
        defer { if isSilent { resume() } }
        while socket === self.socket, let reply = try socket.next() {
            if let published, let parts = reply.array, parts.count == 3, parts[0].string == "message" {
                published(parts[2])
            } else if greeted != nil {
                try greet(reply)
            } else {
                try answer(reply)
            }
        }
    }

    private func greet(_ reply: RedisReply) throws(RedisFailure) {
        greeted?.append(reply)
        guard let replies = greeted, replies.count == greeting.commands.count else { return }
        if let why = greeting.refusal(replies) {
            search.wasWrong()
            throw .refused(why)
        }
        greeted = nil
        attempts = 0
        trouble = nil
        awaySince = nil
        if endpoint != lastEndpoint { replicas.reset() }
        lastEndpoint = endpoint
        if let role = greeting.role(replies) { _ = replicas.heard(role, at: time) }
        sendAll()
        changed(nil)
    }

    /// Resumes after Redis has answered again.
    private func resume() {
        isSilent = false
        awaySince = nil
        sendAll()
        changed(shortage)
    }

    private var shortage: RedisFailure? {
        replicas.found.map { .fewReplicas(found: $0, needed: replicas.needed) }
    }

    private func answer(_ reply: RedisReply) throws(RedisFailure) {
        guard let call = sent.first else { throw .lost("an answer without a question") }
        if let error = reply.error, RedisRefusal(error: error)?.isOfReads == true { throw .refused(error) }
        sent.removeFirst()
        switch call.purpose {
        case .replicas: try handleReplicaCount(reply)
        case .role: try handleRole(reply)
        case .pulse: isPulseAsked = false
        case .asked:
            answers += 1
            if replicas.holds(call.assurance), !call.isOver {
                replicas.hold(call, call.assurance, reply)
            } else {
                call.finish(.success(reply))
            }
        }
    }

    /// Sends all calls that may be sent now.
    private func sendAll() { for call in unsent.remove(where: { replicas.admits($0.assurance) }) { send(call) } }

    /// Handles the answer to a `WAIT`: the number of replicas that have everything before it.
    private func handleReplicaCount(_ reply: RedisReply) throws(RedisFailure) {
        guard let count = reply.integer else { throw .refused(reply.error ?? "an unexpected answer") }
        let wasOpen = replicas.isOpen
        for (call, reply) in replicas.answered(count, at: time) { call.finish(.success(reply)) }
        guard wasOpen != replicas.isOpen else { return }
        if replicas.isOpen { sendAll() }
        changed(shortage)
    }

    private func handleRole(_ reply: RedisReply) throws(RedisFailure) {
        isPulseAsked = false
        // Some users of a Redis may not run `ROLE`.
        guard let role = RedisRole(reply) else { return }
        guard role.isPrimary else { throw .refused("it is no longer the primary") }
        for (call, reply) in replicas.heard(role, at: time) { call.finish(.success(reply)) }
        if !replicas.isLagging { sendAll() }
    }

    /// Leaves the former primary, because a Sentinel has announced another one.
    private func leave(_ former: Endpoint) {
        search.switched(from: former)
        guard !isClosed, endpoint == former else { return }
        lost(.refused("another Redis is the primary now"))
    }

    /// Reconnects if the leading client is now connected to another Redis.
    public func follow() {
        guard !isClosed, let place = search.followed, endpoint != place else { return }
        if socket != nil { lost(.refused("another Redis is the primary now")) }
        nextAttempt = loop.now()
        timer?.schedule(afterMilliseconds: 0)
    }

    private func disconnect() {
        search.cancel()
        watch?.cancel()
        watch = nil
        socket = nil
        endpoint = nil
        isPulseAsked = false
        isConnecting = false
        isSilent = false
        greeted = nil
        isFlushed = true
    }

    /// Drops the connection and schedules another attempt, with a longer delay each time.
    private func lost(_ failure: RedisFailure) {
        disconnect()
        if trouble == nil { losses += 1 }
        awaySince = awaySince ?? time
        unsent = Deque(replicas.lost()) + sent.filter(\.isAwaited) + unsent
        sent = []
        let delay = min(Self.backoff.upperBound, Self.backoff.lowerBound << min(attempts, 10))
        nextAttempt = loop.now() + delay / 2 + Int.random(in: 0...delay / 2)
        timer?.schedule(afterMilliseconds: min(delay, Self.lookMilliseconds))
        guard trouble != failure else { return }
        trouble = failure
        changed(failure)
    }

    // MARK: time limits

    private func checkTimeouts() {
        let now = loop.now()
        time += min(max(0, now - looked), Self.longestStep)
        looked = now
        let answered = refused
        refused = []
        for (call, failure) in answered { call.finish(.failure(failure)) }
        guard !isClosed else { return }
        if let nextAttempt, nextAttempt <= now { connect() }
        checkSilence()
        giveUp()
        if replicas.found != nil { requestReplicaCount(isLook: true) }
        checkHealth()
        let soon = nextAttempt.map { max(1, $0 - now) } ?? Self.lookMilliseconds
        timer?.schedule(afterMilliseconds: min(soon, Self.lookMilliseconds))
    }

    private func checkSilence() {
        guard socket != nil, trouble != nil || !sent.isEmpty else { return }
        let silence = time - spoke
        if silence > patience.answer {
            lost(.silent(milliseconds: patience.answer))
        } else if silence > patience.silence, isReachable {
            isSilent = true
            awaySince = spoke
            changed(.silent(milliseconds: patience.silence))
        }
    }

    /// Returns why a call need not wait any longer; nil if it should wait.
    private func giveUpReason(of call: RedisCall) -> RedisFailure? {
        // Redis may have executed a call that was sent.
        let limit = call.wasSent ? patience.call : patience.connection
        func isOver(_ since: Int?) -> Bool { since.map { time - $0 >= limit } ?? false }
        let closedSince = replicas.closedSince(call.assurance)
        if call.wasSent {
            let isLate = isOver(call.since) || isOver(awaySince) || isOver(closedSince)
            return isLate ? .unanswered(milliseconds: limit) : nil
        }
        if let awaySince {
            // A pending attempt to connect is given as much time as an answer.
            let isTrying = trouble != nil && socket != nil && time - awaySince < patience.call
            return !isTrying && (isOver(call.since) || isOver(awaySince)) ? .late(milliseconds: limit) : nil
        }
        guard closedSince != nil, isOver(call.since) || isOver(closedSince) else { return nil }
        return .fewReplicas(found: replicas.found ?? 0, needed: replicas.wanted(call.assurance))
    }

    /// Fails the calls that have waited too long. Those that were sent are never sent again.
    private func giveUp() {
        var late: [(call: RedisCall, failure: RedisFailure)] = []
        for call in unsent + replicas.calls + sent where call.isAwaited {
            guard let failure = giveUpReason(of: call) else { continue }
            call.isGivenUp = true
            late.append((call, failure))
        }
        guard !late.isEmpty else { return }
        unsent.removeAll(where: \.isGivenUp)
        replicas.drop(where: \.isGivenUp)
        for (call, failure) in late { call.finish(.failure(failure)) }
    }
}
