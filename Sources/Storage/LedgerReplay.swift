import GameState

/// A replay of one ledger, delta by delta, that reports inconsistencies.
public struct LedgerReplay {
    let name: String
    /// The owner of a private state, or `nil` for the shared state.
    let owner: String?
    let kind: RoomKind
    let snapshot: SharedState.Snapshot?

    private var state: SharedState
    private var audit = Audit()
    /// Whether the current game is over.
    public private(set) var isFinished = false

    public var rev: Int { state.rev }

    public init(name: String, owner: String?, kind: RoomKind, snapshot: SharedState.Snapshot?, _ limits: Limits) {
        self.name = name
        self.owner = owner
        // Participants keep any keys in their private states.
        self.kind = owner == nil ? kind : .open
        self.snapshot = snapshot
        state = SharedState(tombstoneLimit: owner == nil ? limits.tombstonesPerRoom : limits.privateKeys)
    }

    /// Applies the next delta. Returns `false` if an earlier delta is missing, because later deltas
    /// cannot be checked then.
    public mutating func apply(_ delta: AcceptedDelta, _ findings: inout StoreFindings) -> Bool {
        findings.deltas += 1
        guard delta.rev == state.rev + 1 else {
            findings.note(
                room: name, owner: owner, rev: delta.rev,
                "it follows revision \(state.rev); the revisions between them are missing")
            return false
        }
        state.apply(delta.delta, rev: delta.rev)
        if kind == .gomoku {
            if let fault = audit.next(delta, state: state) { findings.note(room: name, rev: delta.rev, "\(fault)") }
            if let result = delta.delta[.result] { isFinished = result != nil }
        }
        if let owner, delta.by.text != owner {
            findings.note(room: name, owner: owner, rev: delta.rev, "its author is \(delta.by), not the owner")
        }
        if let snapshot, snapshot.rev == delta.rev, !Self.agree(snapshot, state) {
            findings.note(
                room: name, owner: owner, rev: delta.rev, "the snapshot differs from the state that the deltas produce")
        }
        return true
    }

    /// Performs the final checks after the last delta.
    public func finish(_ findings: inout StoreFindings) {
        if let snapshot, snapshot.rev > state.rev {
            findings.note(
                room: name, owner: owner, "the snapshot has revision \(snapshot.rev), which is after the newest delta")
        }
        switch kind {
        case .gomoku: if let fault = audit.last(state) { findings.note(room: name, "\(fault)") }
        case .analysis:
            do {
                _ = try AnalysisReferee(state: state)
            } catch {
                findings.note(room: name, "the tree is damaged at the key \"\(error.key)\"")
            }
        case .open, .lobby: break
        }
    }

    /// Returns whether the snapshot equals the state. Tombstones are ignored, because their number
    /// depends on limits.
    private static func agree(_ archive: SharedState.Snapshot, _ state: SharedState) -> Bool {
        func alive(_ archive: SharedState.Snapshot) -> [String: [JSON]] {
            var keys: [String: [JSON]] = [:]
            for case (let key, let value?, let rev) in archive.entries { keys[key] = [value, JSON(rev)] }
            return keys
        }
        return alive(archive) == alive(state.snapshot)
    }
}
