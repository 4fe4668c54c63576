import DequeModule
import GRDB
import GameState
import Storage
import Synchronization
import Threads

/// The thread that writes the database. All requests that arrive during a commit share the next
/// one.
final class StoreWriter: Sendable {
    /// The number of requests that may wait. Beyond it the disk is far behind, and the store
    /// refuses further requests.
    static let waitingLimit = 200_000
    /// The bytes of deltas that may wait, a few seconds' work for a slow disk. Beyond it the store
    /// refuses appends.
    static let waitingBytesLimit = 64 << 20
    /// The maximum number of requests per transaction. Larger batches save little disk time. They
    /// would also occupy a core that the loop may share for too long, so that pings are late.
    static let batchLimit = 200
    /// The bytes of deltas after which a transaction ends. Memory holds several copies of them
    /// until the commit.
    static let batchBytes = 1 << 20
    /// The maximum number of slices to move into segments in a row while no requests wait.
    static let slicesAtOnce = 64

    private struct Waiting {
        var requests = Deque<any WriterRequest>()
        /// The number of requests in the current transaction.
        var inHand = 0
        var count: Int { requests.count + inHand }
        /// The bytes of `requests` and of the current transaction.
        var bytes = 0
        var isRunning = false
        var health = StoreHealth.ok
        var commits = 0
        var deltas = 0
        var failures = 0
    }

    private let pool: DatabasePool
    private let file: StoreFileWatch
    private let continuity: StoreContinuity
    private let thread = WorkerThreads(name: "store-writer")
    private let waiting = Mutex(Waiting())
    private let state: WriterState
    private let unfiled: PendingDeltas
    private let options: JournalOptions
    private let ahead: WriteAheadLog
    private let checkpointer: Checkpointer
    private let notify: @Sendable (StoreCompletion) -> Void
    private let now: @Sendable () -> Int

    /// Makes a writer with the journal as it was read at the start. Throws if the file cannot be
    /// read.
    init(
        pool: DatabasePool, journal: Journal, file: StoreFileWatch, continuity: StoreContinuity,
        options: JournalOptions, now: @escaping @Sendable () -> Int,
        notify: @escaping @Sendable (StoreCompletion) -> Void
    ) throws {
        self.pool = pool
        self.file = file
        self.continuity = continuity
        self.options = options
        self.now = now
        self.notify = notify
        unfiled = journal.unfiled
        ahead = WriteAheadLog(of: pool.path, checkpointFrames: options.logFrames)
        checkpointer = Checkpointer(pool.path)
        let log = try pool.writeWithoutTransaction { [ahead] db in
            ahead.watch(db)
            return try RoomLog(journal, db)
        }
        state = WriterState(log: log, filing: SegmentFiling(journal, options))
    }

    /// The state, accessed on the writer's thread.
    private var work: WriterState {
        assert(thread.isCurrent, "Only the writer's thread may use its state.")
        return state
    }

    var health: StoreHealth { waiting.withLock { $0.health } }
    /// The number of committed transactions.
    var commits: Int { waiting.withLock { $0.commits } }
    /// The number of committed deltas.
    var deltas: Int { waiting.withLock { $0.deltas } }
    /// The number of failed transactions.
    var failures: Int { waiting.withLock { $0.failures } }
    /// The number of waiting requests.
    var backlog: Int { waiting.withLock { $0.count } }
    /// The bytes still to be written to the files: waiting requests, log frames to copy into the
    /// database file, and deltas to move into segments.
    var bytesToCome: Int { waiting.withLock { $0.bytes } + ahead.uncopiedBytes + unfiled.bytes }

    /// Queues a request. Returns false, and does nothing, if too many requests or bytes are
    /// waiting.
    func add(_ request: any WriterRequest) -> Bool {
        let bytes = request.bytes
        let (taken, start) = waiting.withLock { waiting -> (Bool, Bool) in
            guard waiting.count < Self.waitingLimit, bytes == 0 || waiting.bytes < Self.waitingBytesLimit else {
                return (false, false)
            }
            waiting.requests.append(request)
            waiting.bytes += bytes
            defer { waiting.isRunning = true }
            return (true, !waiting.isRunning)
        }
        if start { thread.run { self.drain() } }
        return taken
    }

    /// Carries out batches until no requests wait.
    private func drain() {
        while let (batch, bytes) = takeBatch() {
            write(batch, bytes)
            let isLast = batch.contains { $0.kind == .close }
            if isLast { closeDatabase() }
            waiting.withLock { waiting in
                waiting.inHand = 0
                waiting.bytes -= bytes
            }
            notify(StoreCompletion(requests: batch.map(\.number)))
            if !isLast { maintain(isQuiet: batch.allSatisfy { $0.kind == .checkFiles }) }
        }
    }

    /// Takes the next batch, in order, and returns it with the number of its bytes. If no requests
    /// wait, returns nil and notes that the thread is idle.
    private func takeBatch() -> (batch: [any WriterRequest], bytes: Int)? {
        waiting.withLock { waiting in
            guard !waiting.requests.isEmpty else {
                waiting.isRunning = false
                return nil
            }
            var batch: [any WriterRequest] = []
            batch.reserveCapacity(min(waiting.requests.count, Self.batchLimit))
            var bytes = 0
            while batch.count < Self.batchLimit, bytes < Self.batchBytes, let request = waiting.requests.popFirst() {
                bytes += request.bytes
                batch.append(request)
            }
            waiting.inHand = batch.count
            return (batch, bytes)
        }
    }

    /// Commits a batch in one transaction, together with a slice of deltas for the segments, and
    /// sets the requests' answers. Returns after the commit, because no answer may be reported
    /// earlier.
    private func write(_ batch: [any WriterRequest], _ bytes: Int) {
        do {
            let slice = work.filing.slice(for: bytes)
            do { try commit(batch, slice) } catch {
                // Retry without the slice, because moving deltas can wait. It cannot wait forever,
                // because memory holds those deltas meanwhile.
                guard slice != nil, unfiled.bytes < options.bytesLimit else { throw error }
                work.log.clearCache()
                work.filing.hold()
                try commit(batch, nil)
            }
        } catch {
            fail(batch, error)
        }
    }

    private func commit(_ batch: [any WriterRequest], _ slice: SegmentFiling.Slice?) throws {
        try file.check()
        let work = work
        let changes = try pool.writeWithoutTransaction { db in
            let before = db.totalChangesCount
            try db.inTransaction(.immediate) {
                for request in batch {
                    for guest in request.guests { try PeopleTable.save(guest, seen: now(), db) }
                    try request.perform(&work.log, db)
                }
                try work.log.writeJournalRow(db)
                if let slice { try work.filing.carryOut(slice, unfiled, db) }
                return .commit
            }
            return db.totalChangesCount - before
        }
        work.log.committed()
        if let slice { work.filing.committed(slice, unfiled) } else { work.filing.passed() }
        // A commit to a file that is no longer at its path counts as failed. The journal's position
        // has advanced nevertheless, so that appends continue after this commit if the file
        // returns.
        try file.check()
        // A transaction without changes proves nothing about the disk.
        guard changes > 0 else { return }
        let appended = batch.count(where: \.hasAppended)
        waiting.withLock { waiting in
            waiting.health = .ok
            waiting.commits += 1
            waiting.deltas += appended
        }
    }

    // MARK: filing

    /// Does the work that can wait until a commit's answers have been reported: moves deltas into
    /// segments, and maintains the write-ahead log.
    private func maintain(isQuiet: Bool) {
        let pending = unfiled.pendingBytes
        if pending == 0 { work.pendingSince = nil } else if work.pendingSince == nil { work.pendingSince = now() }
        let isOld = work.pendingSince.map { now() - $0 >= options.milliseconds } ?? false
        if pending >= options.bytes || isOld, !work.filing.isActive {
            work.filing.begin(unfiled, through: work.log.seq)
            work.pendingSince = nil
        }
        if isQuiet { moveSlicesWhileIdle() }
        // Commits larger than their slices must not outrun the move into segments, because memory
        // holds the remaining deltas.
        while unfiled.bytes > options.bytesWanted, fileSlice() {}
        pool.writeWithoutTransaction { db in checkpointer.finish(db, ahead) }
        checkpointer.mayBegin(ahead)
        ahead.writeAhead()
    }

    /// Moves slices in transactions of their own while no requests wait.
    private func moveSlicesWhileIdle() {
        for _ in 0..<Self.slicesAtOnce where waiting.withLock({ $0.requests.isEmpty }) {
            guard fileSlice() else { return }
        }
    }

    /// Commits the next slice in a transaction of its own. Returns false if there is none or the
    /// commit fails.
    private func fileSlice() -> Bool {
        guard let slice = work.filing.slice() else { return false }
        do { try commit([], slice) } catch {
            work.log.clearCache()
            work.filing.hold()
            return false
        }
        return true
    }

    /// Closes the database, with an empty journal and without a write-ahead log. The callback for
    /// the last request runs afterwards, so that a program that opens or copies the file next meets
    /// no open connection.
    ///
    /// Failures are ignored, because data in the log is as durable, and SQLite reads both files.
    private func closeDatabase() {
        while fileSlice() {}
        work.filing.begin(unfiled, through: work.log.seq)
        while fileSlice() {}
        checkpointer.wait()
        try? pool.writeWithoutTransaction(continuity.close)
        _ = try? pool.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        // Close the readers first. If a reader closed last, the log's files would remain.
        pool.invalidateReadOnlyConnections()
        try? pool.close()
    }

    /// Sets a failure as the answer to each request of a failed transaction, of which nothing was
    /// stored.
    private func fail(_ batch: [any WriterRequest], _ error: any Error) {
        let sentence = StoreFile.sentence(error)
        work.log.clearCache()
        let time = now()
        waiting.withLock { waiting in
            waiting.failures += 1
            if case .ok = waiting.health { waiting.health = .failing(since: time, sentence) }
        }
        for request in batch {
            request.refuseFollowing(&work.log)
            request.fail(sentence)
        }
    }
}
