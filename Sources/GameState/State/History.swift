/// A room's newest deltas, in order, for those who come back.
public struct History: Sendable {
    /// What somebody who knew revision `since` has missed.
    public enum CatchUp: Equatable, Sendable {
        /// Every delta since, in order; possibly none.
        case deltas([AcceptedDelta])
        /// Too old, or never heard of: the whole state must be sent.
        case needsSnapshot
    }

    /// Oldest first, from `start` on; what is before it has gone, and its places are nil.
    private var recent: [AcceptedDelta?] = []
    private var start = 0
    private let limit: Int
    private let byteLimit: Int
    /// Of all that are kept.
    public private(set) var bytes = 0

    /// - Parameters:
    ///   - limit: how many deltas are kept.
    ///   - bytes: how many bytes of them; the newest is kept however large it is.
    public init(limit: Int = Limits().historyPerRoom, bytes: Int = Limits().historyBytesPerRoom) {
        self.limit = max(1, limit)
        byteLimit = bytes
    }

    /// How many deltas are kept.
    public var count: Int { recent.count - start }
    /// The newest delta's revision, nil when there is none.
    public var newest: Int? { recent.last??.rev }

    /// Appends the next delta; what is over a limit then goes, oldest first, and is handed to `forget`.
    public mutating func record(_ delta: AcceptedDelta, forget: (AcceptedDelta) -> Void = { _ in }) {
        recent.append(delta)
        bytes += delta.size
        while count > limit || (bytes > byteLimit && count > 1), let oldest = recent[start] {
            forget(oldest)
            bytes -= oldest.size
            recent[start] = nil
            start += 1
        }
        // Now and then, so that a delta is moved a few times at the most.
        if start >= max(32, limit / 4) {
            recent.removeFirst(start)
            start = 0
        }
    }

    /// The delta of revision `rev`, if it is still kept.
    public subscript(rev: Int) -> AcceptedDelta? {
        guard let newest, rev <= newest, rev > newest - count else { return nil }
        return recent[recent.count - 1 - (newest - rev)]
    }

    /// Bytes of what came after `since`, as far as it is kept.
    public func bytes(since: Int) -> Int {
        guard let newest, since < newest else { return 0 }
        return recent.suffix(min(count, newest - since)).reduce(0) { $0 + ($1?.size ?? 0) }
    }

    /// What is missing after `since`, in a room whose newest revision is `rev`.
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
