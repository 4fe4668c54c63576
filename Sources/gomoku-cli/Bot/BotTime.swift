import GameState

/// What a game's clock leaves to a bot, in milliseconds. Pure.
struct BotTime: Equatable {
    /// Time kept back for the way to the server and back.
    static let netMargin = 250

    /// On the clock by now, less ``netMargin``; nil without a clock.
    let left: Int?
    /// What every move gives back, less a tenth, or half of a byo-yomi period.
    let step: Int

    /// - Parameter now: server time; nil when it is not known yet: then no time has passed.
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

    /// For a step of an opening, at most `milliseconds`.
    func forOpening(of milliseconds: Int) -> Int {
        left.map { max(20, min(milliseconds, $0 / 20)) } ?? milliseconds
    }
}
