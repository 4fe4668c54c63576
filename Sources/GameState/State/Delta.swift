/// A set of changes to keys that apply together. Each key occurs at most once. Changes keep the
/// order in which they were added.
public struct Delta: Equatable, Sendable {
    /// The change of one key. A `value` of `nil` deletes the key.
    public struct Change: Equatable, Sendable {
        public let key: String
        public let value: JSON?
        /// The approximate size of the value as JSON text, cached because it is read often and
        /// costly for large values. `UInt32` fits into padding after the value.
        private let countedSize: UInt32

        public init(_ key: String, _ value: JSON?) {
            self.key = key
            self.value = value
            countedSize = UInt32(clamping: value?.size ?? 0)
        }

        /// The approximate size of the value as JSON text, or 0 if the change deletes the key.
        var valueSize: Int { Int(countedSize) }
        /// The bytes that key and value count for in a state, or 0 if the change deletes the key.
        var stateBytes: Int { value == nil ? 0 : JSONWriter.size(of: key) + valueSize }
        /// The approximate size of the change as JSON text.
        var size: Int { JSONWriter.size(of: key) + (value == nil ? JSON.null.size : valueSize) + 4 }
    }

    public private(set) var changes: [Change]
    /// The approximate size of the delta as JSON text.
    public private(set) var size = Self.emptySize

    private static let emptySize = 2

    public init() { changes = [] }

    /// Creates a delta. If several changes name the same key, the last one wins.
    public init(changes: some Sequence<Change>) {
        self.changes = []
        self.changes.reserveCapacity(changes.underestimatedCount)
        var places: [ExactText: Int] = [:]
        for change in changes {
            // A linear search is faster than a dictionary for a few changes. A dictionary keeps
            // large deltas, which may be hostile, from taking quadratic time.
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

    /// Creates a delta from changes whose keys are all different.
    init(distinct changes: [Change]) {
        self.changes = changes
        for change in changes { size += change.size }
    }

    /// Creates a delta from the members of a JSON object. `null` deletes a key, as in JSON Merge
    /// Patch, but only one level deep.
    public init(_ members: [JSON.Member]) {
        self.init(changes: members.lazy.map { Change($0.name, $0.value.isNull ? nil : $0.value) })
    }

    public var isEmpty: Bool { changes.isEmpty }
    public var count: Int { changes.count }
    public var keys: some Sequence<String> { changes.lazy.map(\.key) }

    /// The change of `key`: `nil` if the delta does not change it, `.some(nil)` if it deletes it.
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

    /// Returns one delta that has the effect of `self` followed by `next`.
    public func followed(by next: Delta) -> Delta {
        var merged = self
        for change in next.changes { merged[change.key] = .some(change.value) }
        return merged
    }
}

/// A delta that a room has accepted, as it is broadcast and stored.
public struct AcceptedDelta: Equatable, Sendable {
    /// The room's revision after the delta. For private deltas, the revision of the participant's
    /// private state.
    public let rev: Int
    public let by: ParticipantID
    /// The server time in milliseconds since 1970.
    public let at: Int
    /// The id that the sender chose, or `nil` for a delta of the server, such as a loss on time.
    public let id: String?
    /// The changes that the client sent and those that the referee derived from them.
    public let delta: Delta

    /// The approximate size of the delta as JSON text.
    public var size: Int { delta.size + by.text.utf8.count + (id?.utf8.count ?? 0) + Self.frameBytes }
    /// The size of member names, revision and time.
    private static let frameBytes = 64

    public init(rev: Int, by: ParticipantID, at: Int, id: String?, delta: Delta) {
        self.rev = rev
        self.by = by
        self.at = at
        self.id = id
        self.delta = delta
    }
}
