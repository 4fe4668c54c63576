/// A reader of the times of a game's moves from the deltas of its room, oldest first.
///
/// The first deltas of the game may be missing. Then the times that depend on them are unknown.
struct MoveTimer: Sendable {
    /// The time of each move of the game, as far as it is known.
    private(set) var times: [MoveTime?] = []

    /// The server time of each move, in milliseconds since 1970.
    private var played: [Int?] = []
    /// The server time of the New Game.
    private var began: Int?
    /// The server time at which the last open seat was taken.
    private var seatTaken = 0
    private var isOpen = ByStone(both: false)
    private var isOpeningRunning: Bool
    private var main = ByStone<Int?>(both: nil)
    private var clock: ClockSetting?

    /// Creates a reader of the deltas from a New Game on.
    init() { self.init(GameTerms()) }

    /// Creates a reader of deltas that may begin within a game of these terms. After a New Game
    /// among the deltas, its terms apply.
    init(_ terms: GameTerms) {
        clock = terms.clock
        isOpeningRunning = terms.opening != .none
    }

    /// Applies a delta of the game.
    mutating func apply(_ accepted: AcceptedDelta) {
        let delta = accepted.delta
        if delta[.game] != nil {
            self = MoveTimer()
            clock = delta.text(.term(.clock)).flatMap { ClockSetting($0) }
            began = accepted.at
            isOpen = ByStone(both: true)
        }
        let wasOpening = isOpeningRunning
        if let phase = delta[.phase] { isOpeningRunning = phase != nil }
        for stone in Stone.allCases {
            if let time = delta.number(.time(stone)) { main[stone] = time }
            guard let seat = delta[.seat(stone)] else { continue }
            if isOpen[stone], seat != nil { seatTaken = accepted.at }
            isOpen[stone] = seat == nil
        }
        for change in delta.changes where change.value != nil {
            if case .column(let move) = GameKey(change.key) {
                record(move, at: accepted.at, isInOpening: wasOpening || isOpeningRunning)
            }
        }
        if let count = delta.number(.move) { resize(to: count) }
    }

    private mutating func record(_ move: Int, at now: Int, isInOpening: Bool) {
        guard move <= RecordLimits.moves else { return }
        if played.count < move { resize(to: move) }
        let before = move == 1 ? began : played[move - 2]
        times[move - 1] = before.map { before in
            MoveTime(used: max(0, now - max(before, seatTaken)), left: isInOpening ? nil : left(of: .ofMove(move)))
        }
        played[move - 1] = now
    }

    private mutating func resize(to count: Int) {
        guard (0...RecordLimits.moves).contains(count) else { return }
        times.removeLast(max(0, times.count - count))
        played.removeLast(max(0, played.count - count))
        while times.count < count {
            times.append(nil)
            played.append(nil)
        }
    }

    private func left(of side: Stone) -> Int? {
        guard let clock, let main = main[side] else { return nil }
        if case .byoyomi(_, _, let length) = clock, main == 0 { return length * 1_000 }
        return main
    }
}

extension Room {
    /// The times of the current game's moves, as far as the newest deltas in memory show them.
    ///
    /// The room decodes these deltas, up to ``Limits/historyPerRoom``, so it does this only at the
    /// end of a game.
    public var moveTimes: [MoveTime?] {
        guard let game, !game.moves.isEmpty else { return [] }
        var timer = MoveTimer(game.terms)
        for delta in shared.newest(from: { $0.delta[.game] != nil }) { timer.apply(delta) }
        return timer.times.count == game.moves.count ? timer.times : []
    }
}
