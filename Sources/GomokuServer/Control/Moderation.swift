import Dispatch
import Foundation
import GameState
import Nodes
import Storage
import WebSockets

/// The operator's bans, mutes and closed rooms. They are kept in a file of the data directory,
/// which is read at startup. If several servers share a store, they are kept in the store, and each
/// server tells the others of its changes.
final class Moderation {
    /// The maximum number of entries per list. Over it, the entries that expire first are removed.
    static let limit = 10_000
    static let fileName = "moderation.json"
    /// The time of an entry without an end: the year 5138.
    static let forEver = 100_000_000_000_000

    /// The time from which a refused client is not told when to retry, in milliseconds: ten years.
    static let farAway = 315_360_000_000

    /// For each participant, address or room, the time at which the entry expires, in server
    /// milliseconds since 1970.
    struct Entries: Codable, Equatable, Sendable {
        /// By participant ID or by group of addresses (``AddressGroup``).
        var banned: [String: Int] = [:]
        var muted: [String: Int] = [:]
        var closed: [String: Int] = [:]
    }

    /// The result of writing the file: the ticket, and the reason if it failed.
    typealias Written = (ticket: Int, failure: String?)

    private(set) var entries: Entries
    private let path: String?
    private let shared: (any SharedRecords)?
    private let links: NodeLinks
    private let now: () -> Int
    private let answers: Mailbox<Written>
    private let queue = DispatchQueue(label: "gomoku.moderation", qos: .utility)
    private var waiting: [Int: (String?) -> Void] = [:]
    private var lastTicket = 0
    /// The number of changes so far. Entries that were read before a change are out of date.
    private var changes = 0

    /// - Parameters:
    ///   - directory: the data directory; nil to write no file.
    ///   - shared: the shared store, which ``load(_:)`` reads.
    ///   - links: the links to the servers that share it.
    ///   - answers: the mailbox for results of the writing thread. The owner of the loop passes
    ///     them to ``finished(_:)``.
    init(
        directory: String?, shared: (any SharedRecords)? = nil, links: NodeLinks = .single, now: @escaping () -> Int,
        answers: Mailbox<Written>
    ) {
        self.shared = shared
        self.links = links
        path = directory.map { $0 + "/" + Self.fileName }
        self.now = now
        self.answers = answers
        let data = path.flatMap { FileManager.default.contents(atPath: $0) }
        entries = data.flatMap { try? JSONDecoder().decode(Entries.self, from: $0) } ?? Entries()
    }

    // MARK: questions

    func isBanned(_ participant: ParticipantID) -> Bool { isIn(entries.banned, participant.text) }

    /// - Parameter address: the address in the kernel's notation.
    func isBanned(address: String) -> Bool {
        !entries.banned.isEmpty && isIn(entries.banned, AddressGroup(address).text)
    }

    func isClosed(_ room: RoomName) -> Bool { isIn(entries.closed, room.text) }

    /// Returns the time that a refused client is told, or nil if it is far away.
    static func retryAfter(_ milliseconds: Int) -> Int? { milliseconds < farAway ? milliseconds : nil }

    /// Returns the milliseconds for which the participant is muted, or nil.
    func muted(_ participant: ParticipantID) -> Int? {
        guard isIn(entries.muted, participant.text) else { return nil }
        return (entries.muted[participant.text] ?? 0) - now()
    }

    private func isIn(_ entries: [String: Int], _ key: String) -> Bool {
        guard !entries.isEmpty, let until = entries[key] else { return false }
        return until > now()
    }

    // MARK: changes

    /// Changes the entries. Calls `done` when they are stored, or with a sentence if they could not
    /// be.
    func change(_ change: (inout Entries) -> Void, _ done: @escaping (String?) -> Void) {
        let before = entries
        change(&entries)
        changes += 1
        let changes = changes(since: before)
        for list in ModerationList.allCases { entries[keyPath: list.entries] = bounded(entries[keyPath: list.entries]) }
        if let shared { return keep(changes, in: shared, done) }
        guard let path else { return done(nil) }
        lastTicket += 1
        waiting[lastTicket] = done
        queue.async { [entries, answers, ticket = lastTicket] in
            answers.post((ticket, Self.write(entries, to: path)))
        }
    }

    /// A changed entry; `until` is nil if it was removed.
    private typealias Change = (list: ModerationList, key: String, until: Int?)

    private func changes(since before: Entries) -> [Change] {
        guard shared != nil else { return [] }
        return ModerationList.allCases.flatMap { list in
            let (old, new) = (before[keyPath: list.entries], entries[keyPath: list.entries])
            return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.map { (list, $0, new[$0]) }
        }
    }

    /// Stores the changes, and tells the other servers only afterwards. So a server that reads the
    /// store now and one that receives the message agree.
    private func keep(_ changes: [Change], in shared: any SharedRecords, _ done: @escaping (String?) -> Void) {
        var left = changes.count
        var failure: String?
        guard left > 0 else { return done(nil) }
        for change in changes {
            shared.shutOut(
                change.key, in: change.list.rawValue, until: change.until, now: now(), limit: Self.limit
            ) { [self] why in
                failure =
                    failure ?? why.map { "This could not be stored, so it lasts only until the servers restart: \($0)" }
                links.broadcast(.news(.shutOut(change.list, change.key, until: change.until)))
                left -= 1
                if left == 0 { done(failure) }
            }
        }
    }

    /// Applies a change made on another server.
    func heard(_ list: ModerationList, _ key: String, until: Int?) {
        changes += 1
        entries[keyPath: list.entries][key] = until
        entries[keyPath: list.entries] = bounded(entries[keyPath: list.entries])
    }

    /// Reads the entries from the shared store. Calls `done` when that is done or has failed, or at
    /// once if there is no shared store.
    func load(_ done: @escaping () -> Void) {
        guard let shared else { return done() }
        let before = changes
        shared.shutOut(in: ModerationList.allCases.map(\.rawValue)) { [self] result in
            guard case .success(let stored) = result else { return done() }
            guard changes == before else { return load(done) }
            for list in ModerationList.allCases {
                entries[keyPath: list.entries] = bounded(stored[list.rawValue] ?? [:])
            }
            done()
        }
    }

    func finished(_ written: Written) { waiting.removeValue(forKey: written.ticket)?(written.failure) }

    private func bounded(_ entries: [String: Int]) -> [String: Int] {
        let time = now()
        let left = entries.filter { $0.value > time }
        guard left.count > Self.limit else { return left }
        return Dictionary(uniqueKeysWithValues: left.sorted { $0.value > $1.value }.prefix(Self.limit).map { ($0, $1) })
    }

    /// Replaces the file atomically. Only the server's user can read it.
    private static func write(_ entries: Entries, to path: String) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        guard let data = try? encoder.encode(entries) else { return "The list cannot be written as JSON." }
        let new = path + ".new"
        guard
            FileManager.default.createFile(atPath: new, contents: data, attributes: [.posixPermissions: 0o600]),
            unsafe rename(new, path) == 0
        else { return "The file \(path) cannot be written, so this lasts only until the server restarts." }
        return nil
    }
}

extension ModerationList {
    fileprivate var entries: WritableKeyPath<Moderation.Entries, [String: Int]> {
        switch self {
        case .banned: \.banned
        case .muted: \.muted
        case .closed: \.closed
        }
    }
}
