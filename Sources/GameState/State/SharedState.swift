/// A room's key-value map: per key the last writer in the room's one order wins, different keys merge.
///
/// It remembers at which revision each key changed last, deleted keys included (tombstones),
/// because that is what a guard asks.
public struct SharedState: Equatable, Sendable {
    /// The revision of the newest delta; 0 before the first.
    public private(set) var rev = 0
    private var entries = PackedEntries()
    /// Keys alive.
    public private(set) var count = 0
    /// Bytes of the keys and values alive.
    public private(set) var bytes = 0
    /// Up to this revision deletions may have been forgotten: a guard on an unknown key with an older base fails.
    public private(set) var forgottenBefore = 0
    private let tombstoneLimit: Int

    public init(tombstoneLimit: Int = Limits().tombstonesPerRoom) {
        self.tombstoneLimit = tombstoneLimit
    }

    /// The value of `key`, nil if it is not set.
    public subscript(key: String) -> JSON? { entries.value(key) }

    /// The value of `key` as text, nil if it is not set or no text.
    public func text(_ key: String) -> String? { entries.value(key)?.string }

    /// Keys and values alive, in no order.
    public var values: some Sequence<(key: String, value: JSON)> {
        entries.all.lazy.compactMap { key, facts in entries.value(facts).map { (key, $0) } }
    }

    fileprivate func writeMembers(into writer: inout JSONWriter) { entries.write(into: &writer) }

    /// Whether `key` may have been set or deleted after revision `base`.
    public func mayHaveChanged(_ key: String, since base: Int) -> Bool {
        guard let entry = entries.facts(key) else { return base < forgottenBefore }
        return entry.rev > base
    }

    /// Applies all of `delta` as the next revision.
    public mutating func apply(_ delta: Delta) {
        apply(delta, rev: rev + 1)
    }

    /// Applies all of `delta` as revision `rev`, which must be newer than the state's.
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
        if entries.count - count > tombstoneLimit { forgetOldestTombstones() }
    }

    /// The size that the state would have after `delta`.
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

    /// Bytes that it takes in memory.
    var packedBytes: Int { entries.size }

    /// Half of the tombstones go at once, so that forgetting is rare.
    private mutating func forgetOldestTombstones() {
        let tombstones = entries.all.compactMap { _, facts in facts.isAlive ? nil : facts.rev }.sorted()
        let gone = tombstones.count - tombstoneLimit / 2
        guard gone > 0 else { return }
        // Of one revision all go or stay.
        forgottenBefore = max(forgottenBefore, tombstones[gone - 1])
        let last = forgottenBefore
        entries.rebuild { $0.isAlive || $0.rev > last }
    }

    /// How many bytes a key and its value count for.
    static func bytes(of key: String, _ value: JSON) -> Int {
        JSONWriter.size(of: key) + value.size
    }
}

extension JSON {
    /// Bytes of the value as JSON text, give or take a few for commas: what it takes on the wire and in memory.
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
    /// The keys and values alive as one object.
    public mutating func object(_ state: SharedState) {
        beginObject()
        state.writeMembers(into: &self)
        endObject()
    }
}

extension SharedState {
    /// Everything that is known, tombstones included, for a snapshot in the store.
    public var archive: Archive {
        Archive(
            rev: rev, forgottenBefore: forgottenBefore,
            entries: entries.all.map { key, facts in (key, entries.value(facts), facts.rev) }.sorted {
                $0.2 == $1.2 ? $0.0 < $1.0 : $0.2 < $1.2
            })
    }

    /// A state as the store keeps it.
    public struct Archive: Sendable {
        public let rev: Int
        public let forgottenBefore: Int
        public let entries: [(key: String, value: JSON?, rev: Int)]

        public init(rev: Int, forgottenBefore: Int, entries: [(key: String, value: JSON?, rev: Int)]) {
            self.rev = rev
            self.forgottenBefore = forgottenBefore
            self.entries = entries
        }
    }

    public init(_ archive: Archive, tombstoneLimit: Int = Limits().tombstonesPerRoom) {
        self.init(tombstoneLimit: tombstoneLimit)
        rev = archive.rev
        forgottenBefore = archive.forgottenBefore
        for (key, value, rev) in archive.entries {
            let size = value.map { Self.bytes(of: key, $0) } ?? 0
            // A key that stands there twice, as in what was damaged, counts once.
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
