/// How much time a game gives to each side. All lengths are whole seconds.
public enum ClockSetting: Hashable, Sendable {
    /// `main`, and `increment` more after every timed move. Written `300+5`.
    case fischer(main: Int, increment: Int)
    /// `main`, then `periods` periods: a move within a period gives the period back. Written `600/5x30`.
    case byoyomi(main: Int, periods: Int, length: Int)

    /// Longest main time, in seconds: a week.
    public static let longestMain = 604_800
    /// Longest increment or period, in seconds: an hour.
    public static let longestStep = 3_600
    /// Most periods.
    public static let mostPeriods = 100

    /// Those one can choose without typing.
    public static let presets: [ClockSetting] = [
        .fischer(main: 180, increment: 2), .fischer(main: 300, increment: 5), .fischer(main: 600, increment: 5),
        .fischer(main: 900, increment: 10), .fischer(main: 1_800, increment: 20),
        .byoyomi(main: 300, periods: 3, length: 20), .byoyomi(main: 600, periods: 5, length: 30),
        .byoyomi(main: 1_800, periods: 5, length: 60),
    ]

    /// Reads the canonical writing only: `"0300+5"` and `"300+05"` are nil, as is what gives no time at all.
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

    /// Whether all lengths lie within their limits and a first move can be made at all.
    public var isValid: Bool {
        switch self {
        case .fischer(let main, let increment):
            (1...Self.longestMain).contains(main) && (0...Self.longestStep).contains(increment)
        case .byoyomi(let main, let periods, let length):
            (0...Self.longestMain).contains(main) && (1...Self.mostPeriods).contains(periods)
                && (1...Self.longestStep).contains(length)
        }
    }

    /// Seconds before increments and periods.
    public var main: Int {
        switch self {
        case .fischer(let main, _), .byoyomi(let main, _, _): main
        }
    }
}

extension ClockSetting: CustomStringConvertible {
    /// The form ``init(_:)`` reads.
    public var description: String {
        switch self {
        case .fischer(let main, let increment): "\(main)+\(increment)"
        case .byoyomi(let main, let periods, let length): "\(main)/\(periods)x\(length)"
        }
    }
}
