/// How fast a clock makes a game: ratings of different speeds are kept apart.
public enum Speed: String, CaseIterable, Sendable {
    /// Under 8 minutes a side, by estimate.
    case blitz
    /// Under 25 minutes.
    case rapid
    case long

    /// Moves of one side that the estimate reckons with.
    static let estimatedMoves = 30

    /// Estimated seconds a side from which on a clock is no blitz, and not rapid any more.
    static let blitzBelow = 480, rapidBelow = 1_500

    /// The speed that a clock's estimated time makes.
    public init(_ clock: ClockSetting) {
        switch Self.estimatedSeconds(clock) {
        case ..<Self.blitzBelow: self = .blitz
        case ..<Self.rapidBelow: self = .rapid
        default: self = .long
        }
    }

    /// Seconds that a side is reckoned to use: the main time and thirty increments. Of a byo-yomi period, which is
    /// given back by moving within it, thirty moves use half each.
    public static func estimatedSeconds(_ clock: ClockSetting) -> Int {
        switch clock {
        case .fischer(let main, let increment): main + estimatedMoves * increment
        case .byoyomi(let main, _, let length): main + estimatedMoves * length / 2
        }
    }
}
