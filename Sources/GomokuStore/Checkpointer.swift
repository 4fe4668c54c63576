import Dispatch
import GRDB
import Synchronization
import Threads

/// Copies pages from the write-ahead log into the database file, on a thread and a connection of
/// its own, so that no commit waits for it.
///
/// While commits go on, this copy never reaches the end of the log, so SQLite could not start the
/// log over. When little is left, the writer therefore copies the rest in ``finish(_:_:)``.
final class Checkpointer: Sendable {
    private enum Phase { case idle, copying, nearlyDone }

    private let path: String
    private let thread = WorkerThreads(name: "checkpoint")
    private let phase = Mutex(Phase.idle)
    /// The log's length in frames when the last failed checkpoint began; 0 after the log became
    /// short again.
    private let failedAt = Mutex(0)

    init(_ path: String) { self.path = path }

    /// Starts copying if the log has become long.
    func mayBegin(_ log: WriteAheadLog) {
        let frames = log.frames
        guard frames >= log.checkpointFrames else { return failedAt.withLock { $0 = 0 } }
        // After a failed checkpoint, wait until the log has grown by `checkpointFrames` more. A
        // reader or the disk may have prevented it.
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

    /// Waits until no copy is in progress.
    func wait() {
        let done = DispatchSemaphore(value: 0)
        thread.run { done.signal() }
        done.wait()
    }

    /// Copies the frames that were committed during a copy, so that the next commit starts the log
    /// over. Call this on the writer's connection, between two transactions.
    ///
    /// If commits outrun the copy, this function waits for it, which keeps the log's length
    /// bounded.
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
        // Close this connection right after use, because the last connection to close must be the
        // writer's.
        guard let queue = try? DatabaseQueue(path: path, configuration: StoreFile.configuration) else { return false }
        let done = try? queue.writeWithoutTransaction { db in try db.checkpoint(.passive) }
        try? queue.close()
        return done != nil
    }
}
