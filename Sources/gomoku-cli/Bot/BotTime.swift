import GameState

/// The time that a game's clock leaves to a bot, in milliseconds. Pure.
struct BotTime: Equatable {
    /// The time reserved for network delays.
    static let netMargin = 250

    /// The time left on the clock now, less ``netMargin``; nil without a clock.
    let left: Int?
    /// The time that each move adds: the increment less a tenth, or half of a byo-yomi period.
    let step: Int

    /// - Parameter now: the server's time. Nil if it is still unknown, and then no time is
    ///   subtracted.
    init(_ game: Game, _ side: Stone, now: Int?) {
        left = game.clock.map { clock in
            max(1, clock.remaining(of: side, at: now ?? clock.runningSince ?? 0).total - Self.netMargin)
        }
        step =
            switch game.terms.clock {
            case .fischer(_, let increment): increment * 900
            case .byoyomi(_, _, let length): length * 500
            case nil: 0
            }
    }

    /// Returns the time for a step of an opening, at most `milliseconds`.
    func forOpening(of milliseconds: Int) -> Int {
        left.map { max(20, min(milliseconds, $0 / 20)) } ?? milliseconds
    }
}
