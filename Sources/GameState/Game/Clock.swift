/// The clock of one game, with the time of both sides. A pure value: callers pass the current time,
/// in milliseconds since any fixed moment.
///
/// A side's time starts to run after its own first move, so neither side loses time before both
/// have moved. After that, the time of the side to move runs until it moves. If the current time
/// goes backwards, no time passes.
///
/// The clock refunds the network lag of a move from an allowance that grows a little with each
/// move. A client that reports false lag gains at most the allowance. A client with more lag loses
/// only the excess. The idea is scalachess' `LagTracker`, with different numbers.
public struct Clock: Equatable, Sendable {
    /// The allowance from which the clock refunds lag, in milliseconds.
    public enum Lag {
        /// The allowance of each side at the start.
        public static let initial = 600
        /// The addition to the allowance with each timed move.
        public static let refill = 200
        /// The maximum allowance.
        public static let most = 1_000
    }

    /// The time after a restart of the server that no player is charged for, because players must
    /// reconnect, in milliseconds.
    public static let restartGrace = 3_000

    /// The delay after the ``deadline`` before clients let a player claim a win on time, in
    /// milliseconds. A working server has declared the loss by then.
    public static let claimAfter = Lag.most + 500

    /// The time that one side has left.
    struct Account: Equatable, Sendable {
        /// Milliseconds of main time.
        var main: Int
        /// The number of byo-yomi periods left, the current one included.
        var periods: Int
        /// The lag that can still be refunded, in milliseconds.
        var lag = Lag.initial
        /// Whether the side has made its first move.
        var hasBegun = false
    }

    public let setting: ClockSetting
    var accounts: ByStone<Account>
    /// The side to move.
    public internal(set) var turn: Stone = .x
    /// The time since which the time of the side to move runs, or `nil` while no time runs.
    public internal(set) var runningSince: Int?
    /// The time that the side to move used before a suspension, in milliseconds.
    var usedBefore = 0

    /// Creates a clock, or returns `nil` if the setting is not ``ClockSetting/isValid``.
    public init?(_ setting: ClockSetting) {
        guard setting.isValid else { return nil }
        self.setting = setting
        let periods = if case .byoyomi(_, let periods, _) = setting { periods } else { 0 }
        accounts = ByStone(both: Account(main: setting.main * 1_000, periods: periods))
    }

    /// The length of a period in milliseconds, or 0 without periods.
    private var periodLength: Int {
        if case .byoyomi(_, _, let length) = setting { length * 1_000 } else { 0 }
    }

    /// Returns the time that the side to move has used since its turn began, in milliseconds.
    private func used(at now: Int) -> Int {
        usedBefore + (runningSince.map { max(0, now - $0) } ?? 0)
    }

    /// The time that a side has left.
    public struct Remaining: Equatable, Sendable {
        /// Milliseconds until the side loses on time, periods included.
        public var total: Int
        /// Milliseconds until the main time or the current period ends.
        public var running: Int
        /// The number of periods left, the current one included.
        public var periods: Int
    }

    /// Returns the time that `side` has left at `now`, without lag refunds.
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

    /// The time at which the side to move loses on time, or `nil` while no time runs. It includes
    /// the lag allowance, because a move may be on its way.
    public var deadline: Int? {
        guard let runningSince else { return nil }
        let account = accounts[turn]
        return runningSince + account.main + account.periods * periodLength + account.lag - usedBefore
    }

    /// Returns the side that has lost on time at `now`. The server uses it to end games and to
    /// judge players' claims of a win on time.
    public func flagged(at now: Int) -> Stone? {
        guard let deadline, now >= deadline else { return nil }
        return turn
    }

    /// Records a move of `side` at `now` and gives the turn to `next`, which is the other side
    /// unless a step of an opening requires otherwise.
    ///
    /// - Parameter lag: The measured round trip to the player, in milliseconds.
    /// - Returns: Whether the move came in time. If it did not, the side has no time left and no
    ///   time runs.
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
                // A move within a period restores the full period.
                account.main = max(0, account.main - (used - refund))
                account.periods = left.periods
            }
        }
        account.hasBegun = true
        accounts[side] = account
        start(next ?? side.opponent, at: now)
        return true
    }

    /// Gives the turn to `side` without a move, for example after a takeback. The side that was to
    /// move is charged for its time and gets no increment.
    public mutating func handed(to side: Stone, at now: Int) {
        charge(at: now)
        start(side, at: now)
    }

    /// Exchanges the times of both sides, because the participants have exchanged sides in the
    /// opening.
    ///
    /// Callers first report the step of the opening with ``moved(by:at:lag:next:)``, where `next`
    /// is the side after the exchange.
    public mutating func exchangeSides(at now: Int) {
        charge(at: now)
        accounts = ByStone(x: accounts.o, o: accounts.x)
        start(turn, at: now)
    }

    /// Ends the game: charges the side to move for the time used so far and stops the clock.
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

    /// Suspends the clock for an orderly stop of the server. It keeps the used time, and no time
    /// runs until ``resume(at:lastAlive:grace:)``.
    public mutating func suspend(at now: Int) {
        guard runningSince != nil else { return }
        usedBefore = used(at: now)
        runningSince = nil
    }

    /// Resumes the clock of an unfinished game after a restart.
    ///
    /// Callers must store the clock at once, because after another restart it continues from the
    /// stored values.
    ///
    /// - Parameters:
    ///   - lastAlive: The last time at which the server is known to have run. Time since then is
    ///     not charged. Ignored after ``suspend(at:)``.
    ///   - grace: Milliseconds from now that are not charged, for players to reconnect.
    public mutating func resume(at now: Int, lastAlive: Int, grace: Int = Clock.restartGrace) {
        if runningSince != nil { suspend(at: min(lastAlive, now)) }
        guard accounts[turn].hasBegun, !isFinished else { return }
        runningSince = now + max(0, grace)
    }

    /// Whether the side to move has lost on time, so that it has no time at all.
    private var isFinished: Bool { accounts[turn].main == 0 && accounts[turn].periods == 0 }
}
