/// A room's key-value map. For each key, the last delta in the room's order wins. Deltas of
/// different keys merge.
///
/// The state keeps the revision of the last change of each key, including deleted keys
/// (tombstones). Guards compare these revisions with their base.
public struct SharedState: Equatable, Sendable {
    /// The revision of the newest delta, or 0 before the first one.
    public private(set) var rev = 0
    private var entries = PackedEntries()
    /// The number of keys that are set.
    public private(set) var count = 0
    /// The total size of the keys that are set and their values, in bytes.
    public private(set) var bytes = 0
    /// The revision up to which tombstones may have been evicted. A guard on an unknown key with an
    /// older base fails.
    public private(set) var evictedThrough = 0
    private let tombstoneLimit: Int

    public init(tombstoneLimit: Int = Limits().tombstonesPerRoom) {
        self.tombstoneLimit = tombstoneLimit
    }

    /// The value of `key`, or `nil` if it is not set.
    public subscript(key: String) -> JSON? { entries.value(key) }

    /// Returns the value of `key` as a string, or `nil` if it is not set or not a string.
    public func text(_ key: String) -> String? { entries.value(key)?.string }

    /// The keys that are set and their values, in no particular order.
    public var values: some Sequence<(key: String, value: JSON)> {
        entries.all.lazy.compactMap { key, facts in entries.value(facts).map { (key, $0) } }
    }

    /// Calls `body` with each key, deleted ones included, in no particular order, without creating
    /// strings.
    ///
    /// - Parameter body: Takes the key, its value if that is a string or else an empty text, the
    ///   revision of its last change, and whether the key is set.
    func forEachKey<Failure: Error>(
        _ body: (_ key: Span<UInt8>, _ text: Span<UInt8>, _ rev: Int, _ isSet: Bool) throws(Failure) -> Void
    ) throws(Failure) {
        try entries.visitAll { (key, text, facts) throws(Failure) in try body(key, text, facts.rev, facts.isAlive) }
    }

    fileprivate func writeMembers(into writer: inout JSONWriter) { entries.write(into: &writer) }

    /// Returns whether a delta after revision `base` may have set or deleted `key`.
    public func mayHaveChanged(_ key: String, since base: Int) -> Bool {
        guard let entry = entries.facts(key) else { return base < evictedThrough }
        return entry.rev > base
    }

    /// The revision that set or deleted `key` last, or `nil` if it is unknown.
    func lastChange(of key: String) -> Int? { entries.facts(key)?.rev }

    /// Applies all changes of `delta` as the next revision.
    public mutating func apply(_ delta: Delta) {
        apply(delta, rev: rev + 1)
    }

    /// Applies all changes of `delta` as revision `rev`, which must be newer than the state's.
    public mutating func apply(_ delta: Delta, rev: Int) {
        precondition(rev > self.rev, "a revision never repeats")
        self.rev = rev
        for change in delta.changes {
            let size = change.stateBytes
            if let old = entries.set(change.key, to: change.value, rev: rev, bytes: size), old.isAlive {
                count -= 1
                bytes -= old.bytes
            }
            if change.value != nil {
                count += 1
                bytes += size
            }
        }
        if entries.count - count > tombstoneLimit { evictOldestTombstones() }
    }

    /// Returns the size that the state would have after `delta`.
    public func size(after delta: Delta) -> (keys: Int, bytes: Int) {
        var keys = count
        var bytes = bytes
        for change in delta.changes {
            if let old = entries.facts(change.key), old.isAlive {
                keys -= 1
                bytes -= old.bytes
            }
            if change.value != nil {
                keys += 1
                bytes += change.stateBytes
            }
        }
        return (keys, bytes)
    }

    /// The memory that the state takes, in bytes.
    var packedBytes: Int { entries.size }

    /// Evicts half of the tombstones at once, so that evictions are rare.
    private mutating func evictOldestTombstones() {
        let tombstones = entries.all.compactMap { _, facts in facts.isAlive ? nil : facts.rev }.sorted()
        let gone = tombstones.count - tombstoneLimit / 2
        guard gone > 0 else { return }
        // The tombstones of one revision stay or go together.
        evictedThrough = max(evictedThrough, tombstones[gone - 1])
        let last = evictedThrough
        entries.rebuild { $0.isAlive || $0.rev > last }
    }

    /// Returns the bytes that a key and its value count for.
    static func bytes(of key: String, _ value: JSON) -> Int {
        JSONWriter.size(of: key) + value.size
    }
}

extension JSON {
    /// The approximate size of the value as JSON text. It stands for the size on the wire and in
    /// memory.
    var size: Int {
        switch self {
        case .null, .bool: 5
        case .number(let text): text.utf8.count
        case .string(let text): JSONWriter.size(of: text) + 2
        case .array(let elements): elements.reduce(2) { $0 + $1.size + 1 }
        case .object(let members): members.reduce(2) { $0 + JSONWriter.size(of: $1.name) + $1.value.size + 4 }
        }
    }
}

extension JSONWriter {
    /// Writes the keys that are set, with their values, as one object.
    public mutating func object(_ state: SharedState) {
        beginObject()
        state.writeMembers(into: &self)
        endObject()
    }
}

extension SharedState {
    /// The complete state, tombstones included, for a snapshot in the store.
    public var snapshot: Snapshot {
        Snapshot(
            rev: rev, forgottenBefore: evictedThrough,
            entries: entries.byRevision.map { key, facts in (key, entries.value(facts), facts.rev) })
    }

    /// A state in the form in which stores keep it.
    public struct Snapshot: Sendable {
        public let rev: Int
        public let forgottenBefore: Int
        public let entries: [(key: String, value: JSON?, rev: Int)]

        public init(rev: Int, forgottenBefore: Int, entries: [(key: String, value: JSON?, rev: Int)]) {
            self.rev = rev
            self.forgottenBefore = forgottenBefore
            self.entries = entries
        }
    }

    public init(_ archive: Snapshot, tombstoneLimit: Int = Limits().tombstonesPerRoom) {
        self.init(tombstoneLimit: tombstoneLimit)
        rev = archive.rev
        evictedThrough = archive.forgottenBefore
        for (key, value, rev) in archive.entries {
            let size = value.map { Self.bytes(of: key, $0) } ?? 0
            // Damaged data may contain a key twice. The key then counts once.
            if let old = entries.set(key, to: value, rev: rev, bytes: size), old.isAlive {
                count -= 1
                bytes -= old.bytes
            }
            if value != nil {
                count += 1
                bytes += size
            }
        }
    }
}
