import GRDB
import GameState
import Storage
import Synchronization
import Threads

/// The one thread that writes. Everything that arrived while the last commit was on its way shares the next one.
final class StoreWriter: Sendable {
    /// Jobs that may wait; over it the disk is far behind and appends are refused.
    static let waitingLimit = 200_000
    /// Bytes of deltas that may wait: seconds of a slow disk. Over it, too, appends are refused.
    static let waitingBytesLimit = 64 << 20
    /// Jobs in one transaction. More would save little of the disk's time, and its writes would keep the core that the
    /// loop may share with it in the kernel for longer than a ping should wait.
    static let batchLimit = 200
    /// Bytes of deltas after which a transaction ends: while it is made, they are in memory several times.
    static let batchBytes = 1 << 20
    /// Slices filed in a row while nobody writes, between two looks.
    static let slicesAtOnce = 64

    /// `people` are stored before what they have asked for.
    typealias Ask = (token: Int, job: StoreJob, people: [StoredParticipant])

    private struct Waiting {
        var asks: [Ask] = []
        /// Jobs that were taken and are not carried out yet.
        var inHand = 0
        var count: Int { asks.count + inHand }
        /// Bytes of both.
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
    private let unfiled: Unfiled
    private let options: FilingOptions
    private let ahead: WriteAheadLog
    private let checkpointer: Checkpointer
    private let notify: @Sendable (StoreCompletion) -> Void
    private let now: @Sendable () -> Int

    /// With the journal as the start has found it; throws when the file cannot be read.
    init(
        pool: DatabasePool, journal: Journal, file: StoreFileWatch, continuity: StoreContinuity,
        options: FilingOptions, now: @escaping @Sendable () -> Int,
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
        state = WriterState(log: log, filing: Filing(journal, options))
    }

    /// The state, on the thread that may use it.
    private var work: WriterState {
        assert(thread.isCurrent, "Only the writer's thread may use its state.")
        return state
    }

    var health: StoreHealth { waiting.withLock { $0.health } }
    /// Transactions committed.
    var commits: Int { waiting.withLock { $0.commits } }
    /// Deltas committed.
    var deltas: Int { waiting.withLock { $0.deltas } }
    /// Transactions that failed.
    var failures: Int { waiting.withLock { $0.failures } }
    /// Jobs that wait.
    var backlog: Int { waiting.withLock { $0.count } }
    /// Bytes that the files will yet get: what waits, what goes from the log into the file, and what is moved within it.
    var bytesToCome: Int { waiting.withLock { $0.bytes } + ahead.uncopiedBytes + unfiled.bytes }

    /// Whether it was taken.
    func add(_ token: Int, _ job: StoreJob, _ people: [StoredParticipant] = []) -> Bool {
        let (taken, start) = waiting.withLock { waiting -> (Bool, Bool) in
            let bytes = job.bytes
            guard waiting.count < Self.waitingLimit, bytes == 0 || waiting.bytes < Self.waitingBytesLimit else {
                return (false, false)
            }
            waiting.asks.append((token, job, people))
            waiting.bytes += bytes
            defer { waiting.isRunning = true }
            return (true, !waiting.isRunning)
        }
        if start { thread.run { self.drain() } }
        return taken
    }

    /// Batch after batch until nothing waits.
    private func drain() {
        while var jobs = takeAll() {
            var start = 0
            while start < jobs.count {
                let (end, bytes) = Self.batch(of: jobs, from: start)
                let batch = Array(jobs[start..<end])
                // What is stored need not wait in memory for what comes behind it.
                if end < jobs.count { for place in start..<end { jobs[place] = Self.done } }
                start = end
                let outcomes = write(batch, bytes)
                let isLast = batch.contains { if case .close = $0.job { true } else { false } }
                if isLast { shut() }
                waiting.withLock { waiting in
                    waiting.inHand -= batch.count
                    waiting.bytes -= bytes
                }
                notify(StoreCompletion(outcomes: outcomes))
                guard !isLast else { continue }
                lookAfter(isQuiet: batch.allSatisfy { if case .look = $0.job { true } else { false } })
            }
        }
    }

    /// In the place of one that was taken.
    private static let done: Ask = (0, .look, [])

    /// Where the transaction ends that begins with the job at `start`, and how many bytes it has.
    private static func batch(of jobs: [Ask], from start: Int) -> (end: Int, bytes: Int) {
        let last = min(start + batchLimit, jobs.count)
        var (end, bytes) = (start, 0)
        while end < last, bytes < batchBytes {
            bytes += jobs[end].job.bytes
            end += 1
        }
        return (end, bytes)
    }

    /// What waits, in order; nil, and nothing runs any more, when nothing does.
    private func takeAll() -> [Ask]? {
        waiting.withLock { waiting in
            guard !waiting.asks.isEmpty else {
                waiting.isRunning = false
                return nil
            }
            var jobs: [Ask] = []
            swap(&jobs, &waiting.asks)
            waiting.inHand = jobs.count
            return jobs
        }
    }

    /// One transaction. Nothing is reported before its commit returned.
    private func write(_ batch: [Ask], _ bytes: Int) -> [(token: Int, outcome: StoreOutcome)] {
        do {
            let slice = work.filing.slice(for: bytes)
            do { return try commit(batch, slice) } catch {
                // What is filed may wait; only not for ever, as it is kept in memory meanwhile.
                guard slice != nil, unfiled.bytes < options.bytesLimit else { throw error }
                work.log.forget()
                work.filing.hold()
                return try commit(batch, nil)
            }
        } catch {
            return failed(batch, error)
        }
    }

    private func commit(_ batch: [Ask], _ slice: Filing.Slice?) throws -> [(token: Int, outcome: StoreOutcome)] {
        var outcomes: [(token: Int, outcome: StoreOutcome)] = []
        outcomes.reserveCapacity(batch.count)
        try file.check()
        let work = work
        let changes = try pool.writeWithoutTransaction { db in
            let before = db.totalChangesCount
            try db.inTransaction(.immediate) {
                for (token, job, people) in batch {
                    for guest in people { try PeopleTable.save(guest, seen: now(), db) }
                    outcomes.append((token, try job.carryOut(&work.log, now, db)))
                }
                try work.log.settle(db)
                if let slice { try work.filing.carryOut(slice, unfiled, db) }
                return .commit
            }
            return db.totalChangesCount - before
        }
        work.log.committed()
        if let slice { work.filing.committed(slice, unfiled) } else { work.filing.passed() }
        // What was committed to a file that nobody finds again is not stored; should the file come back, it goes on
        // behind what it holds.
        try file.check()
        // Nothing was written: nothing can be said of the disk.
        guard changes > 0 else { return outcomes }
        let appended = outcomes.count { if case .appended(nil) = $0.outcome { true } else { false } }
        waiting.withLock { waiting in
            waiting.health = .ok
            waiting.commits += 1
            waiting.deltas += appended
        }
        return outcomes
    }

    // MARK: filing

    /// After each commit, when its deltas have been reported: what can wait.
    private func lookAfter(isQuiet: Bool) {
        let pending = unfiled.pendingBytes
        if pending == 0 { work.pendingSince = nil } else if work.pendingSince == nil { work.pendingSince = now() }
        let isOld = work.pendingSince.map { now() - $0 >= options.milliseconds } ?? false
        if pending >= options.bytes || isOld, !work.filing.isActive {
            work.filing.begin(unfiled, through: work.log.seq)
            work.pendingSince = nil
        }
        if isQuiet { fileAlone() }
        // Commits larger than the slices they take along must not outrun them: what is kept in memory has an end.
        while unfiled.bytes > options.bytesWanted, fileSlice() {}
        pool.writeWithoutTransaction { db in checkpointer.finish(db, ahead) }
        checkpointer.mayBegin(ahead)
        ahead.writeAhead()
    }

    /// Where no commits take slices along, they go by themselves, until somebody writes.
    private func fileAlone() {
        for _ in 0..<Self.slicesAtOnce where waiting.withLock({ $0.asks.isEmpty }) {
            guard fileSlice() else { return }
        }
    }

    /// Whether there was a slice, and it is filed.
    private func fileSlice() -> Bool {
        guard let slice = work.filing.slice() else { return false }
        do { _ = try commit([], slice) } catch {
            work.log.forget()
            work.filing.hold()
            return false
        }
        return true
    }

    /// Leaves one file behind instead of two, and no journal, and lets go of it before anybody is told: what opens the
    /// file next, or copies it, must not meet a connection that is on its way out. Only tidiness: what is in the other
    /// file is as safe, and SQLite looks at both.
    private func shut() {
        while fileSlice() {}
        work.filing.begin(unfiled, through: work.log.seq)
        while fileSlice() {}
        checkpointer.wait()
        try? pool.writeWithoutTransaction(continuity.close)
        _ = try? pool.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        // A reader that is closed last would leave the log's files behind.
        pool.invalidateReadOnlyConnections()
        try? pool.close()
    }

    /// The transaction is void: nothing of the batch is stored, and everybody is told so.
    private func failed(_ batch: [Ask], _ error: any Error) -> [(token: Int, outcome: StoreOutcome)] {
        let sentence = StoreFile.sentence(error)
        work.log.forget()
        for case .append(let append) in batch.map(\.job) { work.log.refuse(append) }
        let time = now()
        waiting.withLock { waiting in
            waiting.failures += 1
            if case .ok = waiting.health { waiting.health = .failing(since: time, sentence) }
        }
        return batch.map { ($0.token, $0.job.failed(sentence)) }
    }
}
