import GameState

/// A day in UTC, as a client writes it: `2026-11-24`.
public struct PuzzleDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The days since 1 January 1970.
    public let number: Int

    public static let millisecondsPerDay = 86_400_000

    public init(number: Int) { self.number = number }

    /// The day of a time in milliseconds since 1970.
    public init(at milliseconds: Int) {
        number = milliseconds / Self.millisecondsPerDay
    }

    /// Returns nil for a text that is not a day of the years 1970 to 9999.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            year >= 1_970, (1...12).contains(month), day >= 1
        else { return nil }
        number = Self.days(beforeYear: year, month: month) + day - 1
        guard description == text else { return nil }
    }

    /// Returns the days from 1970 to the first of a month (Howard Hinnant, "chrono-Compatible
    /// Low-Level Date Algorithms": `days_from_civil`).
    private static func days(beforeYear year: Int, month: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    public static func < (one: PuzzleDay, other: PuzzleDay) -> Bool { one.number < other.number }

    /// Returns the day this many days later.
    public static func + (day: PuzzleDay, days: Int) -> PuzzleDay { PuzzleDay(number: day.number + days) }

    public var description: String { GameRecorder.date(number * Self.millisecondsPerDay) }
}
