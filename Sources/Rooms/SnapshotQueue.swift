import DequeModule
import GameState
import Nodes

/// A queue that bounds the time and the memory that large snapshots take.
///
/// A snapshot of one megabyte takes the event loop about a millisecond, and its bytes stay in
/// memory until the client has read them. So each turn of the event loop makes a bounded number of
/// bytes, and addresses take turns. An address waits while it has spent its budget or has too many
/// unread bytes. The queue drops the requests of a client that disconnects.
///
/// Confined to the event loop's thread.
package final class SnapshotQueue {
    /// The size from which a snapshot waits for its turn, in bytes. Smaller ones are made at once.
    static let largeBytes = 64 << 10
    /// Bytes of large snapshots made per turn of the event loop. The last snapshot of a turn may
    /// exceed this number.
    static let bytesPerTurn = 256 << 10
    /// Bytes of large snapshots that the clients of one address may leave unread. The first
    /// snapshot is always sent.
    static let unreadBytesPerAddress = 4 << 20
    /// The time until the queue's next turn, in milliseconds.
    private static let turnMilliseconds = 1
    /// The interval at which the queue retries addresses that wait for their budget, in
    /// milliseconds.
    private static let retryMilliseconds = 100

    private struct Job {
        let connection: ClientConnection
        let room: RoomName
        let bytes: Int
        /// Whether the client plays a game in progress in this room, so that it need not wait for
        /// memory.
        let isPlayer: Bool
        let make: () -> Void
    }

    private let timer: (@escaping () -> Void) -> any OneShotTimer
    private let budget: ResourceBudget
    private let budgets: AddressBudgets?
    private let now: () -> Int
    private var waiting: [String: Deque<Job>] = [:]
    /// Addresses in `waiting` that take turns, next one first.
    private var ready = Deque<String>()
    /// The addresses in `ready`.
    private var queued: Set<String> = []
    /// Addresses in `waiting` that wait for their budget.
    private var parked: Set<String> = []
    /// Bytes reserved or sent, but not read, by address.
    private var unread: [String: Int] = [:]
    private var madeInTurn = 0
    private var turnTimer: (any OneShotTimer)?
    private var retryTimer: (any OneShotTimer)?

    /// - Parameters:
    ///   - timer: makes a timer that calls the closure when it fires.
    ///   - budgets: the budgets that snapshots are charged to; nil in tests.
    package init(
        timer: @escaping (@escaping () -> Void) -> any OneShotTimer, budget: ResourceBudget = .unlimited,
        budgets: AddressBudgets? = nil, now: @escaping () -> Int
    ) {
        self.timer = timer
        self.budget = budget
        self.budgets = budgets
        self.now = now
    }

    /// The number of waiting snapshots.
    package var count: Int { waiting.values.reduce(0) { $0 + $1.count } }

    /// Calls `make` when a snapshot of `bytes` bytes may be made for `connection`: at once if it is
    /// small, otherwise when its turn comes. Also calls it when the connection closes before that,
    /// so that the caller can finish.
    package func admit(
        _ connection: ClientConnection, to room: RoomName, bytes: Int, isPlayer: Bool, _ make: @escaping () -> Void
    ) {
        guard bytes >= Self.largeBytes else { return make() }
        let address = connection.payer
        let job = Job(connection: connection, room: room, bytes: bytes, isPlayer: isPlayer, make: make)
        waiting[address, default: Deque()].append(job)
        if !parked.contains(address) { enqueue(address) }
        pump()
    }

    /// Whether a large snapshot of the room was charged to `connection` but has not been sent yet.
    package func isReserved(_ connection: ClientConnection, _ room: RoomName) -> Bool {
        connection.reservedSnapshots[room] != nil
    }

    /// Notes that the room's snapshot was handed to the connection's outlet.
    func sent(_ connection: ClientConnection, _ room: RoomName) {
        guard let bytes = connection.reservedSnapshots.removeValue(forKey: room) else { return }
        connection.unreadSnapshots += bytes
        if !connection.outlet.hasUnsent(over: 0) { read(connection) }
    }

    /// Releases what was charged for a snapshot that is not sent.
    package func cancel(_ connection: ClientConnection, _ room: RoomName) {
        guard let bytes = connection.reservedSnapshots.removeValue(forKey: room) else { return }
        release(connection, bytes)
    }

    /// Notes that the client has read everything it was sent.
    package func read(_ connection: ClientConnection) {
        guard connection.unreadSnapshots > 0 else { return }
        release(connection, connection.unreadSnapshots)
        connection.unreadSnapshots = 0
    }

    /// Notes that the connection is closed, and drops its waiting snapshots.
    package func lost(_ connection: ClientConnection) {
        let address = connection.payer
        let dropped = waiting[address]?.filter { $0.connection === connection } ?? []
        waiting[address]?.removeAll { $0.connection === connection }
        if waiting[address]?.isEmpty == true { waiting[address] = nil }
        for job in dropped { job.make() }
        read(connection)
        for bytes in connection.reservedSnapshots.values { release(connection, bytes) }
        connection.reservedSnapshots = [:]
    }

    private func release(_ connection: ClientConnection, _ bytes: Int) {
        let address = connection.payer
        guard let known = unread[address] else { return }
        unread[address] = known > bytes ? known - bytes : nil
        // Do not make snapshots here, because the caller is in the middle of other work.
        if parked.remove(address) != nil {
            enqueue(address)
            scheduleTurn()
        }
    }

    private func enqueue(_ address: String) {
        if queued.insert(address).inserted { ready.append(address) }
    }

    private func pump() {
        while madeInTurn < Self.bytesPerTurn, let address = ready.popFirst() {
            queued.remove(address)
            guard let job = waiting[address]?.first else { continue }
            guard mayMake(job, of: address) else {
                parked.insert(address)
                continue
            }
            waiting[address]?.removeFirst()
            if waiting[address]?.isEmpty == true { waiting[address] = nil } else { enqueue(address) }
            // A closing connection reads nothing more, so it is not charged.
            guard job.connection.isOpen else {
                job.make()
                continue
            }
            madeInTurn += job.bytes
            unread[address, default: 0] += job.bytes
            job.connection.reservedSnapshots[job.room, default: 0] += job.bytes
            budgets?.chargeWork(job.connection, bytes: job.bytes)
            budget.took(job.bytes)
            job.make()
        }
        if madeInTurn > 0 { scheduleTurn() }
        if !parked.isEmpty {
            let timer = retryTimer ?? timer { [weak self] in self?.retry() }
            timer.schedule(afterMilliseconds: Self.retryMilliseconds)
            retryTimer = timer
        }
    }

    private func mayMake(_ job: Job, of address: String) -> Bool {
        if budget.level == .full, !job.isPlayer { return false }
        let unread = unread[address, default: 0]
        guard unread == 0 || unread + job.bytes <= Self.unreadBytesPerAddress else { return false }
        return budgets?.mayWork(job.connection, now: now()) ?? true
    }

    private func scheduleTurn() {
        let timer = turnTimer ?? timer { [weak self] in self?.beginTurn() }
        timer.schedule(afterMilliseconds: Self.turnMilliseconds)
        turnTimer = timer
    }

    private func beginTurn() {
        madeInTurn = 0
        pump()
    }

    private func retry() {
        for address in parked { enqueue(address) }
        parked = []
        pump()
    }
}
