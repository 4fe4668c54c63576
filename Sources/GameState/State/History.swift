/// A room's newest deltas, in order, for those who come back.
public struct History: Sendable {
    /// What somebody who knew revision `since` has missed.
    public enum CatchUp: Equatable, Sendable {
        /// Every delta since, in order; possibly none.
        case deltas([AcceptedDelta])
        /// Too old, or never heard of: the whole state must be sent.
        case needsSnapshot
    }

    private var recent = DeltaLog()
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
    public var count: Int { recent.count }
    /// The newest delta's revision, nil when there is none.
    public var newest: Int? { recent.count > 0 ? recent.last : nil }

    /// Appends the next delta; what is over a limit then goes, oldest first. Before it does, `forget` is told its
    /// revision, and who has sent it as what.
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

    /// The delta of revision `rev`, if it is still kept.
    public subscript(rev: Int) -> AcceptedDelta? { recent[rev] }

    /// Who has sent the delta of revision `rev`, and as what.
    func sender(of rev: Int) -> (id: String?, by: ParticipantID)? { recent.sender(of: rev) }

    /// Bytes of what came after `since`, as far as it is kept.
    public func bytes(since: Int) -> Int {
        guard let newest, since < newest else { return 0 }
        return (max(recent.first, since + 1)...newest).reduce(0) { $0 + recent.size(of: $1) }
    }

    /// How many keys what came after `since` changes, as far as it is kept.
    public func changes(since: Int) -> Int {
        guard let newest, since < newest else { return 0 }
        return (max(recent.first, since + 1)...newest).reduce(0) { $0 + recent.changeCount(of: $1) }
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
