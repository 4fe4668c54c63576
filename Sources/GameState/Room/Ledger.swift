/// One shared state with its newest deltas and their ids: what a room has once for everybody,
/// and once more for each participant with private state.
public struct Ledger: Sendable {
    public private(set) var state: SharedState
    private var history: History
    private var ids = AcceptedIDs()
    /// Deltas that are older than the history but were asked for again: the store found them.
    private var recalled: [ExactText: AcceptedDelta] = [:]
    /// How many recalled deltas are kept.
    private static let recalledLimit = 64
    /// And how many bytes of them; one is kept however large it is.
    private static let recalledBytesLimit = 65_536
    private var recalledBytes = 0

    /// - Parameters:
    ///   - historyLimit: how many deltas are kept for those who come back.
    ///   - historyBytes: how many bytes of them.
    public init(state: SharedState, historyLimit: Int, historyBytes: Int) {
        self.state = state
        history = History(limit: historyLimit, bytes: historyBytes)
    }

    /// Bytes that the state and the newest deltas take.
    public var bytes: Int { state.bytes + history.bytes }

    /// The delta that `id` of `participant` was accepted as, if it is known here.
    public func accepted(_ id: String, by participant: ParticipantID) -> AcceptedDelta? {
        if let rev = ids.revision(of: id, by: participant, { history.sender(of: $0) }) {
            return history[rev]
        }
        guard !recalled.isEmpty else { return nil }
        return recalled[Self.recalledKey(id, participant)]
    }

    /// Everything, where that is less than what was missed.
    public func since(_ rev: Int) -> History.CatchUp {
        guard history.bytes(since: rev) <= max(state.bytes, Self.alwaysResumed),
            history.changes(since: rev) <= Self.mostChanges
        else { return .needsSnapshot }
        return history.since(rev, rev: state.rev)
    }

    /// So many bytes are sent as deltas even where the state is smaller: whoever comes back wants to see what went on.
    private static let alwaysResumed = 65_536
    /// What changes more keys than this is unpacked and written for longer than the loop has time; the state's text is
    /// kept.
    static let mostChanges = 2_048

    /// Applies the next delta.
    public mutating func record(_ accepted: AcceptedDelta) {
        state.apply(accepted.delta, rev: accepted.rev)
        remember(accepted)
        unarchived += accepted.size
        isArchiveDue = accepted.rev % Self.revisionsPerArchive == 0 || unarchived >= Self.bytesPerArchive
        if isArchiveDue { unarchived = 0 }
    }

    /// Whether the store is to get the whole state with the newest delta: now and then, so that a long room is loaded
    /// quickly, and one whose deltas are large as well.
    public private(set) var isArchiveDue = false
    /// Bytes of the deltas since it was due.
    private var unarchived = 0
    private static let revisionsPerArchive = 256, bytesPerArchive = 1_048_576

    /// Remembers a delta that the state already holds (one that was loaded).
    public mutating func remember(_ accepted: AcceptedDelta) {
        ids.record(accepted)
        history.record(accepted) { ids.forget($1, by: $2, rev: $0) }
    }

    /// Remembers one old delta that the store has found for an id that came again.
    public mutating func recall(_ accepted: AcceptedDelta) {
        guard let id = accepted.id else { return }
        if recalled.count >= Self.recalledLimit || recalledBytes + accepted.size > Self.recalledBytesLimit {
            recalled.removeAll()
            recalledBytes = 0
        }
        recalled[Self.recalledKey(id, accepted.by)] = accepted
        recalledBytes += accepted.size
    }

    private static func recalledKey(_ id: String, _ participant: ParticipantID) -> ExactText {
        ExactText("\(participant.text) \(id)")
    }

    /// The keys of `guards` that may have changed since `base`.
    func conflicts(_ request: DeltaRequest) -> [String] {
        guard let base = request.base else { return [] }
        func changed(_ keys: some Sequence<String>) -> [String] {
            // A base from the future is another room's: nothing can be said for it.
            base > state.rev ? Array(keys) : keys.filter { state.mayHaveChanged($0, since: base) }
        }
        switch request.guards {
        case .none: return []
        case .all: return changed(request.delta.keys)
        case .keys(let keys): return changed(keys)
        }
    }
}
