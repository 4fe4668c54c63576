/// One room: its shared state, its referee, and every participant's own state in it.
///
/// A value without input or output: it judges a request and says what came of it. Who is present,
/// what is stored and who is told is the server's business.
public struct Room: Sendable {
    /// What came of a request.
    public enum Judgement: Equatable, Sendable {
        /// It went through: store it, then tell everybody (or, when private, the sender).
        case accepted(AcceptedDelta)
        /// It had gone through before: tell the sender alone.
        case again(AcceptedDelta)
        case rejected(Rejection)
    }

    public let name: RoomName
    public let kind: RoomKind
    /// Changes when a room of this name begins anew, so that nobody resumes into another room.
    public let epoch: String
    /// Who made the room.
    public let host: ParticipantID
    public private(set) var shared: Ledger
    private var own: [ParticipantID: Ledger] = [:]
    /// Of all of them together.
    private var ownBytes = 0
    private var referee = Referee()
    private let commonLimits: RoomLimits
    private var limits: Limits { commonLimits.limits }

    public init(name: RoomName, kind: RoomKind, epoch: String, host: ParticipantID, limits: Limits = Limits()) {
        self.init(name: name, kind: kind, epoch: epoch, host: host, sharing: RoomLimits(limits))
    }

    /// - Parameter shared: the same object for all rooms of a server.
    public init(name: RoomName, kind: RoomKind, epoch: String, host: ParticipantID, sharing shared: RoomLimits) {
        let limits = shared.limits
        self.name = name
        self.kind = kind
        self.epoch = epoch
        self.host = host
        commonLimits = shared
        self.shared = Ledger(
            state: SharedState(tombstoneLimit: limits.tombstonesPerRoom), historyLimit: limits.historyPerRoom,
            historyBytes: limits.historyBytesPerRoom)
    }

    public var state: SharedState { shared.state }
    public var rev: Int { shared.state.rev }
    /// The game on the table of a `gomoku` room.
    public var game: Game? { referee.game }
    /// Whether that is played on a clock.
    public var isTimed: Bool { referee.game?.clock != nil }
    /// Whether the built-in robot sits at it.
    public var seatsRobot: Bool {
        referee.game?.seats.x?.robotLevel != nil || referee.game?.seats.o?.robotLevel != nil
    }

    /// The state that the store is to get whole with `accepted`, the newest delta; nil: not now.
    public func archive(with accepted: AcceptedDelta, scope: DeltaRequest.Scope) -> SharedState.Archive? {
        switch scope {
        case .shared: shared.isArchiveDue ? shared.state.archive : nil
        case .own: own[accepted.by].flatMap { $0.isArchiveDue ? $0.state.archive : nil }
        }
    }

    /// The participant's own state here; nil when there is none.
    public func ownState(of participant: ParticipantID) -> SharedState? { own[participant]?.state }

    /// Judges a request of `sender` at server time `now` (milliseconds since 1970), and applies it when it goes
    /// through.
    ///
    /// - Parameter goneFor: for how long the holder of each seat has been gone, in milliseconds; nil: is here.
    public mutating func judge(
        _ request: DeltaRequest, by sender: ParticipantID, now: Int, lag: Int = 0, isClaimed: Bool = false,
        goneFor: ByStone<Int?> = .init(both: nil)
    ) -> Judgement {
        switch request.scope {
        case .shared:
            judgeShared(request, by: sender, now: now, lag: lag, isClaimed: isClaimed, goneFor: goneFor)
        case .own: judgeOwn(request, by: sender, now: now)
        }
    }

    private mutating func judgeShared(
        _ request: DeltaRequest, by sender: ParticipantID, now: Int, lag: Int, isClaimed: Bool, goneFor: ByStone<Int?>
    ) -> Judgement {
        if let earlier = shared.accepted(request.id, by: sender) { return .again(earlier) }
        if let rejection = Self.futureBase(request, rev) { return .rejected(rejection) }
        let conflicts = shared.conflicts(request)
        guard conflicts.isEmpty else { return .rejected(.conflict(keys: conflicts)) }
        guard kind != .lobby else { return .rejected(Self.lobbyIsReadOnly) }
        guard !isMoveOfEarlierGame(request) else { return .rejected(.conflict(keys: [GameKey.game.text])) }
        do {
            let delta: Delta
            switch kind {
            case .open, .lobby:
                try check(request.delta, on: shared.state, keys: limits.keysPerRoom, bytes: limits.stateBytes)
                delta = request.delta
            case .gomoku:
                try checkSizes(request.delta)
                delta = try referee.judge(
                    request.delta, by: sender, now: now, lag: lag, isClaimed: isClaimed,
                    attendance: attendance(goneFor))
            }
            let accepted = AcceptedDelta(rev: rev + 1, by: sender, at: now, id: request.id, delta: delta)
            shared.record(accepted)
            return .accepted(accepted)
        } catch {
            return .rejected(error)
        }
    }

    /// A first move that was meant for the game before a New Game would be a ghost stone in the new one:
    /// its number fits, only its base tells.
    private func isMoveOfEarlierGame(_ request: DeltaRequest) -> Bool {
        guard kind == .gomoku, let base = request.base, request.delta[.move] != nil,
            request.delta[.game] == nil
        else { return false }
        return state.mayHaveChanged(GameKey.game.text, since: base)
    }

    private mutating func judgeOwn(_ request: DeltaRequest, by sender: ParticipantID, now: Int) -> Judgement {
        guard kind != .lobby else { return .rejected(Self.lobbyIsReadOnly) }
        guard own[sender] != nil || own.count < limits.privateStatesPerRoom else {
            return .rejected(
                .tooLarge(what: "participants with private state in a room", limit: limits.privateStatesPerRoom))
        }
        var ledger = own[sender] ?? newOwnLedger()
        if let earlier = ledger.accepted(request.id, by: sender) { return .again(earlier) }
        if let rejection = Self.futureBase(request, ledger.state.rev) { return .rejected(rejection) }
        let conflicts = ledger.conflicts(request)
        guard conflicts.isEmpty else { return .rejected(.conflict(keys: conflicts)) }
        do throws(Rejection) {
            try check(request.delta, on: ledger.state, keys: limits.privateKeys, bytes: limits.privateBytes)
            let others = ownBytes - (own[sender]?.bytes ?? 0)
            let after = others + ledger.state.size(after: request.delta).bytes
            guard after <= limits.privateBytesPerRoom || after <= ownBytes else {
                throw Rejection.tooLarge(
                    what: "all private state in a room, in bytes,", limit: limits.privateBytesPerRoom)
            }
        } catch {
            return .rejected(error)
        }
        let accepted = AcceptedDelta(
            rev: ledger.state.rev + 1, by: sender, at: now, id: request.id, delta: request.delta)
        ownBytes -= own[sender]?.bytes ?? 0
        ledger.record(accepted)
        own[sender] = ledger
        ownBytes += ledger.bytes
        return .accepted(accepted)
    }

    /// What is built on a revision that is not there yet is built on nothing.
    private static func futureBase(_ request: DeltaRequest, _ rev: Int) -> Rejection? {
        guard let base = request.base, base > rev else { return nil }
        return .badValue(key: "base", expected: "a revision that you have seen: the newest is \(rev)")
    }

    private func attendance(_ goneFor: ByStone<Int?>) -> Attendance {
        Attendance(
            goneFor: goneFor, isReserved: isReserved, waitingGrace: limits.waitingGraceSeconds * 1_000,
            playingGrace: limits.playingGraceSeconds * 1_000)
    }

    /// Whether it was made for those who play in it; others are come to by their name.
    public var isReserved: Bool { host == Self.server || name.lock != nil }

    /// Whether others may be told that it exists: its maker has said so, and it needs no secret.
    public var isListed: Bool {
        guard name.lock == nil else { return false }
        // A game says the same as its keys, and is asked more quickly.
        if kind == .gomoku { return referee.game?.terms.isListed ?? false }
        return state.text(.term(.listed)) == GameTerms.Field.listed.flagValue
    }

    private static let lobbyIsReadOnly = Rejection.readOnly(
        "The lobby is the server's own list. Ask for a game with {\"type\":\"seek\"}.")

    private func newOwnLedger() -> Ledger {
        Ledger(
            state: SharedState(tombstoneLimit: limits.privateKeys), historyLimit: limits.historyPerRoom / 4,
            historyBytes: limits.ownHistoryBytes)
    }

    // MARK: what happens by itself

    /// By whom a delta is that nobody has sent.
    public static let server = ParticipantID("server")

    /// What happens by itself in a game.
    public enum Event: Equatable, Sendable {
        /// Time went by: a flag may have fallen.
        case tick
        /// The server is back after a stop; it was last alive at that time.
        case resumed(lastAlive: Int)
        /// The server stops.
        case suspended
        /// A player is away for so long that it is announced; nil: not any more.
        case absence(Absence?)
        /// A side has been given a hint.
        case hinted(Stone)
        /// The server changes its own list; nothing in rooms of another kind.
        case posted(Delta)
        /// The server has paired two: the New Game it seats them with (``Referee/start(_:)``).
        case newGame(Delta)
    }

    /// Applies what has happened; nil when it makes no difference.
    public mutating func happened(_ event: Event, now: Int) -> AcceptedDelta? {
        let delta: Delta? =
            switch event {
            case .tick: referee.tick(now: now)
            case .resumed(let lastAlive): referee.resumeClock(now: now, lastAlive: lastAlive)
            case .suspended: referee.suspendClock(now: now)
            case .absence(let absence): referee.setAbsence(absence)
            case .hinted(let stone): referee.tookHint(stone)
            case .posted(let delta): kind == .lobby ? delta : nil
            case .newGame(let game): kind == .gomoku ? referee.start(game) : nil
            }
        guard let delta, !delta.isEmpty else { return nil }
        let accepted = AcceptedDelta(rev: rev + 1, by: Self.server, at: now, id: nil, delta: delta)
        shared.record(accepted)
        return accepted
    }

    // MARK: limits

    private func check(_ delta: Delta, on state: SharedState, keys: Int, bytes: Int) throws(Rejection) {
        try checkSizes(delta)
        // Far from the limits nothing has to be looked up.
        if state.count + delta.count <= keys, state.bytes + delta.size <= bytes { return }
        let size = state.size(after: delta)
        guard size.keys <= keys || size.keys <= state.count else {
            throw .tooLarge(what: "the number of keys in a room", limit: keys)
        }
        guard size.bytes <= bytes || size.bytes <= state.bytes else {
            throw .tooLarge(what: "the state of a room, in bytes,", limit: bytes)
        }
    }

    private func checkSizes(_ delta: Delta) throws(Rejection) {
        guard delta.count <= limits.keysPerDelta else {
            throw .tooLarge(what: "the number of keys in a delta", limit: limits.keysPerDelta)
        }
        // Nothing in it is larger than it is.
        if delta.size <= min(limits.keyBytes, limits.valueBytes) { return }
        for change in delta.changes {
            guard change.key.utf8.count <= limits.keyBytes else {
                throw .tooLarge(what: "a key, in bytes,", limit: limits.keyBytes)
            }
            guard change.valueSize <= limits.valueBytes else {
                throw .tooLarge(what: "a value, in bytes,", limit: limits.valueBytes)
            }
        }
    }
}

// MARK: from the store

extension Room {
    /// The room as the store has it: its newest snapshot and what came after, replayed.
    public init(_ stored: StoredRoom, sharing common: RoomLimits = RoomLimits(Limits())) throws(ImpossibleGame) {
        let limits = common.limits
        self.init(
            name: stored.header.name, kind: stored.header.kind, epoch: stored.header.epoch, host: stored.header.host,
            sharing: common)
        shared = Self.ledger(
            stored.shared, tombstones: limits.tombstonesPerRoom, history: limits.historyPerRoom,
            bytes: limits.historyBytesPerRoom)
        for (participant, part) in stored.own {
            let ledger = Self.ledger(
                part, tombstones: limits.privateKeys, history: limits.historyPerRoom / 4,
                bytes: limits.ownHistoryBytes)
            own[participant] = ledger
            ownBytes += ledger.bytes
        }
        if kind == .gomoku { referee = try Referee(state: shared.state) }
    }

    /// Takes note of an old delta that the store has found for an id that came again.
    public mutating func recall(_ accepted: AcceptedDelta, scope: DeltaRequest.Scope) {
        switch scope {
        case .shared: shared.recall(accepted)
        case .own:
            var ledger = own[accepted.by] ?? newOwnLedger()
            ledger.recall(accepted)
            own[accepted.by] = ledger
        }
    }

    private static func ledger(_ stored: StoredRoom.Part, tombstones: Int, history: Int, bytes: Int) -> Ledger {
        var ledger = Ledger(
            state: SharedState(stored.snapshot, tombstoneLimit: tombstones), historyLimit: history,
            historyBytes: bytes)
        for delta in stored.deltas {
            if delta.rev > stored.snapshot.rev { ledger.record(delta) } else { ledger.remember(delta) }
        }
        return ledger
    }
}
