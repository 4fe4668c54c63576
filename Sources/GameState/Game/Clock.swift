/// Both sides' time in one game. A pure value: the time it is, in milliseconds since any fixed moment, is always handed
/// in.
///
/// A side's time begins to run after its own first move: until each has moved once, nobody loses any. Then the side to
/// move uses its own, until it moves. Time that goes backwards counts as standing still.
///
/// Network lag a client reports is given back, but only out of an allowance that refills a little with each move (the
/// idea is scalachess' `LagTracker`; the figures are ours): whoever reports lag that was not there gains no more than
/// the allowance, and whoever lags more than it allows loses only the part above.
public struct Clock: Equatable, Sendable {
    /// The lag that is given back, in milliseconds.
    public enum Lag {
        /// What each side can be given back at the start.
        public static let initial = 600
        /// What each of its timed moves adds.
        public static let refill = 200
        /// The most that can be saved up.
        public static let most = 1_000
    }

    /// Time given to return to the game after a restart of the server, in milliseconds.
    public static let restartGrace = 3_000

    /// A server that flags by itself has done so this long after the deadline: then a claim is worth showing.
    public static let claimAfter = Lag.most + 500

    /// What one side has left.
    struct Account: Equatable, Sendable {
        /// Milliseconds before the periods, or in all where there are none.
        var main: Int
        /// Byo-yomi periods left, the running one included.
        var periods: Int
        /// Lag that can still be given back, in milliseconds.
        var lag = Lag.initial
        /// Whether the first move has been made.
        var hasBegun = false
    }

    public let setting: ClockSetting
    var accounts: ByStone<Account>
    /// Whose move it is.
    public internal(set) var turn: Stone = .x
    /// Since when the side to move has been using its time; nil while nobody's runs.
    public internal(set) var runningSince: Int?
    /// How much of the side to move's time went by before a suspension, in milliseconds.
    var usedBefore = 0

    /// Nil where the setting is not ``ClockSetting/isValid``.
    public init?(_ setting: ClockSetting) {
        guard setting.isValid else { return nil }
        self.setting = setting
        let periods = if case .byoyomi(_, let periods, _) = setting { periods } else { 0 }
        accounts = ByStone(both: Account(main: setting.main * 1_000, periods: periods))
    }

    /// Milliseconds in one period; 0 where there are none.
    private var periodLength: Int {
        if case .byoyomi(_, _, let length) = setting { length * 1_000 } else { 0 }
    }

    /// Milliseconds the side to move has used since the turn came to it.
    private func used(at now: Int) -> Int {
        usedBefore + (runningSince.map { max(0, now - $0) } ?? 0)
    }

    /// What a side has left.
    public struct Remaining: Equatable, Sendable {
        /// Milliseconds until its time is up, periods included; 0 when it is.
        public var total: Int
        /// Milliseconds before the next loss: of main time, or of the period that runs.
        public var running: Int
        /// Periods left, the one that runs included.
        public var periods: Int
    }

    /// What `side` has left at `now`, lag not considered.
    public func remaining(of side: Stone, at now: Int) -> Remaining {
        remaining(of: accounts[side], after: side == turn ? used(at: now) : 0)
    }

    private func remaining(of account: Account, after used: Int) -> Remaining {
        let total = max(0, account.main + account.periods * periodLength - used)
        if used < account.main || periodLength == 0 {
            return Remaining(total: total, running: max(0, account.main - used), periods: account.periods)
        }
        let periods = (total + periodLength - 1) / periodLength
        return Remaining(total: total, running: total - max(0, periods - 1) * periodLength, periods: periods)
    }

    /// When the side to move will have lost on time, if it does not move: all its time and all the lag that might be
    /// given back to a move that is on its way. Nil while nobody's time runs.
    public var deadline: Int? {
        guard let runningSince else { return nil }
        let account = accounts[turn]
        return runningSince + account.main + account.periods * periodLength + account.lag - usedBefore
    }

    /// The side that has lost on time at `now`: for the server to flag by itself, and to judge a claim by.
    public func flagged(at now: Int) -> Stone? {
        guard let deadline, now >= deadline else { return nil }
        return turn
    }

    /// `side` has moved at `now`, its message having been `lag` milliseconds on the way by measurement; `next` is
    /// awaited then (the other side, but for the steps of an opening).
    ///
    /// Returns whether the move came in time. If it did not, nothing is left on the side's clock and nobody's runs.
    @discardableResult
    public mutating func moved(by side: Stone, at now: Int, lag: Int, next: Stone? = nil) -> Bool {
        var account = accounts[side]
        if side == turn && runningSince != nil {
            let used = used(at: now)
            let refund = max(0, min(lag, account.lag, used))
            let left = remaining(of: account, after: used - refund)
            account.lag = min(Lag.most, account.lag - refund + Lag.refill)
            guard left.total > 0 else {
                account.main = 0
                account.periods = 0
                accounts[side] = account
                stop()
                return false
            }
            switch setting {
            case .fischer(_, let increment): account.main = left.total + increment * 1_000
            case .byoyomi:
                // What is left of a period is given back by the move.
                account.main = max(0, account.main - (used - refund))
                account.periods = left.periods
            }
        }
        account.hasBegun = true
        accounts[side] = account
        start(next ?? side.opponent, at: now)
        return true
    }

    /// The turn goes to `side` without a move, as when one is taken back: the side that was to move pays for the time
    /// it used and gets no increment.
    public mutating func handed(to side: Stone, at now: Int) {
        charge(at: now)
        start(side, at: now)
    }

    /// The participants have exchanged sides in the opening: each keeps the time that was its own. The step that
    /// brought the exchange about has been reported by ``moved(by:at:lag:next:)`` before, `next` in terms of the sides
    /// after it.
    public mutating func exchangeSides(at now: Int) {
        charge(at: now)
        accounts = ByStone(x: accounts.o, o: accounts.x)
        start(turn, at: now)
    }

    /// The game is over: nobody's time runs, and what was used until now is paid.
    public mutating func finish(at now: Int) {
        charge(at: now)
        stop()
    }

    private mutating func charge(at now: Int) {
        let used = used(at: now)
        let left = remaining(of: accounts[turn], after: used)
        accounts[turn].main = max(0, accounts[turn].main - used)
        accounts[turn].periods = left.periods
        stop()
    }

    private mutating func stop() {
        runningSince = nil
        usedBefore = 0
    }

    private mutating func start(_ side: Stone, at now: Int) {
        turn = side
        usedBefore = 0
        runningSince = accounts[side].hasBegun ? now : nil
    }

    /// The server stops in good order: what was used is remembered, and no time runs until
    /// ``resume(at:lastAlive:grace:)``.
    public mutating func suspend(at now: Int) {
        guard runningSince != nil else { return }
        usedBefore = used(at: now)
        runningSince = nil
    }

    /// The server is back and this game still goes on. Time since `lastAlive`, the last moment it is known to have run,
    /// is nobody's; nor is `grace` from now, for the participants to come back in. After ``suspend(at:)`` `lastAlive`
    /// does not matter. The clock must be stored again at once: a second restart counts from what is stored.
    public mutating func resume(at now: Int, lastAlive: Int, grace: Int = Clock.restartGrace) {
        if runningSince != nil { suspend(at: min(lastAlive, now)) }
        guard accounts[turn].hasBegun, !isFinished else { return }
        runningSince = now + max(0, grace)
    }

    /// Whether the side to move has no time at all: it lost on time.
    private var isFinished: Bool { accounts[turn].main == 0 && accounts[turn].periods == 0 }
}
