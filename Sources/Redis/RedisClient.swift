/// Calls to one Redis over one connection, which is made again whenever it is gone.
///
/// Calls go out in order, together at the end of each turn of the loop, and are answered in that order. Where a
/// connection goes with calls on it, nobody knows which of them were carried out: all of them are made again, in the
/// same order, on the next one. So every call has to be one that does no more when it is made twice. That goes for calls,
/// too, whose answers wait for replicas: the next connection may be to one that does not have them.
public final class RedisClient {
    /// Calls that may wait for their answers.
    public static let waitingLimit = 10_000
    /// Between two looks at the two above, milliseconds.
    static let lookMilliseconds = 250
    /// How long to wait before the next attempt to connect: at first, and at most, milliseconds.
    static let backoff = 20...1_000

    public typealias Answer = Result<RedisReply, RedisFailure>

    private let loop: any RedisLoop
    private let search: EndpointSearch
    private let patience: RedisPatience
    private let greeting: RedisGreeting
    private let published: ((RedisReply) -> Void)?
    private var attempts = 0

    private(set) var socket: RedisSocket?
    private var watch: (any RedisWatch)?
    private var isConnecting = false
    /// Replies to the greeting, while it goes on.
    private var greeted: [RedisReply]?
    private var isFlushed = true
    private var spoke = 0
    private var sent = CallQueue<RedisCall>()
    private var unsent = CallQueue<RedisCall>()
    private var refused: [(RedisCall, RedisFailure)] = []
    private var replicas: ReplicaGate<RedisCall>
    private var timer: (any RedisTimer)?
    private var nextAttempt: Int?
    private var isClosed = false

    /// Why there is no connection; nil: there is one, though replicas may be missing.
    public private(set) var trouble: RedisFailure? = .cannotConnect("not connected yet")
    private let changed: (RedisFailure?) -> Void
    private var works: [() -> Void] = []
    /// Calls answered, and connections lost.
    public private(set) var answers = 0
    public private(set) var losses = 0
    /// Calls that wait.
    public var backlog: Int { sent.count + unsent.count + replicas.count }
    /// How often replicas were asked, and too few of them had everything.
    public var waits: Int { replicas.waits }
    public var shortages: Int { replicas.shortages }

    /// Begins to connect. Looks up the host's name, and waits for that.
    ///
    /// - Parameters:
    ///   - replicas: how many replicas ``Assurance/replicated`` waits for.
    ///   - greeting: what is asked first on each connection.
    ///   - admit: looks at the answers; why the connection is of no use just now, nil when it is.
    ///   - published: given the messages of the channels that `greeting` subscribes to; nil: it does not.
    ///   - changed: called when ``trouble`` is another, or replicas are missing, or are there again.
    public init(
        _ address: RedisAddress, on loop: any RedisLoop, patience: RedisPatience = RedisPatience(),
        replicas: Int = 0, greeting: [RedisCommand] = [],
        admit: @escaping ([RedisReply]) -> String? = { _ in nil },
        published: ((RedisReply) -> Void)? = nil,
        changed: @escaping (RedisFailure?) -> Void = { _ in }
    ) throws(RedisFailure) {
        self.changed = changed
        self.published = published
        self.patience = patience
        self.loop = loop
        self.replicas = ReplicaGate(needed: replicas)
        search = try EndpointSearch(address, on: loop)
        self.greeting = RedisGreeting(address, asksRole: search.isDoubtful, greeting, admit)
        timer = loop.redisTimer { [weak self] in self?.look() }
        loop.atEndOfTurn { [weak self] in self?.endTurn() }
        connect()
    }

    deinit { watch?.cancel() }

    // MARK: calls

    public func call(_ command: RedisCommand, _ done: @escaping (Answer) -> Void) { call(command, .answered, done) }

    /// Asks; `done` is called later, never from inside this call.
    public func call(_ command: RedisCommand, _ assurance: Assurance, _ done: @escaping (Answer) -> Void) {
        let call = RedisCall(command, assurance, since: loop.now(), done)
        if isClosed {
            refuse(call, .closed)
        } else if backlog >= Self.waitingLimit {
            refuse(call, .overloaded(limit: Self.waitingLimit))
        } else if trouble == nil, replicas.isOpen || !replicas.holds(assurance) {
            send(call)
        } else {
            unsent.append(call)
        }
    }

    /// Has `work` called at the end of each turn: what it asks leaves with all else of the turn.
    public func atEndOfTurn(_ work: @escaping () -> Void) { works.append(work) }

    /// Gives up what waits, and the connection.
    public func close() {
        isClosed = true
        works = []
        disconnect()
        timer?.cancel()
        for call in replicas.lost() { call.done?(.failure(.closed)) }
        while let call = sent.removeFirst() ?? unsent.removeFirst() { call.done?(.failure(.closed)) }
    }

    private func send(_ call: RedisCall) {
        if sent.isEmpty { spoke = loop.now() }
        call.wasSent = true
        sent.append(call)
        socket?.append(call.command.bytes)
        replicas.asked(call.assurance)
        isFlushed = false
    }

    /// Asks how many replicas have what was asked in this turn.
    private func lookAtReplicas(isLook: Bool = false) {
        guard trouble == nil, let question = replicas.question(isLook: isLook) else { return }
        send(RedisCall(question, .answered, since: loop.now(), nil))
    }

    /// Answers in a turn to come.
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
            let socket = try RedisSocket(found.get())
            self.socket = socket
            isConnecting = true
            spoke = loop.now()
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
        lookAtReplicas()
        guard !isFlushed, !isConnecting, socket != nil else { return }
        do { try flush() } catch { lost(error) }
    }

    private func flush() throws(RedisFailure) {
        guard let socket else { return }
        isFlushed = try socket.flush()
        watch?.wantsToWrite(!isFlushed)
        // What the line did not take waits for it, and not for each end of a turn.
        if !isFlushed { isFlushed = true }
    }

    private func read(_ socket: RedisSocket) throws(RedisFailure) {
        try socket.read()
        spoke = loop.now()
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
        sendAll()
        changed(nil)
    }

    private func answer(_ reply: RedisReply) throws(RedisFailure) {
        guard let call = sent.first else { throw .lost("an answer to no question") }
        if let error = reply.error, Self.passing.contains(where: error.hasPrefix) { throw .refused(error) }
        _ = sent.removeFirst()
        guard let done = call.done else { return try hear(reply) }
        answers += 1
        if replicas.holds(call.assurance) { replicas.hold(call, reply) } else { done(.success(reply)) }
    }

    private func sendAll() { while let call = unsent.removeFirst() { send(call) } }

    /// How many replicas have all that was asked until then.
    private func hear(_ reply: RedisReply) throws(RedisFailure) {
        guard let count = reply.integer else { throw .refused(reply.error ?? "an answer to another question") }
        let wasOpen = replicas.isOpen
        for (call, reply) in replicas.answered(count) { call.done?(.success(reply)) }
        guard wasOpen != replicas.isOpen else { return }
        if replicas.isOpen { sendAll() }
        changed(replicas.found.map { .fewReplicas(found: $0, needed: replicas.needed) })
    }

    /// Errors of a Redis that cannot be asked at all for a while: nothing was carried out.
    private static let passing = ["LOADING ", "READONLY ", "MASTERDOWN ", "UNBLOCKED "]

    private func disconnect() {
        search.cancel()
        watch?.cancel()
        watch = nil
        socket = nil
        isConnecting = false
        greeted = nil
        isFlushed = true
    }

    /// The connection is of no use: another is made, a little later each time.
    private func lost(_ failure: RedisFailure) {
        disconnect()
        if trouble == nil { losses += 1 }
        var again = CallQueue<RedisCall>()
        for call in replicas.lost() { again.append(call) }
        while let call = sent.removeFirst() { if call.done != nil { again.append(call) } }
        again.append(contentsOf: &unsent)
        unsent = again
        let delay = min(Self.backoff.upperBound, Self.backoff.lowerBound << min(attempts, 10))
        nextAttempt = loop.now() + delay / 2 + Int.random(in: 0...delay / 2)
        timer?.schedule(afterMilliseconds: min(delay, Self.lookMilliseconds))
        guard trouble != failure else { return }
        trouble = failure
        changed(failure)
    }

    // MARK: what goes by time

    private func look() {
        let now = loop.now()
        let answered = refused
        refused = []
        for (call, failure) in answered { call.done?(.failure(failure)) }
        guard !isClosed else { return }
        if let nextAttempt, nextAttempt <= now { connect() }
        let isWaiting = socket != nil && (trouble != nil || !sent.isEmpty)
        if isWaiting, now - spoke > patience.answer {
            lost(.silent(milliseconds: patience.answer))
        }
        // An attempt that is under way is waited for.
        if trouble != nil, socket == nil { giveUp(now, .late(milliseconds: patience.connection)) }
        if let found = replicas.found {
            giveUp(now, .fewReplicas(found: found, needed: replicas.needed))
            lookAtReplicas(isLook: true)
        }
        let soon = nextAttempt.map { max(1, $0 - now) } ?? Self.lookMilliseconds
        timer?.schedule(afterMilliseconds: min(soon, Self.lookMilliseconds))
    }

    /// Calls that have waited too long for a connection or for replicas, and cannot have been carried out.
    private func giveUp(_ now: Int, _ failure: RedisFailure) {
        let late = unsent.remove { !$0.wasSent && now - $0.since > patience.connection }
        for call in late { call.done?(.failure(failure)) }
    }
}
