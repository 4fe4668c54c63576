import Foundation
import GRDB
import GameState
import Storage

/// A store that keeps rooms in a SQLite file of a directory. A commit appends its deltas to a
/// journal. Later, the writer moves them into segments, which hold successive deltas of one ledger.
///
/// Confined to the loop's thread. The store writes and reads on two threads of its own. They call
/// `notify` with their results, once per commit, and the owner passes those results to
/// ``complete(_:)`` on the loop.
public final class DurableStore: PersistentStore {
    private let lock: DirectoryLock
    let pool: DatabasePool
    private let writer: StoreWriter
    private let unfiled: PendingDeltas
    private let reader: StoreReader
    let now: @Sendable () -> Int
    private let notify: @Sendable (StoreCompletion) -> Void
    private var lastNumber = 0
    /// The callbacks of unfinished requests, by number. Only the owner's thread frees them.
    private var callbacks: [Int: () -> Void] = [:]
    private var isClosed = false
    var guests = UnsavedGuests()
    var claimedNames: ClaimedNames

    public let lastAlive: Int?
    /// A lower bound for the number of lost commits, which a damaged write-ahead log holds but
    /// SQLite cannot read.
    public let lostCommits: Int
    /// A sentence that says why rooms begin new epochs; nil if they do not.
    public let newEpochs: String?
    public var damage: String? {
        guard lostCommits > 0 else { return nil }
        return
            "the write-ahead log in \(lock.directory) was damaged: at least \(lostCommits) commits are lost; a backup may have them"
    }

    /// Opens the store of a directory, and creates the directory if it is missing. A file of an
    /// older format is copied beside itself and then migrated.
    public init(
        directory: String, durability: StoreDurability, limits: Limits = Limits(), filing: JournalOptions = .init(),
        now: @escaping @Sendable () -> Int, notify: @escaping @Sendable (StoreCompletion) -> Void
    ) throws(StoreOpenError) {
        FileSystem.makeNewFilesPrivate()
        try Self.make(directory)
        lock = try DirectoryLock(directory)
        self.now = now
        self.notify = notify
        let path = StoreFile.path(in: directory)
        lostCommits = LogDamage(of: path)?.lostCommits ?? 0
        let continuity = StoreContinuity(directory: directory, durability: durability, isDamaged: lostCommits > 0)
        pool = try StoreFile.open(path, durability: durability, now: now())
        let generation: Generation
        do {
            newEpochs = try pool.writeWithoutTransaction(continuity.open)?.description
            generation = try pool.read(MetaTable.generation)
            let journal = try pool.read(Journal.init)
            unfiled = journal.unfiled
            claimedNames = try pool.read(ClaimedNames.init)
            lastAlive = [try pool.read(MetaTable.lastAlive), unfiled.newest].compactMap { $0 }.max()
            writer = try StoreWriter(
                pool: pool, journal: journal, file: StoreFileWatch(path), continuity: continuity, options: filing,
                now: now, notify: notify)
        } catch {
            throw StoreFile.failure(error, path)
        }
        reader = StoreReader(pool: pool, limits: limits, unfiled: unfiled, generation: generation, notify: notify)
        FileSystem.makePrivate(directory, files: Self.files(in: directory))
    }

    /// Returns the names of the store's own files. Folders that an operator has put beside them are
    /// not included.
    private static func files(in directory: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { $0 == "lock" || $0.hasPrefix("gomoku.sqlite") }
    }

    /// Creates the directory unless it exists.
    static func make(_ directory: String) throws(StoreOpenError) {
        guard !FileManager.default.fileExists(atPath: directory) else { return }
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw .cannotMake(directory: directory, why: error.localizedDescription.trimmingCharacters(in: ["."]))
        }
        // Make the new directory as durable as the files that it will contain.
        try FileSystem.sync(FileSystem.directory(of: directory))
    }

    public var health: StoreHealth { writer.health }
    public var pendingBytes: Int { writer.bytesToCome }

    public var metrics: [(name: String, help: String, value: Int)] {
        [
            (
                "gomoku_commits_total", "Transactions committed. With full durability, each takes at least one fsync.",
                writer.commits
            ),
            ("gomoku_failed_commits_total", "Transactions that failed to commit.", writer.failures),
            ("gomoku_stored_deltas_total", "Deltas committed.", writer.deltas),
            ("gomoku_store_backlog", "Writes waiting for the disk.", writer.backlog),
        ]
    }

    /// Calls the callbacks of all finished requests, on the loop's thread, in the order in which
    /// the requests finished.
    public func complete(_ completion: StoreCompletion) {
        for index in 0..<completion.count { complete(completion, at: index) }
    }

    /// Calls the callback of the request at `index` (from 0) of the completion. Call this for every
    /// index, in order.
    public func complete(_ completion: StoreCompletion, at index: Int) {
        callbacks.removeValue(forKey: completion.requests[index])?()
    }

    // MARK: requests

    private func newNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Answers a request without the database. The callback runs later, never within the caller's
    /// own call.
    func answer<Answer: StoreAnswer & Sendable>(_ answer: Answer, _ done: @escaping (Answer) -> Void) {
        let request = StoreRequest<Answer>(newNumber())
        request.answer = answer
        callbacks[request.number] = { done(request.answer) }
        notify(StoreCompletion(requests: [request.number]))
    }

    /// Calls `work` in the writer's transaction, and then `done` on the owner's thread. Throwing
    /// fails the whole transaction, except for errors that ``WriterRequest/perform(_:_:)`` catches.
    ///
    /// - Parameter people: the participants whom the request concerns.
    func write<Answer: StoreAnswer & Sendable>(
        kind: WriteKind = .write, about people: @autoclosure () -> [ParticipantID] = [],
        _ done: @escaping (Answer) -> Void, _ work: @escaping WriteRequest<Answer>.Work
    ) {
        send(WriteRequest(newNumber(), kind, guests: unsaved(people()), work), done)
    }

    /// Sends the writer a request that stores nothing.
    private func writeNothing(_ kind: WriteKind, _ done: @escaping () -> Void) {
        write(kind: kind, { (_: StoreFailure?) in done() }, { _, _ in nil })
    }

    /// Returns the unsaved guests among the people. They are stored in the transaction of the
    /// request that concerns them.
    private func unsaved(_ people: @autoclosure () -> [ParticipantID]) -> [StoredParticipant] {
        guests.isEmpty ? [] : guests.among(people())
    }

    private func send<Answer, Request: StoreRequest<Answer> & WriterRequest>(
        _ request: Request, _ done: @escaping (Answer) -> Void
    ) {
        if request.guests.isEmpty {
            callbacks[request.number] = { done(request.answer) }
        } else {
            callbacks[request.number] = { [self] in
                if request.answer.isStored { guests.stored(request.guests) }
                done(request.answer)
            }
        }
        // Use `notify` so that the callback runs later, never within the caller's own call.
        if isClosed {
            notify(StoreCompletion(requests: [request.number]))
        } else if !writer.add(request) {
            request.fail(StoreFile.overload)
            notify(StoreCompletion(requests: [request.number]))
        }
    }

    /// Calls `read` on the reader's thread, and then `done` on the owner's thread.
    func read<Value: Sendable>(
        _ done: @escaping (Result<Value, StoreFailure>) -> Void,
        _ read: @escaping @Sendable (RoomReader) throws -> Value
    ) {
        self.read(done, copy: { _ in }, { reader, _ in try read(reader) })
    }

    /// Calls `copy` and then `read` on the reader's thread (``StoreReader/read(_:copy:_:)``), and
    /// then `done` on the owner's thread.
    func read<Copy: Sendable, Value: Sendable>(
        _ done: @escaping (Result<Value, StoreFailure>) -> Void,
        copy: @escaping @Sendable (PendingDeltas) -> Copy,
        _ read: @escaping @Sendable (RoomReader, Copy) throws -> Value
    ) {
        let request = StoreRequest<Result<Value, StoreFailure>>(newNumber())
        callbacks[request.number] = { done(request.answer) }
        reader.read(request, copy: copy, read)
    }

    // MARK: writing

    public func append(_ append: Append, _ done: @escaping (AppendFailure?) -> Void) {
        send(AppendRequest(newNumber(), append, guests: unsaved(append.people)), done)
    }

    public func save(_ participant: StoredParticipant, _ done: @escaping (StoreFailure?) -> Void) {
        // Update the guest in memory first, so that other writes about an unsaved guest use the new
        // name too.
        let isNew = guests[participant.participant.id] != nil
        if isNew { _ = guests.add(participant) }
        write { [self] (failure: StoreFailure?) in
            if isNew, failure == nil { guests.stored([participant]) }
            done(failure)
        } _: { [now] _, db in
            try PeopleTable.save(participant, seen: now(), db)
            return nil
        }
    }

    public func add(_ guest: StoredParticipant, _ done: @escaping () -> Void) {
        let oldest = guests.add(guest)
        for one in oldest { save(one) { _ in } }
        answer(nil as StoreFailure?) { _ in done() }
    }

    public func storeChat(
        _ line: ChatMessage, in room: RoomName, epoch: String, limit: Int, _ done: @escaping (StoreFailure?) -> Void
    ) {
        write(about: [line.by.id], done) { log, db in
            if let row = try log.row(of: room, epoch: epoch, db) {
                try ChatTable.add(line, of: row.id, limit: limit, db)
            }
            return nil
        }
    }

    public func storeOrder(
        _ people: [ParticipantID], in room: RoomName, epoch: String, _ done: @escaping (StoreFailure?) -> Void
    ) {
        write(about: people, done) { log, db in
            if let row = try log.row(of: room, epoch: epoch, db) {
                try MetaTable.writeOrder(people, of: row.id, epoch: row.epoch, db)
            }
            return nil
        }
    }

    /// Removes rooms that `retention` covers. Appends wait meanwhile, so a `limit` of about a
    /// hundred rooms is a good choice.
    public func purge(
        _ retention: Retention, keeping kept: Set<RoomName>, limit: Int,
        _ done: @escaping (Result<Int, StoreFailure>) -> Void
    ) {
        write(done) { log, db in .success(try log.purge(retention, keeping: kept, limit: limit, db)) }
    }

    public func heartbeat(_ done: @escaping (StoreFailure?) -> Void) {
        write(done) { [now] _, db in
            try MetaTable.set(MetaTable.alive, now(), db)
            return nil
        }
    }

    public func checkFiles() { writeNothing(.checkFiles) {} }

    public func close(_ done: @escaping () -> Void) {
        for guest in guests.all { save(guest) { _ in } }
        writeNothing(.close, done)
        isClosed = true
    }
}
