/// The speed of a game, which follows from its clock. Each speed has its own ratings.
public enum Speed: String, CaseIterable, Sendable {
    /// Under 8 minutes per side, by estimate.
    case blitz
    /// Under 25 minutes per side, by estimate.
    case rapid
    case long

    /// The number of moves per side in the estimate.
    static let estimatedMoves = 30

    /// The estimated seconds per side below which a clock is blitz or rapid.
    static let blitzBelow = 480, rapidBelow = 1_500

    /// Creates the speed for a clock's estimated time.
    public init(_ clock: ClockSetting) {
        switch Self.estimatedSeconds(clock) {
        case ..<Self.blitzBelow: self = .blitz
        case ..<Self.rapidBelow: self = .rapid
        default: self = .long
        }
    }

    /// Returns the estimated seconds per side: the main time and 30 increments. With byo-yomi, 30
    /// moves count half a period each, because a move within a period restores the full period.
    public static func estimatedSeconds(_ clock: ClockSetting) -> Int {
        switch clock {
        case .fischer(let main, let increment): main + estimatedMoves * increment
        case .byoyomi(let main, _, let length): main + estimatedMoves * length / 2
        }
    }
}
