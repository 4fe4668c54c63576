/// A search for the target of the next connection: the endpoints of an address in turn, the primary
/// that Sentinels name, or the endpoint of another client.
final class EndpointSearch {
    private enum Way {
        case fixed
        case sentinels(name: String, password: String?)
        case following(Leader)
    }

    private struct Leader {
        weak var client: RedisClient?
    }

    private var endpoints: [Endpoint]
    private let way: Way
    private let loop: any RedisLoop
    private var next = 0
    /// A function that looks up the address again; nil for a Unix socket.
    private let lookUp: (@Sendable () -> [Endpoint])?
    private var lookup: NameLookup?
    /// The earliest time of the next lookup, in the loop's milliseconds.
    private var nextLookup: Int
    private var question: SentinelQuery?
    /// The former primary, and the time until which Sentinels may still name it.
    private var former: (endpoint: Endpoint, until: Int)?

    /// The time limit for one Sentinel, in milliseconds.
    private static let milliseconds = 1_000
    /// The time that Sentinels may need to tell each other of a failover, in milliseconds. They do
    /// so every two seconds.
    private static let newsMilliseconds = 10_000
    /// The minimum interval between two lookups of names, in milliseconds.
    private static let lookupMilliseconds = 1_000

    /// Searches the endpoints of an address.
    ///
    /// - Parameter lookUp: Returns the endpoints of the address. Called again for later
    ///   connections.
    init(
        _ address: RedisAddress, on loop: any RedisLoop,
        lookUp: @escaping @Sendable (RedisAddress) throws(RedisFailure) -> [Endpoint] = Endpoint.all
    ) throws(RedisFailure) {
        endpoints = try lookUp(address)
        nextLookup = loop.now() + Self.lookupMilliseconds
        self.loop = loop
        self.lookUp = if case .socket = address.place { nil } else { { (try? lookUp(address)) ?? [] } }
        if case .sentinels(_, let name) = address.place {
            way = .sentinels(name: name, password: address.sentinelPassword)
        } else {
            way = .fixed
        }
    }

    /// Searches for the endpoint of `leader`.
    init(following leader: RedisClient, on loop: any RedisLoop) {
        endpoints = []
        lookUp = nil
        nextLookup = 0
        self.loop = loop
        way = .following(Leader(client: leader))
    }

    /// The endpoint of the leading client; nil if there is none, or if it is not connected.
    var followed: Endpoint? { if case .following(let leader) = way { leader.client?.settled } else { nil } }

    /// Whether the Redis that was found must be asked whether it is the primary, because Sentinels
    /// may not know of a failover yet.
    var isDoubtful: Bool { if case .sentinels = way { true } else { false } }

    /// Calls `done` with the result: at once if no Sentinel has to be asked, otherwise later.
    func find(_ done: @escaping (Result<Endpoint, RedisFailure>) -> Void) {
        renew()
        switch way {
        case .fixed:
            defer { next += 1 }
            done(.success(endpoints[next % endpoints.count]))
        case .sentinels(let name, let password): ask(name, password, left: endpoints.count, done)
        case .following:
            done(followed.map { .success($0) } ?? .failure(.cannotConnect("the primary is not known yet")))
        }
    }

    /// Starts another lookup of the names, because a managed Redis can move to another machine
    /// under its name. The next attempt to connect uses the result. If the lookup finds nothing,
    /// the earlier endpoints stay.
    private func renew() {
        guard let lookUp, lookup == nil, loop.now() >= nextLookup else { return }
        nextLookup = loop.now() + Self.lookupMilliseconds
        lookup = NameLookup(on: loop, lookUp) { [weak self] found in
            guard let self else { return }
            lookup = nil
            if !found.isEmpty { endpoints = found }
        }
    }

    /// Asks the Sentinels one after the other, beginning with the one that answered last.
    private func ask(
        _ name: String, _ password: String?, left: Int, _ done: @escaping (Result<Endpoint, RedisFailure>) -> Void
    ) {
        question = SentinelQuery(
            endpoints[next % endpoints.count], name: name, password: password, milliseconds: Self.milliseconds, on: loop
        ) { [weak self] answer in
            guard let self else { return }
            question = nil
            let answer = answer.flatMap(current)
            if case .success = answer { return done(answer) }
            next += 1
            if left > 1 { ask(name, password, left: left - 1, done) } else { done(answer) }
        }
        question?.begin()
    }

    /// Rejects a former primary: a Sentinel may still name it after another one has announced its
    /// replacement.
    private func current(_ found: Endpoint) -> Result<Endpoint, RedisFailure> {
        guard let former, former.endpoint == found, loop.now() < former.until else { return .success(found) }
        return .failure(.refused("the Sentinels do not name the new primary yet"))
    }

    /// Notes that a Sentinel has announced another primary.
    func switched(from old: Endpoint) { former = (old, loop.now() + Self.newsMilliseconds) }

    /// Moves on to the next Sentinel, because the Redis that the current one named is not the
    /// primary. The current Sentinel has not heard of a failover yet; another one may have.
    func wasWrong() { if isDoubtful { next += 1 } }

    func cancel() { question = nil }
}

/// A question to one Sentinel: the address of the primary.
final class SentinelQuery {
    typealias Answer = Result<Endpoint, RedisFailure>

    private let endpoint: Endpoint
    private let name: String
    private let commands: [RedisCommand]
    private let milliseconds: Int
    private let loop: any RedisLoop
    private let done: (Answer) -> Void
    private var socket: RedisSocket?
    private var watch: (any RedisWatch)?
    private var timer: (any RedisTimer)?
    private var isConnected = false
    private var isOver = false
    private var replies = 0
    private var failure: RedisFailure?

    init(
        _ endpoint: Endpoint, name: String, password: String?, milliseconds: Int, on loop: any RedisLoop,
        _ done: @escaping (Answer) -> Void
    ) {
        self.endpoint = endpoint
        self.name = name
        self.milliseconds = milliseconds
        self.loop = loop
        self.done = done
        commands =
            (password.map { [RedisCommand("AUTH", $0)] } ?? [])
            + [RedisCommand("SENTINEL", "get-master-addr-by-name", name)]
    }

    deinit { watch?.cancel() }

    func begin() {
        timer = loop.redisTimer { [weak self] in
            guard let self else { return }
            finish(.failure(.cannotConnect("the Sentinel did not answer within \(milliseconds) ms")))
        }
        timer?.schedule(afterMilliseconds: milliseconds)
        do {
            let socket = try RedisSocket(endpoint)
            self.socket = socket
            for command in commands { socket.append(command.bytes) }
            watch = loop.redisWatch(socket.descriptor) { [weak self] reads, writes in self?.ready(reads, writes) }
            watch?.wantsToWrite(true)
        } catch {
            failure = error
            // Finish in a later turn, because `done` must not be called from inside this method.
            timer?.schedule(afterMilliseconds: 0)
        }
    }

    private func finish(_ answer: Answer) {
        guard !isOver else { return }
        isOver = true
        watch?.cancel()
        timer?.cancel()
        done(failure.map { .failure($0) } ?? answer)
    }

    private func ready(_ reads: Bool, _ writes: Bool) {
        guard let socket, !isOver else { return }
        do {
            if !isConnected {
                guard writes || reads else { return }
                try socket.connected()
                isConnected = true
            }
            if writes { watch?.wantsToWrite(!(try socket.flush())) }
            guard reads else { return }
            try socket.read()
            while !isOver, let reply = try socket.next() { answer(reply) }
        } catch {
            finish(.failure(error))
        }
    }

    private func answer(_ reply: RedisReply) {
        replies += 1
        if let error = reply.error { return finish(.failure(.refused("the Sentinel answered \(error)"))) }
        guard replies == commands.count else { return }
        let words = reply.array?.compactMap(\.string) ?? []
        guard words.count == 2, let port = Int(words[1]), let found = Endpoint.first(words[0], port: port) else {
            return finish(.failure(.refused("the Sentinel does not know a primary called \(name)")))
        }
        finish(.success(found))
    }
}
