import Dispatch
import GRDB
import GameState
import Synchronization

/// The one thread that writes. Everything that arrived while the last commit was on its way shares the next one.
final class StoreWriter: Sendable {
    /// Jobs that may wait; over it the disk is far behind and appends are refused.
    static let waitingLimit = 200_000
    /// Jobs in one transaction, so that a commit's time stays bounded.
    static let batchLimit = 10_000

    private struct Waiting {
        var jobs: [(token: Int, job: StoreJob)] = []
        var isRunning = false
        var health = StoreHealth.ok
        var commits = 0
        var deltas = 0
    }

    private let pool: DatabasePool
    private let queue = DispatchQueue(label: "gomoku.store.writer")
    private let waiting = Mutex(Waiting())
    /// Used on the writer's queue only.
    private let log: Mutex<RoomLog>
    private let notify: @Sendable (StoreCompletion) -> Void
    private let now: @Sendable () -> Int

    init(pool: DatabasePool, now: @escaping @Sendable () -> Int, notify: @escaping @Sendable (StoreCompletion) -> Void) {
        self.pool = pool
        self.now = now
        self.notify = notify
        log = Mutex(RoomLog())
    }

    var health: StoreHealth { waiting.withLock { $0.health } }
    var commits: Int { waiting.withLock { $0.commits } }
    var deltas: Int { waiting.withLock { $0.deltas } }
    var backlog: Int { waiting.withLock { $0.jobs.count } }

    /// Whether it was taken.
    func add(_ token: Int, _ job: StoreJob) -> Bool {
        let (taken, start) = waiting.withLock { waiting -> (Bool, Bool) in
            guard waiting.jobs.count < Self.waitingLimit else { return (false, false) }
            waiting.jobs.append((token, job))
            defer { waiting.isRunning = true }
            return (true, !waiting.isRunning)
        }
        if start { queue.async { self.drain() } }
        return taken
    }

    /// Batch after batch until nothing waits.
    private func drain() {
        while true {
            let batch = waiting.withLock { waiting -> [(token: Int, job: StoreJob)] in
                guard !waiting.jobs.isEmpty else {
                    waiting.isRunning = false
                    return []
                }
                let batch = Array(waiting.jobs.prefix(Self.batchLimit))
                waiting.jobs.removeFirst(batch.count)
                return batch
            }
            if batch.isEmpty { return }
            notify(StoreCompletion(outcomes: write(batch)))
        }
    }

    /// One transaction. Nothing is reported before its commit returned.
    private func write(_ batch: [(token: Int, job: StoreJob)]) -> [(token: Int, outcome: StoreOutcome)] {
        do {
            var outcomes: [(token: Int, outcome: StoreOutcome)] = []
            outcomes.reserveCapacity(batch.count)
            var appended = 0
            var hasWritten = false
            try pool.writeWithoutTransaction { db in
                try log.withLock { log in
                    try db.inTransaction(.immediate) {
                        for (token, job) in batch {
                            switch job {
                            case .append(let append):
                                let failure = try log.append(append, db)
                                if failure == nil {
                                    appended += 1
                                    hasWritten = true
                                }
                                outcomes.append((token, .appended(failure)))
                            case .save(let participant):
                                try PeopleTable.save(participant, seen: now(), db)
                                hasWritten = true
                                outcomes.append((token, .saved(nil)))
                            case .purge(let before, let limit):
                                outcomes.append((token, .purged(.success(try log.purge(before: before, limit: limit, db)))))
                            case .close: outcomes.append((token, .closed))
                            }
                        }
                        try log.settle(db)
                        return .commit
                    }
                }
            }
            waiting.withLock { waiting in
                // A transaction that wrote nothing says nothing of the disk.
                if hasWritten { waiting.health = .ok }
                waiting.commits += 1
                waiting.deltas += appended
            }
            return outcomes
        } catch {
            return failed(batch, error)
        }
    }

    /// The transaction is void: nothing of the batch is stored, and everybody is told so.
    private func failed(_ batch: [(token: Int, job: StoreJob)], _ error: any Error) -> [(token: Int, outcome: StoreOutcome)] {
        let sentence = StoreFile.sentence(error)
        log.withLock { log in
            log.forget()
            for case .append(let append) in batch.map(\.job) { log.refuse(append) }
        }
        let time = now()
        waiting.withLock { waiting in
            if case .ok = waiting.health { waiting.health = .failing(since: time, sentence) }
        }
        return batch.map { token, job in
            switch job {
            case .append: (token, .appended(.unavailable(sentence)))
            case .save: (token, .saved(StoreFailure(sentence)))
            case .purge: (token, .purged(.failure(StoreFailure(sentence))))
            case .close: (token, .closed)
            }
        }
    }
}
