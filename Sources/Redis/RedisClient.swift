import DequeModule

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
    /// The interval between two questions of the client's own, in milliseconds.
    static let pulseMilliseconds = 500
    /// How much time may go by from one look to the next, in milliseconds: if more did, the process stood still, and Redis
    /// may have answered long ago.
    static let longestStep = 2 * lookMilliseconds

    public typealias Answer = Result<RedisReply, RedisFailure>

    private let loop: any RedisLoop
    private let search: EndpointSearch
    private let patience: RedisPatience
    private let greeting: RedisGreeting
    private let published: ((RedisReply) -> Void)?
    private let staysWithPrimary: Bool
    /// Announcements of Sentinels that another Redis is the primary.
    private var announcements: PrimaryWatch?
    private var attempts = 0

    private(set) var socket: RedisSocket?
    /// Where the connection goes, and where the last one went that worked.
    private var endpoint: Endpoint?
    private var lastEndpoint: Endpoint?
    private var watch: (any RedisWatch)?
    private var isConnecting = false
    /// Replies to the greeting, while it goes on.
    private var greeted: [RedisReply]?
    private var isFlushed = true
    /// Milliseconds in which the process ran, and when it was looked last how many those are.
    private var time = 0
    private var looked: Int
    /// When Redis said something last, or was asked after all was answered.
    private var spoke = 0
    /// There is a connection, and Redis does not answer what was asked.
    private var isSilent = false
    /// Since when Redis cannot be asked.
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
    /// Where it is connected, and let in.
    var settled: Endpoint? { trouble == nil ? endpoint : nil }
    /// Whether Redis is connected, and answers.
    public var isReachable: Bool { trouble == nil && !isSilent }
    /// Whether Redis could not be asked for so long that this is no mere reconnect.
    public var isAway: Bool { awaySince.map { time - $0 >= patience.silence } ?? false }
    /// Whether Redis could not be asked for so long that whatever is asked is refused at once.
    public var isGivenUp: Bool { awaySince.map { time - $0 >= patience.connection } ?? false }

    /// Begins to connect. Looks up the host's name, and waits for that.
    ///
    /// - Parameters:
    ///   - leader: the client whose Redis this one connects to, too; nil: `address` says where.
    ///   - staysWithPrimary: whether the connection is given up as soon as Redis turns out to be the primary no longer: it
    ///     is asked twice a second, and announcements of Sentinels are heard.
    ///   - replicas: how many replicas ``Assurance/replicated`` waits for.
    ///   - greeting: what is asked first on each connection.
    ///   - admit: looks at the answers; why the connection is of no use just now, nil when it is.
    ///   - published: given the messages of the channels that `greeting` subscribes to; nil: it does not.
    ///   - changed: called when ``trouble`` is another, or replicas are missing, or are there again.
    public init(
        _ address: RedisAddress, on loop: any RedisLoop, following leader: RedisClient? = nil,
        patience: RedisPatience = RedisPatience(), staysWithPrimary: Bool = false,
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
        self.greeting = RedisGreeting(
            address, asksRole: staysWithPrimary || search.isDoubtful, needsRole: search.isDoubtful, greeting, admit)
        if staysWithPrimary, case .sentinels(let sentinels, let name) = address.place {
            announcements = PrimaryWatch(
                sentinels, name: name, password: address.sentinelPassword, on: loop, patience: patience
            ) { [weak self] old, _ in self?.leave(old) }
        }
        timer = loop.redisTimer { [weak self] in self?.look() }
        loop.atEndOfTurn { [weak self] in self?.endTurn() }
        connect()
    }

    deinit { watch?.cancel() }

    // MARK: calls

    public func call(_ command: RedisCommand, _ done: @escaping (Answer) -> Void) { call(command, .answered, done) }

    /// Asks; `done` is called later, never from inside this call.
    public func call(_ command: RedisCommand, _ assurance: Assurance, _ done: @escaping (Answer) -> Void) {
        let call = RedisCall(command, assurance, since: time, .asked(done))
        if isClosed {
            refuse(call, .closed)
        } else if backlog >= Self.waitingLimit {
            refuse(call, .overloaded(limit: Self.waitingLimit))
        } else if let failure = hopelessness(of: call) {
            refuse(call, failure)
        } else if isReachable, replicas.admits(assurance) {
            send(call)
        } else {
            unsent.append(call)
        }
    }

    /// Whether such a call is not held back by replicas that are missing.
    public func admits(_ assurance: Assurance) -> Bool { replicas.admits(assurance) }

    /// Has `work` called at the end of each turn: what it asks leaves with all else of the turn.
    public func atEndOfTurn(_ work: @escaping () -> Void) { works.append(work) }

    /// Gives up what waits, and the connection.
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

    /// Asks how many replicas have what was asked in this turn.
    private func lookAtReplicas(isLook: Bool = false) {
        guard isReachable, let question = replicas.question(isLook: isLook) else { return }
        send(RedisCall(question, since: time, .replicas))
    }

    /// Asks whether this is the primary, and which replicas it has; of a connection that listens, whether it still does.
    private func feelPulse() {
        guard staysWithPrimary || published != nil, isReachable, !isPulseAsked,
            time - pulseAsked >= Self.pulseMilliseconds
        else { return }
        isPulseAsked = true
        pulseAsked = time
        let (question, purpose) = staysWithPrimary ? ("ROLE", RedisCall.Purpose.role) : ("PING", .pulse)
        send(RedisCall(RedisCommand(question), since: time, purpose))
        // Replicas that are missing are noticed although nothing is stored.
        if staysWithPrimary { replicas.asked(.replicated) }
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
        if endpoint != lastEndpoint { replicas.forgetReplicas() }
        lastEndpoint = endpoint
        if let role = greeting.role(replies) { _ = replicas.heard(role, at: time) }
        sendAll()
        changed(nil)
    }

    /// Redis answers again.
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
        guard let call = sent.first else { throw .lost("an answer to no question") }
        if let error = reply.error, RedisRefusal(error: error)?.isOfReads == true { throw .refused(error) }
        sent.removeFirst()
        switch call.purpose {
        case .replicas: try hear(reply)
        case .role: try hearRole(reply)
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

    /// All that may be asked now.
    private func sendAll() { for call in unsent.remove(where: { replicas.admits($0.assurance) }) { send(call) } }

    /// How many replicas have all that was asked until then.
    private func hear(_ reply: RedisReply) throws(RedisFailure) {
        guard let count = reply.integer else { throw .refused(reply.error ?? "an answer to another question") }
        let wasOpen = replicas.isOpen
        for (call, reply) in replicas.answered(count, at: time) { call.finish(.success(reply)) }
        guard wasOpen != replicas.isOpen else { return }
        if replicas.isOpen { sendAll() }
        changed(shortage)
    }

    private func hearRole(_ reply: RedisReply) throws(RedisFailure) {
        isPulseAsked = false
        // Some users may not ask for it.
        guard let role = RedisRole(reply) else { return }
        guard role.isPrimary else { throw .refused("it is the primary no longer") }
        for (call, reply) in replicas.heard(role, at: time) { call.finish(.success(reply)) }
        if !replicas.isLagging { sendAll() }
    }

    /// A Sentinel has announced that another Redis is the primary in the place of `former`.
    private func leave(_ former: Endpoint) {
        search.switched(from: former)
        guard !isClosed, endpoint == former else { return }
        lost(.refused("another Redis is the primary now"))
    }

    /// The client that is followed may be connected to another Redis.
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

    /// The connection is of no use: another is made, a little later each time.
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

    // MARK: what goes by time

    private func look() {
        let now = loop.now()
        time += min(max(0, now - looked), Self.longestStep)
        looked = now
        let answered = refused
        refused = []
        for (call, failure) in answered { call.finish(.failure(failure)) }
        guard !isClosed else { return }
        if let nextAttempt, nextAttempt <= now { connect() }
        lookAtSilence()
        giveUp()
        if replicas.found != nil { lookAtReplicas(isLook: true) }
        feelPulse()
        let soon = nextAttempt.map { max(1, $0 - now) } ?? Self.lookMilliseconds
        timer?.schedule(afterMilliseconds: min(soon, Self.lookMilliseconds))
    }

    private func lookAtSilence() {
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

    /// Why there is no point in waiting for such a call any longer; nil: there is.
    private func hopelessness(of call: RedisCall) -> RedisFailure? {
        // Redis may have what was sent.
        let limit = call.wasSent ? patience.call : patience.connection
        func isOver(_ since: Int?) -> Bool { since.map { time - $0 >= limit } ?? false }
        let closedSince = replicas.closedSince(call.assurance)
        if call.wasSent {
            let isLate = isOver(call.since) || isOver(awaySince) || isOver(closedSince)
            return isLate ? .unanswered(milliseconds: limit) : nil
        }
        if let awaySince {
            // An attempt that is under way is waited for, as long as an answer would be.
            let isTrying = trouble != nil && socket != nil && time - awaySince < patience.call
            return !isTrying && (isOver(call.since) || isOver(awaySince)) ? .late(milliseconds: limit) : nil
        }
        guard closedSince != nil, isOver(call.since) || isOver(closedSince) else { return nil }
        return .fewReplicas(found: replicas.found ?? 0, needed: replicas.wanted(call.assurance))
    }

    /// Whoever has waited too long is told so. What was sent is never sent again for them.
    private func giveUp() {
        var late: [(call: RedisCall, failure: RedisFailure)] = []
        for call in unsent + replicas.calls + sent where call.isAwaited {
            guard let failure = hopelessness(of: call) else { continue }
            call.isGivenUp = true
            late.append((call, failure))
        }
        guard !late.isEmpty else { return }
        unsent.removeAll(where: \.isGivenUp)
        replicas.drop(where: \.isGivenUp)
        for (call, failure) in late { call.finish(.failure(failure)) }
    }
}
