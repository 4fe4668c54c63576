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

    public init(state: SharedState, historyLimit: Int) {
        self.state = state
        history = History(limit: historyLimit)
    }

    /// The delta that `id` of `participant` was accepted as, if it is known here.
    public func accepted(_ id: String, by participant: ParticipantID) -> AcceptedDelta? {
        if let rev = ids.revision(of: id, by: participant) { return history[rev] }
        guard !recalled.isEmpty else { return nil }
        return recalled[Self.recalledKey(id, participant)]
    }

    public func since(_ rev: Int) -> History.CatchUp {
        history.since(rev, rev: state.rev)
    }

    /// Applies the next delta.
    public mutating func record(_ accepted: AcceptedDelta) {
        state.apply(accepted.delta, rev: accepted.rev)
        remember(accepted)
    }

    /// Remembers a delta that the state already holds (one that was loaded).
    public mutating func remember(_ accepted: AcceptedDelta) {
        ids.record(accepted)
        if let forgotten = history.record(accepted) { ids.forget(forgotten) }
    }

    /// Remembers one old delta that the store has found for an id that came again.
    public mutating func recall(_ accepted: AcceptedDelta) {
        guard let id = accepted.id else { return }
        if recalled.count >= Self.recalledLimit { recalled.removeAll() }
        recalled[Self.recalledKey(id, accepted.by)] = accepted
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
