/// The newest deltas of a room, in order, for clients that reconnect.
public struct History: Sendable {
    /// The deltas that a client at a given revision has missed.
    public enum CatchUp: Equatable, Sendable {
        /// Every later delta, oldest first. Empty if the client is up to date.
        case deltas([AcceptedDelta])
        /// The client's revision is unknown or no longer in the history, so it needs the whole
        /// state.
        case needsSnapshot
    }

    private var recent = DeltaLog()
    private let limit: Int
    private let byteLimit: Int
    /// The total size of the deltas in the history.
    public private(set) var bytes = 0

    /// Creates an empty history.
    ///
    /// - Parameters:
    ///   - limit: The number of deltas to keep.
    ///   - bytes: The total bytes of deltas to keep. The newest delta stays even if it alone is
    ///     larger.
    public init(limit: Int = Limits().historyPerRoom, bytes: Int = Limits().historyBytesPerRoom) {
        self.limit = max(1, limit)
        byteLimit = bytes
    }

    /// The number of deltas in the history.
    public var count: Int { recent.count }
    /// The revision of the newest delta, or `nil` if the history is empty.
    public var newest: Int? { recent.count > 0 ? recent.last : nil }

    /// Appends the next delta, then evicts the oldest deltas until the history is within both
    /// limits.
    ///
    /// - Parameter forget: Called before each eviction with the delta's revision, id and sender.
    public mutating func record(
        _ delta: AcceptedDelta,
        forget: (_ rev: Int, _ id: String?, _ by: ParticipantID) -> Void = { _, _, _ in }
    ) {
        recent.append(delta)
        bytes += delta.size
        while count > limit || (bytes > byteLimit && count > 1),
            let sender = recent.sender(of: recent.first)
        {
            forget(recent.first, sender.id, sender.by)
            bytes -= recent.size(of: recent.first)
            recent.removeFirst()
        }
    }

    /// The delta of revision `rev`, or `nil` if it has been evicted.
    public subscript(rev: Int) -> AcceptedDelta? { recent[rev] }

    /// Calls `body` with each change of the delta of revision `rev`
    /// (``DeltaLog/visitChanges(of:_:)``).
    func visitChanges(of rev: Int, _ body: (_ key: Span<UInt8>, _ value: DeltaLog.PackedValue) -> Void) -> Int? {
        recent.visitChanges(of: rev, body)
    }

    /// The revision of the oldest delta in the history, or `nil` if the history is empty.
    var oldest: Int? { recent.count > 0 ? recent.first : nil }

    /// Returns the sender of the delta of revision `rev` and the id that the sender gave it.
    func sender(of rev: Int) -> (id: String?, by: ParticipantID)? { recent.sender(of: rev) }

    /// Returns the total size of the deltas after revision `since` that are still in the history.
    public func bytes(since: Int) -> Int {
        guard let newest, since < newest else { return 0 }
        return (max(recent.first, since + 1)...newest).reduce(0) { $0 + recent.size(of: $1) }
    }

    /// Returns the number of key changes in the deltas after `since` that are still in the history.
    public func changes(since: Int) -> Int {
        guard let newest, since < newest else { return 0 }
        return (max(recent.first, since + 1)...newest).reduce(0) { $0 + recent.changeCount(of: $1) }
    }

    /// Returns the deltas after revision `since` in a room whose newest revision is `rev`.
    public func since(_ since: Int, rev: Int) -> CatchUp {
        guard since >= 0, since <= rev else { return .needsSnapshot }
        guard since < rev else { return .deltas([]) }
        var missed: [AcceptedDelta] = []
        missed.reserveCapacity(rev - since)
        for number in (since + 1)...rev {
            guard let delta = self[number] else { return .needsSnapshot }
            missed.append(delta)
        }
        return .deltas(missed)
    }
}
