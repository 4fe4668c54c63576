import Dispatch
import Foundation
import GRDB
import GameState

/// Rooms in a SQLite file of a directory: deltas are the truth, one row each.
///
/// Confined to the loop's thread. Writing and reading happen on two threads of its own; what they finish comes back through
/// `notify` (called on those threads, once a commit), to be handed to ``complete(_:)`` on the loop.
public final class DurableStore: RoomStore {
    private let lock: DirectoryLock
    private let pool: DatabasePool
    private let writer: StoreWriter
    private let readers = DispatchQueue(label: "gomoku.store.reader")
    private let limits: Limits
    private let notify: @Sendable (StoreCompletion) -> Void
    private var lastToken = 0
    private var waiting: [Int: (StoreOutcome) -> Void] = [:]

    /// Opens the directory, made if it is not there; takes the file to the newest format, with a backup beside it.
    public init(
        directory: String, durability: StoreDurability, limits: Limits = Limits(),
        now: @escaping @Sendable () -> Int, notify: @escaping @Sendable (StoreCompletion) -> Void
    ) throws(StoreOpenError) {
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw .cannotMake(directory: directory, why: error.localizedDescription)
        }
        guard FileManager.default.isWritableFile(atPath: directory) else { throw .readOnly(path: directory) }
        guard let lock = DirectoryLock(directory) else { throw .inUse(directory: directory) }
        self.lock = lock
        self.limits = limits
        self.notify = notify
        pool = try StoreFile.open(StoreFile.path(in: directory), durability: durability, now: now())
        writer = StoreWriter(pool: pool, now: now, notify: notify)
    }

    /// Whether it can write.
    public var health: StoreHealth { writer.health }

    /// Counters for `/metrics`.
    public var metrics: [(name: String, help: String, value: Int)] {
        [
            ("gomoku_commits_total", "Transactions committed; with full durability each is one fsync or two.", writer.commits),
            ("gomoku_stored_deltas_total", "Deltas committed.", writer.deltas),
            ("gomoku_store_backlog", "Writes that wait for the disk.", writer.backlog),
        ]
    }

    /// Calls those who asked, on the loop's thread, in the order in which things were done.
    public func complete(_ completion: StoreCompletion) {
        for (token, outcome) in completion.outcomes { waiting.removeValue(forKey: token)?(outcome) }
    }

    // MARK: writing

    public func append(_ append: Append, _ done: @escaping (AppendFailure?) -> Void) {
        let refused = AppendFailure.unavailable("The server's disk is too slow for what is going on. Try again in a moment.")
        write(.append(append), refused: .appended(refused)) { outcome in
            if case .appended(let failure) = outcome { done(failure) }
        }
    }

    public func save(_ participant: StoredParticipant, _ done: @escaping (StoreFailure?) -> Void) {
        write(.save(participant), refused: .saved(StoreFailure("the disk is too slow"))) { outcome in
            if case .saved(let failure) = outcome { done(failure) }
        }
    }

    /// Removes rooms that were not changed since `before` (milliseconds since 1970), at most `limit`; tells how many.
    public func purge(before: Int, limit: Int, _ done: @escaping (Result<Int, StoreFailure>) -> Void) {
        write(.purge(before: before, limit: limit), refused: .purged(.failure(StoreFailure("the disk is too slow")))) { outcome in
            if case .purged(let result) = outcome { done(result) }
        }
    }

    public func close(_ done: @escaping () -> Void) {
        write(.close, refused: .closed) { _ in done() }
    }

    private func write(_ job: StoreJob, refused: StoreOutcome, _ done: @escaping (StoreOutcome) -> Void) {
        let token = remember(done)
        // Told later, as always: whoever asks is never called back from inside its own call.
        if !writer.add(token, job) { notify(StoreCompletion(outcomes: [(token, refused)])) }
    }

    // MARK: reading

    public func load(_ room: RoomName, _ done: @escaping (Result<StoredRoom?, StoreFailure>) -> Void) {
        let token = remember { if case .room(let result) = $0 { done(result) } }
        read(token) { .room($0) } _: { try $0.room(room) }
    }

    public func history(
        _ room: RoomName, from: Int, to: Int, limit: Int, _ done: @escaping (Result<[AcceptedDelta], StoreFailure>) -> Void
    ) {
        let token = remember { if case .history(let result) = $0 { done(result) } }
        read(token) { .history($0) } _: { try $0.history(room, from: from, to: to, limit: limit) }
    }

    public func rooms(before: Int?, limit: Int, _ done: @escaping (Result<[RoomSummary], StoreFailure>) -> Void) {
        let token = remember { if case .rooms(let result) = $0 { done(result) } }
        read(token) { .rooms($0) } _: { try $0.rooms(before: before, limit: limit) }
    }

    public func participant(tokenHash: [UInt8], _ done: @escaping (Result<Participant?, StoreFailure>) -> Void) {
        let token = remember { if case .participant(let result) = $0 { done(result) } }
        read(token) { .participant($0) } _: { try PeopleTable.find(tokenHash: tokenHash, $0.db) }
    }

    public func participants(_ ids: [ParticipantID], _ done: @escaping (Result<[Participant], StoreFailure>) -> Void) {
        let token = remember { if case .participants(let result) = $0 { done(result) } }
        read(token) { .participants($0) } _: { try PeopleTable.find(ids, $0.db) }
    }

    private func read<Value: Sendable>(
        _ token: Int, _ outcome: @escaping @Sendable (Result<Value, StoreFailure>) -> StoreOutcome,
        _ read: @escaping @Sendable (RoomReader) throws -> Value
    ) {
        readers.async { [pool, limits, notify] in
            let result: Result<Value, StoreFailure>
            do {
                result = .success(try pool.read { db in try read(RoomReader(db: db, limits: limits)) })
            } catch {
                result = .failure(StoreFailure("\(error)"))
            }
            notify(StoreCompletion(outcomes: [(token, outcome(result))]))
        }
    }

    private func remember(_ done: @escaping (StoreOutcome) -> Void) -> Int {
        lastToken += 1
        waiting[lastToken] = done
        return lastToken
    }
}
