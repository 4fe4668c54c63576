import Dispatch
import Foundation
import GameState
import GomokuRedisStore
import GomokuStore
import Redis
import Storage
import Synchronization
import TestSupport
import Testing

/// The stores that must obey the same laws.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case memory, full, os
    /// Like `full`, with thresholds so low that deltas are moved into segments all the time.
    case filing
    /// A store in a Redis that flushes before it answers.
    case redis
    var testDescription: String { rawValue }

    /// The kinds of stores that can remove rooms.
    static let thatForget = [full, redis]
}

/// A queue of the completions that the store's threads have reported.
final class Arrivals: Sendable {
    private let completions = Mutex<[StoreCompletion]>([])
    private let count = DispatchSemaphore(value: 0)

    func add(_ completion: StoreCompletion) {
        completions.withLock { $0.append(completion) }
        count.signal()
    }

    /// Waits for the next completion; nil if none arrives in 30 seconds.
    func next() -> StoreCompletion? {
        guard count.wait(timeout: .now() + 30) == .success else { return nil }
        return completions.withLock { $0.removeFirst() }
    }
}

/// A stand-in for the loop of a store. It delivers completions on the test's thread, and waits for
/// answers.
final class Driver {
    let kind: StoreKind
    let path: String
    private let filing: JournalOptions
    private(set) var store: any RoomStore
    private var arrivals = Arrivals()
    /// The loop of a store in Redis.
    private var loop: PollingLoop?
    private let server: RedisServer?
    private let database: Int

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - server: a Redis of the test's own; nil for the Redis that tests share.
    ///   - records: the export of another store, imported first.
    init(
        _ kind: StoreKind = .full, at path: String, on server: RedisServer? = nil, filing: JournalOptions? = nil,
        importing records: [StoreRecord]? = nil
    ) throws {
        self.kind = kind
        self.filing = filing ?? JournalOptions(bytes: kind == .filing ? 1_000 : 8 << 20)
        self.path = path
        self.server = kind == .redis ? try server ?? RedisServer.shared() : nil
        database = kind == .redis ? RedisServer.freeDatabase() : 0
        store = MemoryStore()
        if let records { try put(records) }
        try open()
    }

    private func put(_ records: [StoreRecord]) throws {
        let now = 1_700_000_100_000
        if kind == .redis {
            try RedisImport.put(into: address(), id: "imported", now: now) { take in try records.forEach(take) }
        } else {
            try StoreImport.put(into: path, now: now) { take in try records.forEach(take) }
        }
    }

    /// Returns all records of the store, which stays open.
    func records() throws -> [StoreRecord] {
        var records: [StoreRecord] = []
        if kind == .redis {
            try RedisExport.read(address()) { records.append($0) }
        } else {
            try StoreExport.read(path) { records.append($0) }
        }
        return records
    }

    /// Returns the faults that a check of the whole store finds.
    func faults() throws -> [String] {
        let findings = kind == .redis ? try RedisCheck(address()).findings : try Check(path).findings
        return findings.faults.map(\.description)
    }

    var lasting: any PersistentStore {
        get throws { try #require(store as? any PersistentStore) }
    }

    var durable: DurableStore {
        get throws { try #require(store as? DurableStore) }
    }

    /// Returns the address of a store in Redis.
    func address() throws -> RedisAddress {
        RedisAddress(.socket(path: try #require(server).socket), database: database)
    }

    private func open() throws {
        guard kind != .memory else { return }
        if server != nil {
            let loop = PollingLoop()
            self.loop = loop
            let now = { 1_700_000_100_000 }
            let opening = try RedisStoreOpening(
                address(), durability: .full, process: ServerIdentity(), newID: "tests", now: now)
            store = try RedisStore(
                opening, on: loop, patience: .ofTests, now: now, gaveUp: { Issue.record("the store gave up: \($0)") })
            return
        }
        let arrivals = Arrivals()
        self.arrivals = arrivals
        store = try DurableStore(
            directory: path, durability: kind == .os ? .os : .full, filing: filing, now: { 1_700_000_100_000 },
            notify: { arrivals.add($0) })
    }

    /// Closes and reopens the store. A store in memory stays as it is.
    func restart() throws {
        guard kind != .memory else { return }
        let _: Void = try ask { done in store.close { done(()) } }
        store = MemoryStore()
        try open()
    }

    /// Sends a request and waits for its answer.
    func ask<Answer>(_ question: (@escaping (Answer) -> Void) -> Void) throws -> Answer {
        var answer: Answer?
        question { answer = $0 }
        if let loop {
            _ = loop.run(withinMilliseconds: 30_000) { answer != nil }
            return try #require(answer, "no answer in half a minute")
        }
        while answer == nil { try step() }
        return try #require(answer)
    }

    /// Waits for the next completion and delivers it.
    func step() throws {
        let completion = try #require(arrivals.next(), "no answer in half a minute")
        try durable.complete(completion)
    }

    // MARK: requests

    func append(_ append: Append) throws -> AppendFailure? { try ask { store.append(append, $0) } }
    func say(_ line: ChatMessage, in room: RoomName, epoch: String = "k1", limit: Int = 3) throws -> StoreFailure? {
        try ask { store.storeChat(line, in: room, epoch: epoch, limit: limit, $0) }
    }
    func storeOrder(_ people: [ParticipantID], in room: RoomName, epoch: String = "k1") throws -> StoreFailure? {
        try ask { store.storeOrder(people, in: room, epoch: epoch, $0) }
    }
    func load(_ room: RoomName) throws -> StoredRoom? { try ask { store.load(room, $0) }.get() }
    func save(_ person: StoredParticipant) throws -> StoreFailure? { try ask { store.save(person, $0) } }
    func participant(_ hash: [UInt8]) throws -> Participant? {
        try ask { store.participant(tokenHash: hash, $0) }.get()
    }
    func people(_ ids: [ParticipantID]) throws -> [Participant] { try ask { store.participants(ids, $0) }.get() }
    func rooms(before: Int? = nil, limit: Int = 100, listedOnly: Bool = false) throws -> [RoomSummary] {
        try ask { store.rooms(before: before, limit: limit, listedOnly: listedOnly, $0) }.get()
    }
    func history(_ room: RoomName, _ from: Int, _ to: Int, limit: Int = .max, bytes: Int = .max) throws
        -> [AcceptedDelta]
    {
        try ask { store.history(room, from: from, to: to, limit: limit, bytes: bytes, $0) }.get()
    }
    func account(_ name: String) throws -> Account? { try ask { store.account(name: NameKey(name), $0) }.get() }
    func claim(_ account: Account) throws -> PeopleRefusal? {
        try ask { store.change(.claim(account, device: "a device"), $0) }
    }
    func addSession(_ hash: [UInt8], of id: String, at time: Int = 1) throws -> PeopleRefusal? {
        let session = StoredSession(tokenHash: hash, device: nil, since: time, seen: time)
        return try ask { store.change(.addSession(session, of: ParticipantID(id)), $0) }
    }
    func sessions(_ id: String) throws -> [StoredSession] {
        try ask { store.sessions(of: ParticipantID(id), $0) }.get()
    }
    func endSessions(_ ended: EndedSessions, of id: String) throws -> PeopleRefusal? {
        try ask { store.change(.endSessions(ended, of: ParticipantID(id)), $0) }
    }
    func sawSession(_ hash: [UInt8], at time: Int) throws -> PeopleRefusal? {
        try ask { store.change(.sawSession(hash, at: time), $0) }
    }
    func setPassword(_ password: PasswordHash, of id: String, keeping kept: [UInt8]) throws -> PeopleRefusal? {
        try ask { store.change(.setPassword(password, of: ParticipantID(id), keeping: kept), $0) }
    }
    func rename(_ id: String, to name: String, at now: Int = 0) throws -> PeopleRefusal? {
        try ask { store.change(.rename(ParticipantID(id), to: name, at: now), $0) }
    }
    func forget(_ id: String, at now: Int = 0) throws -> PeopleRefusal? {
        try ask { store.change(.deleteAccount(ParticipantID(id), at: now), $0) }
    }
    func giveName(_ id: String, to name: String) throws -> PeopleRefusal? {
        try ask { store.change(.giveName(ParticipantID(id), to: name), $0) }
    }
    func rating(_ id: String, _ rule: Rule, _ speed: Speed, now: Int) throws -> Glicko2.Rating {
        try ask { store.rating(of: ParticipantID(id), rule: rule, speed: speed, now: now, $0) }.get()
    }
    func person(_ text: String) throws -> Person? { try ask { store.person(PersonQuery(text), $0) }.get() }
    func game(_ id: GameID) throws -> StoredGame? { try ask { store.game(id, $0) }.get() }
    func games(_ text: String, before: Int? = nil, limit: Int = 100) throws -> [StoredGame]? {
        try ask { store.games(of: PersonQuery(text), before: before, limit: limit, $0) }.get()
    }
    func leaders(limit: Int = 10) throws -> [RankedPerson] { try ask { store.leaders(limit: limit, $0) }.get() }
    func ranking(from: Int, limit: Int) throws -> [RankedPerson] {
        let kind = RatingKind(rule: .standard, speed: .blitz)
        return try ask { store.ranking(kind, from: from, limit: limit, $0) }.get()
    }
    func recentGames(limit: Int = 10) throws -> [StoredGame]? {
        try ask { store.recentGames(limit: limit, $0) }.get()
    }
    func heartbeat() throws -> StoreFailure? {
        let store = try lasting
        return try ask { store.heartbeat($0) }
    }
    func purge(_ retention: Retention, keeping kept: Set<RoomName> = [], limit: Int = 1_000) throws -> Int {
        let store = try lasting
        return try ask { store.purge(retention, keeping: kept, limit: limit, $0) }.get()
    }
}

extension AppendFailure: Equatable {
    public static func == (left: AppendFailure, right: AppendFailure) -> Bool {
        switch (left, right) {
        case (.moved, .moved): true
        case (.duplicate(let left), .duplicate(let right)): left == right
        case (.unavailable(let left), .unavailable(let right)): left == right
        default: false
        }
    }
}
