import GameState

/// The display of one side's clock, and the time of its next change.
///
/// Times are rounded down. Below ``tenthsBelow`` they show tenths of a second.
struct ClockFace: Equatable {
    /// The running time in milliseconds below which tenths are shown.
    static let tenthsBelow = 20_000
    /// The total time left, in milliseconds, below which time is short.
    static let shortBelow = 20_000

    /// The time, such as `4:32` or `9.4`. With byo-yomi, `4:32 +5x30` in main time and `0:23 x3` in
    /// one of the last three periods.
    let text: String
    /// The text without the remaining periods during main time, for narrow screens.
    let brief: String
    /// Whether time is short. The display then has an exclamation mark, and a red colour if
    /// possible.
    let isShort: Bool
    let isRunning: Bool
    /// The milliseconds until the text changes, or nil if the clock does not run.
    let nextChange: Int?

    /// - Parameter now: the server's time in milliseconds, or nil if it is unknown.
    init(_ clock: Clock, side: Stone, now: Int?, isOver: Bool) {
        let runs = !isOver && clock.turn == side && clock.runningSince != nil
        let left = clock.remaining(of: side, at: runs ? now ?? clock.runningSince ?? 0 : 0)
        isRunning = runs
        isShort = !isOver && left.total < Self.shortBelow
        let unit = left.running < Self.tenthsBelow ? 100 : 1_000
        // When a period ends, the next one begins at once. Only the end of the last period is shown
        // as 0.0.
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

    /// Creates the display of the time left in a record. Such a clock does not run.
    init(left milliseconds: Int) {
        let time = Self.time(milliseconds)
        (text, brief, isShort) = (time, time, milliseconds < Self.shortBelow)
        (isRunning, nextChange) = (false, nil)
    }

    /// The time in hours from which the time of a move is in whole hours.
    private static let hoursFrom = 10

    /// Returns the time that a move took, in at most six columns: such as `3.2`, `0:45` or `30h`.
    static func spent(_ milliseconds: Int) -> String {
        let hours = milliseconds / 3_600_000
        return hours < hoursFrom ? time(milliseconds) : "\(min(hours, 9_999))h"
    }

    /// Returns the time in minutes and seconds, or in tenths of a second.
    static func time(_ milliseconds: Int) -> String {
        if milliseconds < tenthsBelow { return "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100)" }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let seconds = milliseconds / 1_000
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}
