import Dispatch
import GRDB
import Synchronization
import Threads

/// Copies the pages of the write-ahead log into the database's file, on a thread and a connection of its own, so that
/// no commit waits for it.
///
/// While commits go on it never reaches the log's end, and the log would never begin anew: when it is nearly there the
/// writer does the rest (``finish(_:)``), which is little.
final class Checkpointer: Sendable {
    private enum Phase { case idle, copying, nearlyDone }

    private let path: String
    private let thread = WorkerThreads(name: "checkpoint")
    private let phase = Mutex(Phase.idle)
    /// The frames at which the last one was begun that came to nothing.
    private let failedAt = Mutex(0)

    init(_ path: String) { self.path = path }

    /// Begins, if the log has become long.
    func mayBegin(_ log: WriteAheadLog) {
        let frames = log.frames
        guard frames >= log.checkpointFrames else { return failedAt.withLock { $0 = 0 } }
        // One that was in vain, because of a reader or of the disk, is tried again after as many more.
        guard frames >= failedAt.withLock({ $0 }) + log.checkpointFrames else { return }
        let begins = phase.withLock { phase in
            guard phase == .idle else { return false }
            phase = .copying
            return true
        }
        guard begins else { return }
        thread.run { [self] in
            let copied = Self.copy(path)
            if !copied { failedAt.withLock { $0 = frames } }
            phase.withLock { $0 = copied ? .nearlyDone : .idle }
        }
    }

    /// Until nothing is being copied any more.
    func wait() {
        let done = DispatchSemaphore(value: 0)
        thread.run { done.signal() }
        done.wait()
    }

    /// Copies what was committed meanwhile, when the rest is copied: the next commit begins the log anew. On the
    /// writer's connection, between two transactions.
    ///
    /// Where commits are that much faster than the copying, they wait for it: the log has an end.
    func finish(_ db: Database, _ log: WriteAheadLog) {
        if log.frames >= log.limitFrames, phase.withLock({ $0 == .copying }) { wait() }
        let isDue = phase.withLock { phase in
            guard phase == .nearlyDone else { return false }
            phase = .idle
            return true
        }
        guard isDue else { return }
        let result = try? db.checkpoint(.passive)
        if result.map({ $0.walFrameCount != $0.checkpointedFrameCount }) ?? true {
            failedAt.withLock { $0 = log.frames }
        } else {
            log.isCopied()
        }
    }

    private static func copy(_ path: String) -> Bool {
        // A connection only as long as it is needed: the last one to be closed must be the writer's.
        guard let queue = try? DatabaseQueue(path: path, configuration: StoreFile.configuration) else { return false }
        let done = try? queue.writeWithoutTransaction { db in try db.checkpoint(.passive) }
        try? queue.close()
        return done != nil
    }
}
