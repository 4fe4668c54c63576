/// A room's newest deltas, in order, for those who come back.
public struct History: Sendable {
    /// What somebody who knew revision `since` has missed.
    public enum CatchUp: Equatable, Sendable {
        /// Every delta since, in order; possibly none.
        case deltas([AcceptedDelta])
        /// Too old, or never heard of: the whole state must be sent.
        case needsSnapshot
    }

    private var recent: [AcceptedDelta] = []
    /// Index of the oldest delta once the ring is full.
    private var start = 0
    private let limit: Int

    public init(limit: Int = Limits().historyPerRoom) {
        self.limit = max(1, limit)
    }

    /// How many deltas are kept.
    public var count: Int { recent.count }
    /// The newest delta's revision, nil when there is none.
    public var newest: Int? { recent.isEmpty ? nil : recent[(start + recent.count - 1) % recent.count].rev }

    /// Appends the next delta; the oldest one goes once the limit is reached, and is returned.
    @discardableResult
    public mutating func record(_ delta: AcceptedDelta) -> AcceptedDelta? {
        guard recent.count == limit else {
            recent.append(delta)
            return nil
        }
        let oldest = recent[start]
        recent[start] = delta
        start = (start + 1) % limit
        return oldest
    }

    /// The delta of revision `rev`, if it is still kept.
    public subscript(rev: Int) -> AcceptedDelta? {
        guard let newest, rev <= newest, rev > newest - recent.count else { return nil }
        return recent[(start + recent.count - 1 - (newest - rev)) % recent.count]
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
