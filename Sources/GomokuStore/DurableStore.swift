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
    let reader: StoreReader
    private let notify: @Sendable (StoreCompletion) -> Void
    private var lastToken = 0
    private var waiting: [Int: (StoreOutcome) -> Void] = [:]
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
        let (token, outcome) = completion.outcomes[index]
        waiting.removeValue(forKey: token)?(outcome)
    }

    func remember(_ done: @escaping (StoreOutcome) -> Void) -> Int {
        lastToken += 1
        waiting[lastToken] = done
        return lastToken
    }

    // MARK: writing

    public func append(_ append: Append, _ done: @escaping (AppendFailure?) -> Void) {
        write(.append(append)) { if case .appended(let failure) = $0 { done(failure) } }
    }

    public func save(_ participant: StoredParticipant, _ done: @escaping (StoreFailure?) -> Void) {
        // Update the guest in memory first, so that other writes about an unsaved guest use the new
        // name too.
        let isNew = guests[participant.participant.id] != nil
        if isNew { _ = guests.add(participant) }
        write(.save(participant)) { [self] outcome in
            if isNew, outcome.isStored { guests.stored([participant]) }
            if case .saved(let failure) = outcome { done(failure) }
        }
    }

    public func add(_ guest: StoredParticipant, _ done: @escaping () -> Void) {
        let oldest = guests.add(guest)
        for one in oldest { save(one) { _ in } }
        answer(.saved(nil)) { _ in done() }
    }

    /// Answers a request without the database. As always, the callback runs later.
    func answer(_ outcome: StoreOutcome, _ done: @escaping (StoreOutcome) -> Void) {
        notify(StoreCompletion(outcomes: [(remember(done), outcome)]))
    }

    public func storeChat(
        _ line: ChatMessage, in room: RoomName, epoch: String, limit: Int, _ done: @escaping (StoreFailure?) -> Void
    ) {
        write(.say(line, in: room, epoch: epoch, limit: limit)) { if case .saved(let failure) = $0 { done(failure) } }
    }

    public func storeOrder(
        _ people: [ParticipantID], in room: RoomName, epoch: String, _ done: @escaping (StoreFailure?) -> Void
    ) {
        write(.storeOrder(people, in: room, epoch: epoch)) { if case .saved(let failure) = $0 { done(failure) } }
    }

    /// Removes rooms that `retention` covers. Appends wait meanwhile, so a `limit` of about a
    /// hundred rooms is a good choice.
    public func purge(
        _ retention: Retention, keeping kept: Set<RoomName>, limit: Int,
        _ done: @escaping (Result<Int, StoreFailure>) -> Void
    ) {
        write(.purge(retention, keeping: kept, limit: limit)) { if case .purged(let result) = $0 { done(result) } }
    }

    public func heartbeat(_ done: @escaping (StoreFailure?) -> Void) {
        write(.heartbeat) { if case .alive(let failure) = $0 { done(failure) } }
    }

    public func checkFiles() { write(.checkFiles) { _ in } }

    public func close(_ done: @escaping () -> Void) {
        for guest in guests.all { save(guest) { _ in } }
        write(.close) { _ in done() }
        isClosed = true
    }

    func write(_ job: StoreJob, _ done: @escaping (StoreOutcome) -> Void) {
        // Store unsaved guests whom the job concerns in the same transaction.
        let people = guests.isEmpty ? [] : guests.among(job.people)
        let token =
            people.isEmpty
            ? remember(done)
            : remember { [self] outcome in
                if outcome.isStored { guests.stored(people) }
                done(outcome)
            }
        // Use `notify` so that the callback runs later, never within the caller's own call.
        if isClosed {
            notify(
                StoreCompletion(outcomes: [
                    (token, job.failed("The server is stopping. Try again in a moment."))
                ]))
        } else if !writer.add(token, job, people) {
            let sentence = "The server's disk is too slow for the current load. Try again in a moment."
            notify(StoreCompletion(outcomes: [(token, job.failed(sentence))]))
        }
    }

    // MARK: reading

    public func load(_ room: RoomName, _ done: @escaping (Result<StoredRoom?, StoreFailure>) -> Void) {
        let token = remember { if case .room(let result) = $0 { done(result) } }
        reader.read(token) {
            .room($0)
        } copy: {
            $0.part(room)
        } _: { reader, part in
            try reader.room(room, part)
        }
    }

    public func load(_ room: RoomName, sharing limits: RoomLimits, _ done: @escaping (RoomLoading) -> Void) {
        let token = remember { if case .loaded(let result) = $0 { done(result) } }
        reader.read(token) {
            .loaded($0)
        } copy: {
            $0.part(room)
        } _: { reader, part in
            try RoomLoading(sharing: limits) { try reader.room(room, part) }.get()
        }
    }

    public func history(
        _ room: RoomName, from: Int, to: Int, limit: Int, bytes: Int,
        _ done: @escaping (Result<[AcceptedDelta], StoreFailure>) -> Void
    ) {
        let token = remember { if case .history(let result) = $0 { done(result) } }
        reader.read(token) {
            .history($0)
        } copy: {
            $0.part(room)
        } _: { reader, part in
            try reader.history(room, part, from: from, to: to, limit: limit, bytes: bytes)
        }
    }

    public func rooms(
        before: Int?, limit: Int, listedOnly: Bool, _ done: @escaping (Result<[RoomSummary], StoreFailure>) -> Void
    ) {
        let token = remember { if case .rooms(let result) = $0 { done(result) } }
        reader.read(token) {
            .rooms($0)
        } copy: {
            $0.rooms()
        } _: { reader, unfiled in
            try reader.rooms(unfiled, before: before, limit: limit, listedOnly: listedOnly)
        }
    }

    public func participant(
        tokenHash: [UInt8], _ tell: @escaping (Result<Participant?, StoreFailure>) -> Void
    ) {
        func done(_ outcome: StoreOutcome) {
            if case .participant(let result) = outcome { tell(result) }
        }
        if let guest = guests.participant(tokenHash: tokenHash) {
            return answer(.participant(.success(guest)), done)
        }
        reader.read(remember(done)) {
            .participant($0)
        } _: {
            try PeopleTable.find(tokenHash: tokenHash, $0.db)
        }
    }

    public func participants(
        _ ids: [ParticipantID], _ tell: @escaping (Result<[Participant], StoreFailure>) -> Void
    ) {
        let new = guests.among(ids).map(\.participant)
        func done(_ outcome: StoreOutcome) {
            guard case .participants(let result) = outcome else { return }
            // A guest who was stored meanwhile is in both lists. Memory has the newest name.
            tell(
                result.map { stored in
                    ids.compactMap { id in new.first { $0.id == id } ?? stored.first { $0.id == id } }
                })
        }
        reader.read(remember(done)) {
            .participants($0)
        } _: {
            try PeopleTable.find(ids, $0.db)
        }
    }
}
