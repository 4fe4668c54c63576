/// Calls to one Redis over one connection, which is made again whenever it is gone.
///
/// Calls go out in order, together at the end of each turn of the loop, and are answered in that order. Where a
/// connection goes with calls on it, nobody knows which of them were carried out: all of them are made again, in the
/// same order, on the next one. So every call has to be one that does no more when it is made twice.
public final class RedisClient {
    /// Calls that may wait for their answers.
    public static let waitingLimit = 10_000
    /// Between two looks at the two above, milliseconds.
    static let lookMilliseconds = 250
    /// How long to wait before the next attempt to connect: at first, and at most, milliseconds.
    static let backoff = 20...1_000

    public typealias Answer = Result<RedisReply, RedisFailure>

    private final class Call {
        let command: RedisCommand
        let since: Int
        var wasSent = false
        let done: (Answer) -> Void

        init(_ command: RedisCommand, since: Int, _ done: @escaping (Answer) -> Void) {
            self.command = command
            self.since = since
            self.done = done
        }
    }

    private let loop: any RedisLoop
    private let endpoints: [Endpoint]
    private let patience: RedisPatience
    private let greeting: [RedisCommand]
    private let admit: ([RedisReply]) -> String?
    private let published: ((RedisReply) -> Void)?
    private var attempts = 0

    private var socket: RedisSocket?
    private var watch: (any RedisWatch)?
    private var isConnecting = false
    /// Replies to the greeting, while it goes on.
    private var greeted: [RedisReply]?
    private var isFlushed = true
    private var spoke = 0
    private var sent = CallQueue<Call>()
    private var unsent = CallQueue<Call>()
    private var refused: [(Call, RedisFailure)] = []
    private var timer: (any RedisTimer)?
    private var nextAttempt: Int?
    private var isClosed = false

    /// Why there is no connection; nil: there is one.
    public private(set) var trouble: RedisFailure? = .cannotConnect("not connected yet")
    private let changed: (RedisFailure?) -> Void
    private var works: [() -> Void] = []
    /// Calls answered, and connections lost.
    public private(set) var answers = 0
    public private(set) var losses = 0
    /// Calls that wait.
    public var backlog: Int { sent.count + unsent.count }

    /// Begins to connect. Looks up the host's name, and waits for that.
    ///
    /// - Parameters:
    ///   - greeting: what is asked first on each connection.
    ///   - admit: looks at the answers; why the connection is of no use just now, nil when it is.
    ///   - published: given the messages of the channels that `greeting` subscribes to; nil: it does not.
    ///   - changed: called when ``trouble`` is another.
    public init(
        _ address: RedisAddress, on loop: any RedisLoop, patience: RedisPatience = RedisPatience(),
        greeting: [RedisCommand] = [],
        admit: @escaping ([RedisReply]) -> String? = { _ in nil },
        published: ((RedisReply) -> Void)? = nil,
        changed: @escaping (RedisFailure?) -> Void = { _ in }
    ) throws(RedisFailure) {
        self.changed = changed
        self.published = published
        self.patience = patience
        self.loop = loop
        endpoints = try Endpoint.all(address)
        var first: [RedisCommand] = []
        if let password = address.password {
            first.append(RedisCommand((["AUTH", address.user, password].compactMap { $0 }).map { Array($0.utf8) }))
        }
        if address.database > 0 { first.append(RedisCommand("SELECT", String(address.database))) }
        let count = first.count
        self.greeting = first + greeting + [RedisCommand("PING")]
        self.admit = { replies in
            // An error of any of these is why nothing can be asked: a wrong password, or a Redis that loads.
            replies.lazy.compactMap(\.error).first ?? admit(Array(replies.dropFirst(count).dropLast()))
        }
        timer = loop.redisTimer { [weak self] in self?.look() }
        loop.atEndOfTurn { [weak self] in self?.endTurn() }
        connect()
    }

    deinit { watch?.cancel() }

    // MARK: calls

    /// Asks; `done` is called later, never from inside this call.
    public func call(_ command: RedisCommand, _ done: @escaping (Answer) -> Void) {
        let call = Call(command, since: loop.now(), done)
        if isClosed {
            refuse(call, .closed)
        } else if backlog >= Self.waitingLimit {
            refuse(call, .overloaded(limit: Self.waitingLimit))
        } else if trouble == nil {
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
        while let call = sent.removeFirst() ?? unsent.removeFirst() { call.done(.failure(.closed)) }
    }

    private func send(_ call: Call) {
        if sent.isEmpty { spoke = loop.now() }
        call.wasSent = true
        sent.append(call)
        socket?.append(call.command.bytes)
        isFlushed = false
    }

    /// Answers in a turn to come.
    private func refuse(_ call: Call, _ failure: RedisFailure) {
        refused.append((call, failure))
        timer?.schedule(afterMilliseconds: 0)
    }

    // MARK: the connection

    private func connect() {
        nextAttempt = nil
        let endpoint = endpoints[attempts % endpoints.count]
        attempts += 1
        do {
            let socket = try RedisSocket(endpoint)
            self.socket = socket
            isConnecting = true
            spoke = loop.now()
            watch = loop.redisWatch(socket.descriptor) { [weak self] reads, writes in self?.ready(reads, writes) }
            watch?.wantsToWrite(true)
        } catch {
            lost(error)
        }
        if !isClosed { timer?.schedule(afterMilliseconds: Self.lookMilliseconds) }
    }

    private func ready(_ reads: Bool, _ writes: Bool) {
        guard let socket else { return }
        do {
            if isConnecting {
                guard writes || reads else { return }
                try socket.connected()
                isConnecting = false
                greeted = []
                for command in greeting { socket.append(command.bytes) }
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
        guard let replies = greeted, replies.count == greeting.count else { return }
        if let why = admit(replies) { throw .refused(why) }
        greeted = nil
        attempts = 0
        trouble = nil
        while let call = unsent.removeFirst() { send(call) }
        changed(nil)
    }

    private func answer(_ reply: RedisReply) throws(RedisFailure) {
        guard let call = sent.first else { throw .lost("an answer to no question") }
        if let error = reply.error, Self.passing.contains(where: error.hasPrefix) { throw .refused(error) }
        _ = sent.removeFirst()
        answers += 1
        call.done(.success(reply))
    }

    /// Errors of a Redis that cannot be asked at all for a while: nothing was carried out.
    private static let passing = ["LOADING ", "READONLY ", "MASTERDOWN "]

    private func disconnect() {
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
        sent.append(contentsOf: &unsent)
        swap(&sent, &unsent)
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
        for (call, failure) in answered { call.done(.failure(failure)) }
        guard !isClosed else { return }
        if let nextAttempt, nextAttempt <= now { connect() }
        let isWaiting = socket != nil && (trouble != nil || !sent.isEmpty)
        if isWaiting, now - spoke > patience.answer {
            lost(.silent(milliseconds: patience.answer))
        }
        // An attempt that is under way is waited for.
        if trouble != nil, socket == nil { giveUp(now) }
        let soon = nextAttempt.map { max(1, $0 - now) } ?? Self.lookMilliseconds
        timer?.schedule(afterMilliseconds: min(soon, Self.lookMilliseconds))
    }

    /// Calls that have waited too long for a connection, and cannot have been carried out.
    private func giveUp(_ now: Int) {
        let late = unsent.remove { !$0.wasSent && now - $0.since > patience.connection }
        for call in late { call.done(.failure(.late(milliseconds: patience.connection))) }
    }
}
