/// The time that a game gives to each side. All lengths are whole seconds.
public enum ClockSetting: Hashable, Sendable {
    /// A main time, with `increment` added after every timed move. Written `300+5`.
    case fischer(main: Int, increment: Int)
    /// A main time, then a number of periods. A move within a period restores the full period.
    /// Written `600/5x30`.
    case byoyomi(main: Int, periods: Int, length: Int)

    /// The longest main time, in seconds (one week).
    public static let longestMain = 604_800
    /// The longest increment or period, in seconds (one hour).
    public static let longestStep = 3_600
    /// The largest number of periods.
    public static let mostPeriods = 100

    /// The settings that clients offer in menus.
    public static let presets: [ClockSetting] = [
        .fischer(main: 180, increment: 2), .fischer(main: 300, increment: 5), .fischer(main: 600, increment: 5),
        .fischer(main: 900, increment: 10), .fischer(main: 1_800, increment: 20),
        .byoyomi(main: 300, periods: 3, length: 20), .byoyomi(main: 600, periods: 5, length: 30),
        .byoyomi(main: 1_800, periods: 5, length: 60),
    ]

    /// Parses the canonical form. `"0300+5"`, `"300+05"` and a setting without any time return
    /// `nil`.
    public init?(_ text: String) {
        guard let setting = Self.parsed(text), setting.description == text, setting.isValid else { return nil }
        self = setting
    }

    private static func parsed(_ text: String) -> ClockSetting? {
        let plus = text.split(separator: "+", omittingEmptySubsequences: false)
        if plus.count == 2, let main = Int(plus[0]), let increment = Int(plus[1]) {
            return .fischer(main: main, increment: increment)
        }
        let slash = text.split(separator: "/", omittingEmptySubsequences: false)
        guard slash.count == 2, let main = Int(slash[0]) else { return nil }
        let times = slash[1].split(separator: "x", omittingEmptySubsequences: false)
        guard times.count == 2, let periods = Int(times[0]), let length = Int(times[1]) else { return nil }
        return .byoyomi(main: main, periods: periods, length: length)
    }

    /// Whether all lengths are within their limits and leave time for a first move.
    public var isValid: Bool {
        switch self {
        case .fischer(let main, let increment):
            (1...Self.longestMain).contains(main) && (0...Self.longestStep).contains(increment)
        case .byoyomi(let main, let periods, let length):
            (0...Self.longestMain).contains(main) && (1...Self.mostPeriods).contains(periods)
                && (1...Self.longestStep).contains(length)
        }
    }

    /// The main time in seconds.
    public var main: Int {
        switch self {
        case .fischer(let main, _), .byoyomi(let main, _, _): main
        }
    }
}

extension ClockSetting: CustomStringConvertible {
    /// The form that ``init(_:)`` parses.
    public var description: String {
        switch self {
        case .fischer(let main, let increment): "\(main)+\(increment)"
        case .byoyomi(let main, let periods, let length): "\(main)/\(periods)x\(length)"
        }
    }
}
