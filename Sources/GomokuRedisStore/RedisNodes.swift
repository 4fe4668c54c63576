import GameState
import Redis
import Storage

/// This server's membership in a cluster over one Redis. It sends heartbeats, takes and releases
/// rooms, and receives messages from other servers on a second connection.
///
/// None of this waits for replicas. Data that a failover loses is sent again, and each append
/// checks anew which server serves the room.
public final class RedisNodes: NodeNetwork {
    /// The interval between heartbeats, in milliseconds.
    static let beatMilliseconds = 1_000
    /// The default time after its last heartbeat at which a server counts as gone, in milliseconds.
    public static let goneMilliseconds = 4_000
    /// The maximum bytes of messages that wait for Redis.
    static let waitingBytes = 16 << 20

    private let calls: RedisCalls
    private let appender: RedisAppender
    private let healer: RoomHealer
    private let loop: any RedisLoop
    private let address: RedisAddress
    private let patience: RedisTimeouts
    private let process: ServerIdentity
    private let now: () -> Int
    private let time: RedisTimeWatch
    private let goneMilliseconds: Int
    /// The channel to which all servers of the cluster listen.
    private let channel: [UInt8]
    private weak var observer: (any NodeObserver)?
    private var subscription: RedisClient?
    private var timer: (any RedisTimer)?
    private var isBeating = false
    private var hasBeaten = false
    private var waiting = 0
    private var losses = 0
    private var isCutOff = false
    /// The loop's time at which Redis stopped answering, in milliseconds; nil while it answers.
    private var awaySince: Int?
    /// Whether other servers may have taken rooms while Redis did not answer, which the next
    /// heartbeat finds out.
    private var isDoubtful = false
    private static let doubtfulMilliseconds = 1_000
    public private(set) var isAlone = true

    init(
        _ opening: RedisStoreOpening, _ calls: RedisCalls, _ appender: RedisAppender, _ healer: RoomHealer,
        on loop: any RedisLoop, patience: RedisTimeouts, now: @escaping () -> Int, time: RedisTimeWatch
    ) {
        self.calls = calls
        self.appender = appender
        self.healer = healer
        self.loop = loop
        self.patience = patience
        self.now = now
        self.time = time
        address = opening.address
        process = opening.process
        goneMilliseconds = opening.goneMilliseconds
        channel = Self.channel(of: opening.id)
    }

    /// Returns the channel to which all servers over the data with this ID listen.
    static func channel(of id: String) -> [UInt8] { bytes("nodes:\(id)") }

    public var id: NodeID { calls.node }
    public var isReachable: Bool { !calls.client.isAway && !isDoubtful }

    public func begin(_ observer: any NodeObserver) {
        self.observer = observer
        beat()
        timer = loop.redisTimer { [weak self] in self?.ring() }
        timer?.schedule(afterMilliseconds: Self.beatMilliseconds)
        calls.client.atEndOfTurn { [weak self] in self?.observer?.endTurn() }
        // Subscribe at the Redis to which commands go.
        subscription = try? RedisClient(
            address, on: loop, following: calls.client, patience: patience,
            greeting: [channel, Self.channel(id)].map { RedisCommand([bytes("SUBSCRIBE"), $0]) },
            published: { [weak self] in self?.heard($0) },
            changed: { [weak self] trouble in if trouble == nil { self?.listens() } })
    }

    // MARK: heartbeats

    public func servers(_ done: @escaping (Result<[ServerSign], StoreFailure>) -> Void) {
        ServerList(calls: calls).read(done)
    }

    private func ring() {
        timer?.schedule(afterMilliseconds: Self.beatMilliseconds)
        beat()
        checkPeers()
        time.measureIfDue()
        checkConnection()
        observer?.beat()
    }

    private func checkConnection() {
        let wasCutOff = isCutOff
        isCutOff = calls.client.isGivenUp
        if isCutOff, !wasCutOff { observer?.lostStore() }
    }

    /// Sends a heartbeat unless the last one is unanswered, so that they do not pile up while Redis
    /// is away.
    private func beat() {
        guard !isBeating else { return }
        isBeating = true
        let time = now()
        let words = [
            bytes(id.text), bytes(process.description), bytes(goneMilliseconds), bytes(time),
            bytes(calls.run.lastComplete),
        ]
        let keys = [RedisKeys.node(id), RedisKeys.nodes, RedisKeys.alive]
        let isFirst = !hasBeaten
        calls.ask(RedisFunctions.call("node_beat", keys: keys, words), .answered) { [self] answer in
            isBeating = false
            hasBeaten = true
            guard case .success(let reply) = answer else { return }
            calls.condition.wrote()
            calls.run.acknowledged(alive: time)
            // An earlier heartbeat may have been answered with 0, and its answer lost.
            guard reply.integer == 0 || isDoubtful, !isFirst, let observer else {
                isDoubtful = false
                return
            }
            // Until the observer has checked this server's rooms, it could show some that others
            // have changed.
            isDoubtful = true
            observer.missedHeartbeats { [self] in isDoubtful = false }
        }
        calls.ask(RedisCommand([bytes("PUBSUB"), bytes("NUMSUB"), channel]), .answered) { [self] answer in
            if case .success(let reply) = answer { isAlone = reply.array?.last?.integer ?? 0 < 2 }
        }
    }

    /// Checks whether this server's peers still run.
    private func checkPeers() {
        for peer in observer?.peers ?? [] {
            calls.ask(RedisCommand([bytes("GET"), RedisKeys.node(peer)]), .answered) { [self] answer in
                guard case .success(let reply) = answer else { return }
                guard let text = reply.string else { return reportGone(peer) }
                if isGone(text) { removeServer(peer) {} }
            }
        }
    }

    /// Whether the text names a process of this machine that no longer runs.
    private func isGone(_ text: String) -> Bool { ServerIdentity(text)?.isGone(besides: process) == true }

    /// Removes a server's heartbeat key, and tells all servers that the server is gone.
    private func removeServer(_ node: NodeID, _ done: @escaping () -> Void) {
        let command = RedisFunctions.call("node_end", keys: [RedisKeys.node(node)], [bytes(node.text), channel])
        calls.ask(command, .answered) { _ in done() }
    }

    private func reportGone(_ node: NodeID) { observer?.gone(node) }

    // MARK: rooms

    public func place(_ room: RoomName, _ done: @escaping (Result<RoomAssignment, StoreFailure>) -> Void) {
        place(room, isAgain: false, done)
    }

    private func place(
        _ room: RoomName, isAgain: Bool, _ done: @escaping (Result<RoomAssignment, StoreFailure>) -> Void
    ) {
        let keys = RedisKeys.Room(room)
        let words = [bytes(id.text), bytes(calls.run.possiblyIncompleteRun), bytes(RoomHealer.newEpoch())]
        calls.ask(RedisFunctions.call("room_own", keys: [keys.owningNode, keys.header], words), .answered) {
            [self] answer in
            switch answer {
            case .failure(let failure): done(.failure(failure))
            case .success(let reply):
                guard let parts = reply.array, parts.count == 2, let holder = parts[0].string,
                    let detail = parts[1].string
                else {
                    return done(
                        .failure(StoreFailure("The server of this room cannot be determined. Try again in a moment.")))
                }
                if holder == id.text {
                    // Evict the room, because another server may have written to it meanwhile.
                    if !appender.isBusy(room) { appender.evict(room) }
                    done(.success(.here(lastAlive: Int(detail))))
                } else if !isAgain, isGone(detail) {
                    removeServer(NodeID(holder)) { [self] in place(room, isAgain: true, done) }
                } else {
                    done(.success(.there(NodeID(holder))))
                }
            }
        }
    }

    public func release(_ room: RoomName) {
        calls.ask(
            RedisFunctions.call("room_release", keys: [RedisKeys.Room(room).owningNode], [bytes(id.text)]), .answered
        ) { _ in }
    }

    public func lost(of rooms: [RoomName], _ done: @escaping ([RoomName]) -> Void) {
        calls.readAll(rooms.map { RedisCommand([bytes("GET"), RedisKeys.Room($0).owningNode]) }, .answered) {
            [self] answer in
            guard case .success(let replies) = answer else { return done([]) }
            done(zip(rooms, replies).filter { $1.string.map { $0 != id.text } ?? false }.map(\.0))
        }
    }

    public func holder(of room: RoomName, _ done: @escaping (NodeID?) -> Void) {
        calls.ask(RedisCommand([bytes("GET"), RedisKeys.Room(room).owningNode])) { [self] answer in
            guard case .success(let reply) = answer, let holder = reply.string, holder != id.text else {
                return done(nil)
            }
            done(NodeID(holder))
        }
    }

    /// Reports that an append was refused because another server serves the room.
    func lost(_ room: RoomName) { observer?.lost(room) }

    public func rewind(_ room: RoomName, epoch: String) { healer.rewind(room, epoch: epoch) }

    /// Evicts a room that has lost deltas, and tells the observer.
    func rewound(_ room: RoomName) {
        if !appender.isBusy(room) { appender.evict(room) }
        observer?.lostDeltas(room)
    }

    // MARK: messages

    private static func channel(_ node: NodeID) -> [UInt8] { bytes("node:\(node)") }

    public func send(_ message: [UInt8], to node: NodeID) {
        let isTooMuch = waiting > Self.waitingBytes
        let command = isTooMuch ? RedisCommand("PING") : RedisCommand([bytes("PUBLISH"), Self.channel(node), message])
        if !isTooMuch { waiting += message.count }
        calls.client.call(command) { [self] answer in
            if !isTooMuch { waiting -= message.count }
            // No server received the message.
            if case .success(.integer(1...)) = answer { return }
            reportGone(node)
        }
    }

    public func broadcast(_ message: [UInt8]) {
        calls.client.call(RedisCommand([bytes("PUBLISH"), channel, message])) { _ in }
    }

    public func publish(_ message: [UInt8], to node: NodeID?, _ heard: @escaping (Int) -> Void) {
        let place = node.map(Self.channel) ?? channel
        calls.client.call(RedisCommand([bytes("PUBLISH"), place, message])) { answer in
            guard case .success(.integer(let count)) = answer else { return heard(0) }
            // A message to all servers also reaches this one.
            heard(node == nil ? max(0, count - 1) : count)
        }
    }

    private func heard(_ reply: RedisReply) {
        guard let message = reply.bytes else { return }
        if message.starts(with: RoomHealer.word.utf8) {
            let key = String(decoding: message.dropFirst(RoomHealer.word.utf8.count), as: UTF8.self)
            if let room = RoomName(key: key) { rewound(room) }
            return
        }
        let word = bytes("gone ")
        guard message.starts(with: word) else {
            observer?.received(message)
            return
        }
        let node = NodeID(String(decoding: message.dropFirst(word.count), as: UTF8.self))
        if node != id { reportGone(node) }
    }

    /// Updates the state after the connection to Redis was lost or made, possibly to another Redis.
    func connectionChanged() {
        subscription?.follow()
        guard calls.client.isReachable else {
            awaySince = awaySince ?? loop.now()
            return
        }
        guard let since = awaySince else { return }
        awaySince = nil
        guard observer != nil, loop.now() - since >= Self.doubtfulMilliseconds else { return }
        // Set this before any request for rooms that other servers may have taken.
        isDoubtful = true
        beat()
    }

    /// Tells the observer that messages may have been missed, except after the first subscription.
    private func listens() {
        losses += 1
        if losses > 1 { observer?.mayHaveMissed() }
    }

    /// Tells the other servers immediately that this server has ended.
    func close(_ done: @escaping () -> Void) {
        guard observer != nil else { return done() }
        timer?.cancel()
        timer = nil
        removeServer(id) { [self] in
            subscription?.close()
            done()
        }
    }
}
