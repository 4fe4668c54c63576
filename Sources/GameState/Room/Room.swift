/// A room with its shared state, its referee, and each participant's private state.
///
/// The room is a value without input or output. It judges requests and returns the result. The
/// server tracks participants, stores deltas and broadcasts them.
public struct Room: Sendable {
    /// The result of a request.
    public enum Judgement: Equatable, Sendable {
        /// The delta was accepted. The caller stores it and then broadcasts it, or sends a private
        /// delta to its sender.
        case accepted(AcceptedDelta)
        /// The same delta had been accepted earlier. The caller answers only the sender.
        case again(AcceptedDelta)
        case rejected(Rejection)
    }

    public let name: RoomName
    public let kind: RoomKind
    /// An id that changes when a room of this name starts anew. A client that resumes with another
    /// epoch gets a snapshot.
    public let epoch: String
    /// The participant who created the room.
    public let creator: ParticipantID
    public private(set) var shared: Ledger
    private var own: [ParticipantID: Ledger] = [:]
    /// The total size of all private states.
    private var ownBytes = 0
    @usableFromInline private(set) var referee = Referee()
    /// The trees of an `analysis` room. `nil` in rooms of other kinds.
    private(set) var analysis: AnalysisReferee?
    private let commonLimits: RoomLimits
    private var limits: Limits { commonLimits.limits }

    public init(name: RoomName, kind: RoomKind, epoch: String, host: ParticipantID, limits: Limits = Limits()) {
        self.init(name: name, kind: kind, epoch: epoch, host: host, sharing: RoomLimits(limits))
    }

    /// Creates an empty room.
    ///
    /// - Parameter shared: The limits, in an object that all rooms of a server share.
    public init(name: RoomName, kind: RoomKind, epoch: String, host: ParticipantID, sharing shared: RoomLimits) {
        let limits = shared.limits
        self.name = name
        self.kind = kind
        self.epoch = epoch
        self.creator = host
        commonLimits = shared
        analysis = kind == .analysis ? AnalysisReferee() : nil
        self.shared = Ledger(
            state: SharedState(tombstoneLimit: limits.tombstonesPerRoom), historyLimit: limits.historyPerRoom,
            historyBytes: limits.historyBytesPerRoom)
    }

    // The server asks for these several times per delta. If they were not inlinable, callers in
    // other modules would copy the room for each question.

    @inlinable public var state: SharedState { shared.state }
    @inlinable public var rev: Int { shared.state.rev }
    /// The current game of a `gomoku` room.
    @inlinable public var game: Game? { referee.game }

    // These are stored, because even an inlinable question about the inside of a game copies the
    // room.

    /// Whether the current game has a clock.
    public private(set) var isTimed = false
    /// Whether public lists may show the room. Its creator must have listed it, and it must not
    /// have a secret.
    public private(set) var isListed = false
    /// Whether the built-in robot plays in the current game.
    public var seatsRobot: Bool {
        referee.game?.seats.x?.robotLevel != nil || referee.game?.seats.o?.robotLevel != nil
    }

    /// Returns the state that the store should write as a snapshot together with `accepted`, the
    /// newest delta. Returns `nil` if no snapshot is due.
    public func snapshot(with accepted: AcceptedDelta, scope: DeltaRequest.Scope) -> SharedState.Snapshot? {
        switch scope {
        case .shared: shared.isSnapshotDue ? shared.state.snapshot : nil
        case .own: own[accepted.by].flatMap { $0.isSnapshotDue ? $0.state.snapshot : nil }
        }
    }

    /// Returns the participant's private state, or `nil` if there is none.
    public func ownState(of participant: ParticipantID) -> SharedState? { own[participant]?.state }

    /// Judges a request of `sender` at server time `now` (milliseconds since 1970), and applies it
    /// if it is accepted.
    ///
    /// - Parameters:
    ///   - lag: The measured round trip to the sender, in milliseconds.
    ///   - goneFor: The time for which the holder of each seat has been gone, in milliseconds.
    ///     `nil` if the holder is present.
    ///   - protected: The positions of the sender's rated games in progress, for an analysis.
    ///   - attempt: The attempt at a puzzle in the request, judged by the puzzle's proofs.
    ///   - finding: The answer to ``raceInquiry(_:by:now:)``.
    public mutating func judge(
        _ request: DeltaRequest, by sender: ParticipantID, now: Int, lag: Int = 0, isClaimed: Bool = false,
        goneFor: ByStone<Int?> = .init(both: nil), protected: [ProtectedPosition] = [], attempt: JudgedAttempt? = nil,
        finding: RaceFinding? = nil
    ) -> Judgement {
        switch request.scope {
        case .shared:
            judgeShared(
                request, by: sender, now: now, lag: lag, isClaimed: isClaimed, goneFor: goneFor, protected: protected,
                attempt: attempt, finding: finding)
        case .own: judgeOwn(request, by: sender, now: now)
        }
    }

    private mutating func judgeShared(
        _ request: DeltaRequest, by sender: ParticipantID, now: Int, lag: Int, isClaimed: Bool, goneFor: ByStone<Int?>,
        protected: [ProtectedPosition], attempt: JudgedAttempt?, finding: RaceFinding?
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
            case .analysis: delta = try judgeAnalysis(request, by: sender, protected)
            case .puzzles: delta = try judgePuzzles(request, by: sender, attempt, now)
            case .race: delta = try judgeRace(request, by: sender, now, finding)
            }
            let accepted = AcceptedDelta(rev: rev + 1, by: sender, at: now, id: request.id, delta: delta)
            record(accepted)
            return .accepted(accepted)
        } catch {
            return .rejected(error)
        }
    }

    private mutating func record(_ accepted: AcceptedDelta) {
        shared.record(accepted)
        updateFacts()
    }

    /// Updates ``isTimed`` and ``isListed`` after a change of the state or the game.
    private mutating func updateFacts() {
        isTimed = referee.game?.clock != nil
        isListed = name.lock == nil && hasListedTerms
    }

    private var hasListedTerms: Bool {
        // Reading the terms of the game is faster than looking up the key, and gives the same
        // result.
        if kind == .gomoku { return referee.game?.terms.isListed ?? false }
        return state.text(.term(.listed)) == GameTerms.Field.listed.flagValue
    }

    private mutating func judgeAnalysis(
        _ request: DeltaRequest, by sender: ParticipantID, _ protected: [ProtectedPosition]
    ) throws(Rejection) -> Delta {
        guard var referee = analysis.take() else { throw .noGame }
        defer { analysis = referee }
        try checkSizes(request.delta)
        let situation = AnalysisReferee.Situation(
            sender: sender, base: request.base ?? rev, rev: rev + 1, state: state, creator: creator,
            protected: protected)
        return try referee.judge(request.delta, situation) { (delta) throws(Rejection) in
            // The referee may have added any number of keys to the request.
            try checkSum(delta, on: state, keys: AnalysisReferee.Limit.keys, bytes: limits.stateBytes)
        }
    }

    private func judgePuzzles(
        _ request: DeltaRequest, by sender: ParticipantID, _ attempt: JudgedAttempt?, _ now: Int
    ) throws(Rejection) -> Delta {
        guard sender == creator else { throw .readOnly("This record of puzzles belongs to another participant.") }
        try checkSizes(request.delta)
        let delta = try SolverReferee.judge(request.delta, on: state, attempt, now: now)
        try checkSum(delta, on: state, keys: SolverReferee.Limit.keys, bytes: limits.stateBytes)
        return delta
    }

    private func judgeRace(
        _ request: DeltaRequest, by sender: ParticipantID, _ now: Int, _ finding: RaceFinding?
    ) throws(Rejection) -> Delta {
        try checkSizes(request.delta)
        guard var referee = raceReferee(for: sender, now) else { throw .noGame }
        let delta = try referee.judge(request.delta, finding)
        try checkSum(delta, on: state, keys: limits.keysPerRoom, bytes: limits.stateBytes)
        return delta
    }

    /// Returns the question about puzzles that the caller has to answer before the room of a race
    /// can judge the request; nil if there is none.
    public func raceInquiry(_ request: DeltaRequest, by sender: ParticipantID, now: Int) -> RaceInquiry? {
        guard kind == .race, request.scope == .shared, shared.accepted(request.id, by: sender) == nil else {
            return nil
        }
        return raceReferee(for: sender, now)?.inquiry(about: request.delta)
    }

    /// The race in the room. nil in rooms of other kinds.
    public var race: Race? { kind == .race ? try? Race(state: state) : nil }

    private func raceReferee(for sender: ParticipantID, _ now: Int) -> RaceReferee? {
        race.map { RaceReferee($0, sender: sender, creator: creator, now: now) }
    }

    /// Returns whether the request is a move that was meant for an earlier game. The move's number
    /// may fit the new game too. Only the base shows that the sender had not seen the New Game.
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
                .tooLarge(what: "participants with private state per room", limit: limits.privateStatesPerRoom))
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
                    what: "bytes of private state per room", limit: limits.privateBytesPerRoom)
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

    /// Rejects a request whose base is newer than the newest revision.
    private static func futureBase(_ request: DeltaRequest, _ rev: Int) -> Rejection? {
        guard let base = request.base, base > rev else { return nil }
        return .badValue(key: "base", expected: "a revision of this room; the newest is \(rev)")
    }

    private func attendance(_ goneFor: ByStone<Int?>) -> Attendance {
        Attendance(
            goneFor: goneFor, isReserved: isReserved, waitingGrace: limits.waitingGraceSeconds * 1_000,
            playingGrace: limits.playingGraceSeconds * 1_000)
    }

    /// Whether the room belongs to its players: the lobby made it for a pair, or it has a secret.
    /// Other rooms are open to anyone who knows their name.
    public var isReserved: Bool { creator == Self.server || name.lock != nil }

    /// The participants who have written comments in an analysis, at most 64.
    public var authors: [ParticipantID] { analysis?.authors ?? [] }

    /// Whether the owner of an analysis has made the participant an editor, or the participant is
    /// the owner.
    public func isInvited(_ participant: ParticipantID) -> Bool {
        AnalysisRoles(state: state, creator: creator).isNamedEditor(participant)
    }

    private static let lobbyIsReadOnly = Rejection.readOnly(
        "The lobby is read-only. Ask for a game with {\"type\":\"seek\"}.")

    private func newOwnLedger() -> Ledger {
        Ledger(
            state: SharedState(tombstoneLimit: limits.privateKeys), historyLimit: limits.historyPerRoom / 4,
            historyBytes: limits.ownHistoryBytes)
    }

    // MARK: Server events

    /// The sender of deltas that the server creates.
    public static let server = ParticipantID("server")

    /// An event that the server causes in a room, without a request from a client.
    public enum Event: Equatable, Sendable {
        /// Time has passed, so a side may have lost on time.
        case tick
        /// The server has restarted. It last ran at the given time.
        case resumed(lastAlive: Int)
        /// The server is about to stop.
        case suspended
        /// A player has been gone long enough for the room to announce it, or has returned (`nil`).
        case absence(Absence?)
        /// A side has received a hint.
        case hinted(Stone)
        /// The server changes the lobby's list. Rooms of other kinds ignore this event.
        case posted(Delta)
        /// The server has paired two players and seats them with this New Game
        /// (``Referee/start(_:)``).
        case newGame(Delta)
    }

    /// Applies an event. Returns its delta, or `nil` if the event changes nothing.
    public mutating func apply(_ event: Event, now: Int) -> AcceptedDelta? {
        let delta: Delta? =
            switch event {
            case .tick: referee.tick(now: now)
            case .resumed(let lastAlive): referee.resumeClock(now: now, lastAlive: lastAlive)
            case .suspended: referee.suspendClock(now: now)
            case .absence(let absence): referee.setAbsence(absence)
            case .hinted(let stone): referee.countHint(stone)
            case .posted(let delta): kind == .lobby ? delta : nil
            case .newGame(let game): kind == .gomoku ? referee.start(game) : nil
            }
        guard let delta, !delta.isEmpty else { return nil }
        let accepted = AcceptedDelta(rev: rev + 1, by: Self.server, at: now, id: nil, delta: delta)
        record(accepted)
        return accepted
    }

    // MARK: Limits

    private func check(_ delta: Delta, on state: SharedState, keys: Int, bytes: Int) throws(Rejection) {
        try checkSizes(delta)
        try checkSum(delta, on: state, keys: keys, bytes: bytes)
    }

    private func checkSum(_ delta: Delta, on state: SharedState, keys: Int, bytes: Int) throws(Rejection) {
        // Far below the limits, the sum of sizes suffices and no key needs a lookup.
        if state.count + delta.count <= keys, state.bytes + delta.size <= bytes { return }
        let size = state.size(after: delta)
        guard size.keys <= keys || size.keys <= state.count else {
            throw .tooLarge(what: "keys of state per room", limit: keys)
        }
        guard size.bytes <= bytes || size.bytes <= state.bytes else {
            throw .tooLarge(what: "bytes of state per room", limit: bytes)
        }
    }

    private func checkSizes(_ delta: Delta) throws(Rejection) {
        guard delta.count <= limits.keysPerDelta else {
            throw .tooLarge(what: "keys per delta", limit: limits.keysPerDelta)
        }
        // No key or value is larger than the whole delta.
        if delta.size <= min(limits.keyBytes, limits.valueBytes) { return }
        for change in delta.changes {
            guard change.key.utf8.count <= limits.keyBytes else {
                throw .tooLarge(what: "bytes per key", limit: limits.keyBytes)
            }
            guard change.valueSize <= limits.valueBytes else {
                throw .tooLarge(what: "bytes per value", limit: limits.valueBytes)
            }
        }
    }
}

// MARK: Loading

extension Room {
    /// Restores a room from its newest snapshot and the deltas after it.
    public init(_ stored: StoredRoom, sharing common: RoomLimits = RoomLimits(Limits())) throws(ImpossibleGame) {
        let limits = common.limits
        self.init(
            name: stored.header.name, kind: stored.header.kind, epoch: stored.header.epoch, host: stored.header.creator,
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
        switch kind {
        case .gomoku: referee = try Referee(state: shared.state)
        case .analysis: analysis = try AnalysisReferee(state: shared.state)
        case .puzzles: try SolverReferee.check(shared.state)
        case .race: _ = try Race(state: shared.state)
        case .open, .lobby: break
        }
        updateFacts()
    }

    /// Keeps an old delta that the store has found for a repeated id.
    public mutating func cacheStoredDelta(_ accepted: AcceptedDelta, scope: DeltaRequest.Scope) {
        switch scope {
        case .shared: shared.cacheStoredDelta(accepted)
        case .own:
            var ledger = own[accepted.by] ?? newOwnLedger()
            ledger.cacheStoredDelta(accepted)
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
