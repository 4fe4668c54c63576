/// A state with its newest deltas and their ids. A room has one for its shared state and one for
/// each participant with private state.
public struct Ledger: Sendable {
    public private(set) var state: SharedState
    private var history: History
    private var ids = AcceptedIDs()
    /// Deltas that are older than the history. The store found them for requests with repeated ids.
    private var storedDeltas: [ExactText: AcceptedDelta] = [:]
    /// The number of deltas to keep in ``storedDeltas``.
    private static let recalledLimit = 64
    /// The total size of the deltas to keep in ``storedDeltas``, in bytes. A single delta may be
    /// larger.
    private static let recalledBytesLimit = 65_536
    private var recalledBytes = 0

    /// Creates a ledger with an empty history.
    ///
    /// - Parameters:
    ///   - historyLimit: The number of deltas to keep for clients that reconnect.
    ///   - historyBytes: The total size of those deltas, in bytes.
    public init(state: SharedState, historyLimit: Int, historyBytes: Int) {
        self.state = state
        history = History(limit: historyLimit, bytes: historyBytes)
    }

    /// The size of the state and of the deltas in the history, in bytes.
    public var bytes: Int { state.bytes + history.bytes }

    /// Returns the delta that `participant` sent as `id`, if it is in the history or in
    /// ``storedDeltas``.
    public func accepted(_ id: String, by participant: ParticipantID) -> AcceptedDelta? {
        if let rev = ids.revision(of: id, by: participant, { history.sender(of: $0) }) {
            return history[rev]
        }
        guard !storedDeltas.isEmpty else { return nil }
        return storedDeltas[Self.recalledKey(id, participant)]
    }

    /// Returns the deltas after revision `rev`, or asks for a snapshot if the whole state is
    /// smaller.
    public func since(_ rev: Int) -> History.CatchUp {
        guard history.bytes(since: rev) <= max(state.bytes, Self.alwaysResumed),
            history.changes(since: rev) <= Self.mostChanges
        else { return .needsSnapshot }
        return history.since(rev, rev: state.rev)
    }

    /// The revisions of the deltas in the history, from the last change of `key` on.
    func revisions(sinceChangeOf key: GameKey) -> Range<Int> {
        guard let oldest = history.oldest, let newest = history.newest, newest == state.rev,
            let changed = state.lastChange(of: key.text)
        else { return 0..<0 }
        return max(oldest, changed)..<newest + 1
    }

    /// Calls `body` with each change of the delta of revision `rev`
    /// (``DeltaLog/visitChanges(of:_:)``).
    func visitChanges(of rev: Int, _ body: (_ key: Span<UInt8>, _ value: DeltaLog.PackedValue) -> Void) -> Int? {
        history.visitChanges(of: rev, body)
    }

    /// The total size of missed deltas, in bytes, up to which a client gets the deltas even if the
    /// state is smaller. The client can then show the changes step by step.
    private static let alwaysResumed = 65_536
    /// The number of key changes above which a client gets a snapshot. Unpacking and encoding more
    /// changes would block the event loop for too long, whereas the JSON text of the state is
    /// cached.
    static let mostChanges = 2_048

    /// Applies the next delta.
    public mutating func record(_ accepted: AcceptedDelta) {
        state.apply(accepted.delta, rev: accepted.rev)
        remember(accepted)
        unarchived += accepted.size
        isSnapshotDue = accepted.rev % Self.revisionsPerArchive == 0 || unarchived >= Self.bytesPerArchive
        if isSnapshotDue { unarchived = 0 }
    }

    /// Whether the store should write a snapshot of the state together with the newest delta.
    /// Regular snapshots keep rooms with many or large deltas quick to load.
    public private(set) var isSnapshotDue = false
    /// The size of the deltas since the last snapshot was due, in bytes.
    private var unarchived = 0
    private static let revisionsPerArchive = 256, bytesPerArchive = 1_048_576

    /// Adds a delta that the state already includes, such as one loaded from the store, to the
    /// history.
    public mutating func remember(_ accepted: AcceptedDelta) {
        ids.record(accepted)
        history.record(accepted) { ids.remove($1, by: $2, rev: $0) }
    }

    /// Keeps an old delta that the store has found for a repeated id.
    public mutating func cacheStoredDelta(_ accepted: AcceptedDelta) {
        guard let id = accepted.id else { return }
        if storedDeltas.count >= Self.recalledLimit || recalledBytes + accepted.size > Self.recalledBytesLimit {
            storedDeltas.removeAll()
            recalledBytes = 0
        }
        storedDeltas[Self.recalledKey(id, accepted.by)] = accepted
        recalledBytes += accepted.size
    }

    private static func recalledKey(_ id: String, _ participant: ParticipantID) -> ExactText {
        ExactText("\(participant.text) \(id)")
    }

    /// Returns the guarded keys of `request` that may have changed since its base.
    func conflicts(_ request: DeltaRequest) -> [String] {
        guard let base = request.base else { return [] }
        func changed(_ keys: some Sequence<String>) -> [String] {
            // A base newer than the state is not from this history of the room, so every key counts
            // as changed.
            base > state.rev ? Array(keys) : keys.filter { state.mayHaveChanged($0, since: base) }
        }
        switch request.guards {
        case .none: return []
        case .all: return changed(request.delta.keys)
        case .keys(let keys): return changed(keys)
        }
    }
}
