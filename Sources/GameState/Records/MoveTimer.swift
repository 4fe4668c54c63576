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
        var facts = Facts()
        for change in accepted.delta.changes { facts.note(GameKey(change.key), change.value) }
        apply(facts, at: accepted.at)
    }

    /// Applies a delta of the game that was accepted at server time `now`.
    mutating func apply(_ facts: Facts, at now: Int) {
        if facts.isNewGame {
            self = MoveTimer()
            clock = facts.clock
            began = now
            isOpen = ByStone(both: true)
        }
        let wasOpening = isOpeningRunning
        if let phase = facts.phase { isOpeningRunning = phase }
        for stone in Stone.allCases {
            if let time = facts.times[stone] { main[stone] = time }
            guard let isTaken = facts.seats[stone] else { continue }
            if isOpen[stone], isTaken { seatTaken = now }
            isOpen[stone] = !isTaken
        }
        for move in facts.moves { record(move, at: now, isInOpening: wasOpening || isOpeningRunning) }
        if let count = facts.count { resize(to: count) }
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

extension MoveTimer {
    /// The changes in a delta that times depend on. Each is noted once, because the server reads
    /// all deltas of a game at its end, and a search for each key costs more.
    struct Facts {
        fileprivate var isNewGame = false
        fileprivate var clock: ClockSetting?
        /// Whether an opening runs from now on. Each value is `nil` if the delta does not say.
        fileprivate var phase: Bool?
        fileprivate var times = ByStone<Int?>(both: nil)
        /// Whether the seat is taken from now on.
        fileprivate var seats = ByStone<Bool?>(both: nil)
        /// The numbers of the moves, in the order of the delta.
        fileprivate var moves: [Int] = []
        /// The number of the last move.
        fileprivate var count: Int?

        /// Notes a change of the delta.
        mutating func note(_ key: GameKey?, _ value: @autoclosure () -> JSON?) {
            switch key {
            case .column(let move): if value() != nil { moves.append(move) }
            case .move: count = value().flatMap(Digits.number)
            case .game: isNewGame = true
            case .term(.clock): clock = value()?.string.flatMap { ClockSetting($0) }
            case .phase: phase = value() != nil
            case .time(let stone): times[stone] = value().flatMap(Digits.number)
            case .seat(let stone): seats[stone] = value() != nil
            default: break
            }
        }
    }
}

extension Room {
    /// The times of the current game's moves, as far as the newest deltas in memory show them.
    ///
    /// The room reads these deltas, up to ``Limits/historyPerRoom``, so it does this only at the
    /// end of a game.
    public var moveTimes: [MoveTime?] {
        guard let game, !game.moves.isEmpty else { return [] }
        var timer = MoveTimer(game.terms)
        for rev in shared.revisions(sinceChangeOf: .game) {
            var facts = MoveTimer.Facts()
            let at = shared.visitChanges(of: rev) { key, value in facts.note(GameKey(key), value.json) }
            if let at { timer.apply(facts, at: at) }
        }
        return timer.times.count == game.moves.count ? timer.times : []
    }
}
