import GameState

/// A replay of one ledger, delta by delta, that reports inconsistencies.
public struct LedgerReplay {
    /// A game that the ledger's deltas have ended.
    public struct EndedGame: Equatable, Sendable {
        public let id: GameID
        /// Whether the room was listed when the game ended.
        public let isListed: Bool
    }

    let name: String
    /// The owner of a private state, or `nil` for the shared state.
    let owner: String?
    let kind: RoomKind
    let snapshot: SharedState.Snapshot?

    private var state: SharedState
    private var audit = Audit()
    private var ended: [EndedGame] = []
    /// The facts about the room that follow from the deltas so far.
    public private(set) var facts: RoomFacts

    public var rev: Int { state.rev }

    public init(_ room: RoomHeader, owner: String?, snapshot: SharedState.Snapshot?, _ limits: Limits) {
        name = room.name.key
        self.owner = owner
        // Participants keep any keys in their private states.
        kind = owner == nil ? room.kind : .open
        self.snapshot = snapshot
        facts = RoomFacts(room)
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
        facts.apply(delta, owner: owner.map { ParticipantID($0) })
        if kind == .gomoku {
            if let fault = audit.next(delta, state: state) { findings.note(room: name, rev: delta.rev, "\(fault)") }
            if case .some(.some) = delta.delta[.result], let number = state.number(.game) {
                let id = GameID(epoch: facts.room.epoch, number: number)
                ended.append(EndedGame(id: id, isListed: GameTerms { state[.term($0)] }.isListed))
            }
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

    /// Returns the games that have ended since the last call.
    public mutating func takeEndedGames() -> [EndedGame] {
        defer { ended = [] }
        return ended
    }

    /// Reports a fault if the record of a game disagrees with the room's deltas on whether the game
    /// was listed.
    ///
    /// Records without times are not compared: the oldest got the newest value of their room in an
    /// upgrade.
    public func compare(_ record: FinishedGame, with ended: EndedGame, _ findings: inout StoreFindings) {
        guard !record.times.isEmpty, record.terms.isListed != ended.isListed else { return }
        let (recorded, played) = ended.isListed ? ("unlisted", "listed") : ("listed", "unlisted")
        findings.note(room: name, "its game \(ended.id.number) was \(played), but is recorded as \(recorded)")
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
        case .puzzles:
            do {
                try SolverReferee.check(state)
            } catch {
                findings.note(room: name, "the record of puzzles is damaged at the key \"\(error.key)\"")
            }
        case .race:
            do {
                _ = try Race(state: state)
            } catch {
                findings.note(room: name, "the race is damaged at the key \"\(error.key)\"")
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
