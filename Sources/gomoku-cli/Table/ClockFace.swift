import GameState

/// One side's clock as it is shown, and when it will look different.
///
/// Time is rounded down, as what is left; below ``tenthsBelow`` it is shown in tenths of a second.
struct ClockFace: Equatable {
    /// Milliseconds of running time below which tenths are shown.
    static let tenthsBelow = 20_000
    /// Milliseconds left in all below which time is short.
    static let shortBelow = 20_000

    /// `4:32`, `9.4`; with periods `4:32 +5x30` before them and `0:23 x3` in one of the last three.
    let text: String
    /// The same without periods that are still whole, where there is little room.
    let brief: String
    /// Whether time is short: shown by a sign, and by colour where there is any.
    let isShort: Bool
    let isRunning: Bool
    /// Milliseconds until the text changes; nil while it stands still.
    let nextChange: Int?

    /// - Parameter now: server time, in milliseconds; nil while that is not known.
    init(_ clock: Clock, side: Stone, now: Int?, isOver: Bool) {
        let runs = !isOver && clock.turn == side && clock.runningSince != nil
        let left = clock.remaining(of: side, at: runs ? now ?? clock.runningSince ?? 0 : 0)
        isRunning = runs
        isShort = !isOver && left.total < Self.shortBelow
        let unit = left.running < Self.tenthsBelow ? 100 : 1_000
        // A period that is used up gives way to the next at once; the last of all time is shown as 0.0 until it is.
        let isLastOfPeriod = left.running < unit && left.total > left.running
        nextChange = runs && now != nil && left.total > 0 ? max(1, left.running % unit + (isLastOfPeriod ? 0 : 1)) : nil
        let time = Self.time(left.running)
        if case .byoyomi(_, let periods, let length) = clock.setting {
            let isInMain = left.total > left.periods * length * 1_000
            text = isInMain ? "\(time) +\(periods)x\(length)" : "\(time) x\(left.periods)"
            brief = isInMain ? time : text
        } else {
            (text, brief) = (time, time)
        }
    }

    /// Milliseconds as people read them.
    static func time(_ milliseconds: Int) -> String {
        if milliseconds < tenthsBelow { return "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100)" }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = milliseconds / 1_000
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}
