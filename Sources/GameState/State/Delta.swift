/// Changes of several keys at once, each key at most once, in the order they were written.
public struct Delta: Equatable, Sendable {
    /// One key's change; `value` nil deletes it.
    public struct Change: Equatable, Sendable {
        public let key: String
        public let value: JSON?
        /// About how many bytes the value takes as JSON text, nothing when there is none. Counted once: of large values
        /// it is asked again and again. It stands where the value leaves bytes unused.
        private let countedSize: UInt32

        public init(_ key: String, _ value: JSON?) {
            self.key = key
            self.value = value
            countedSize = UInt32(clamping: value?.size ?? 0)
        }

        /// About how many bytes the value takes as JSON text; 0 when the key is deleted.
        var valueSize: Int { Int(countedSize) }
        /// How many bytes key and value count for in a state; 0 when the key is deleted.
        var stateBytes: Int { value == nil ? 0 : JSONWriter.size(of: key) + valueSize }
        /// About how many bytes it takes as JSON text.
        var size: Int { JSONWriter.size(of: key) + (value == nil ? JSON.null.size : valueSize) + 4 }
    }

    public private(set) var changes: [Change]
    /// About how many bytes it takes as JSON text.
    public private(set) var size = Self.emptySize

    private static let emptySize = 2

    public init() { changes = [] }

    /// Of several changes of one key the last counts.
    public init(changes: some Sequence<Change>) {
        self.changes = []
        self.changes.reserveCapacity(changes.underestimatedCount)
        var places: [ExactText: Int] = [:]
        for change in changes {
            // A look through a few changes is quicker than a dictionary; a hostile thousand needs one.
            let known: Int?
            if self.changes.count <= 8 {
                known = self.changes.firstIndex { $0.key.isSameBytes(as: change.key) }
            } else {
                if places.isEmpty {
                    for (index, change) in self.changes.enumerated() { places[ExactText(change.key)] = index }
                }
                known = places[ExactText(change.key)]
                if known == nil { places[ExactText(change.key)] = self.changes.count }
            }
            if let known { self.changes[known] = change } else { self.changes.append(change) }
        }
        for change in self.changes { size += change.size }
    }

    /// Changes of which each is of another key.
    init(distinct changes: [Change]) {
        self.changes = changes
        for change in changes { size += change.size }
    }

    /// From a JSON object: `null` deletes (JSON Merge Patch, one level deep).
    public init(_ members: [JSON.Member]) {
        self.init(changes: members.lazy.map { Change($0.name, $0.value.isNull ? nil : $0.value) })
    }

    public var isEmpty: Bool { changes.isEmpty }
    public var count: Int { changes.count }
    public var keys: some Sequence<String> { changes.lazy.map(\.key) }

    /// The change of `key`: nil when it is left alone, `.some(nil)` when it is deleted.
    public subscript(key: String) -> JSON?? {
        get { changes.first { $0.key.isSameBytes(as: key) }.map(\.value) }
        set {
            let index = changes.firstIndex { $0.key.isSameBytes(as: key) }
            if let index { size -= changes[index].size }
            guard let value = newValue else {
                if let index { changes.remove(at: index) }
                return
            }
            let change = Change(key, value)
            size += change.size
            if let index { changes[index] = change } else { changes.append(change) }
        }
    }

    /// First `self`, then `next`, as one delta.
    public func followed(by next: Delta) -> Delta {
        var merged = self
        for change in next.changes { merged[change.key] = .some(change.value) }
        return merged
    }
}

/// A delta that went through: what everybody in the room is told, and what the store keeps.
public struct AcceptedDelta: Equatable, Sendable {
    /// The room's revision after it; for private deltas the revision of that participant's private state.
    public let rev: Int
    public let by: ParticipantID
    /// Server time, milliseconds since 1970.
    public let at: Int
    /// The sender's own id for it; nil for what the server did by itself (a flag that fell).
    public let id: String?
    /// What changed: what was sent, and what the referee derived.
    public let delta: Delta

    /// About how many bytes it takes as JSON text.
    public var size: Int { delta.size + by.text.utf8.count + (id?.utf8.count ?? 0) + Self.frameBytes }
    /// Names, revision and time.
    private static let frameBytes = 64

    public init(rev: Int, by: ParticipantID, at: Int, id: String?, delta: Delta) {
        self.rev = rev
        self.by = by
        self.at = at
        self.id = id
        self.delta = delta
    }
}
