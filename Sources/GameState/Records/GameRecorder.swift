/// A builder of the record of one game from the deltas of its room. Callers pass the deltas in
/// order, from any revision before the game.
///
/// Takebacks remove moves, so the record contains the game in its final form.
public struct GameRecorder: Sendable {
    /// The number of the game in the room.
    public let number: Int
    /// The participants in the seats after the newest delta of the game.
    public private(set) var seats: ByStone<ParticipantID?> = .init(both: nil)
    /// The server time at which the game began, in milliseconds since 1970, or `nil` before that.
    public private(set) var began: Int?
    /// Whether the next game has begun, so that no further delta belongs to this one.
    public private(set) var isComplete = false

    private var values: [String: JSON] = [:]
    private var timer = MoveTimer()

    public init(game number: Int) { self.number = number }

    public mutating func apply(_ accepted: AcceptedDelta) {
        guard !isComplete else { return }
        if let game = accepted.delta.text(.game).flatMap({ Int($0) }) {
            if game == number {
                began = accepted.at
                values = [:]
            } else if began != nil {
                isComplete = true
                return
            }
        }
        guard began != nil else { return }
        for change in accepted.delta.changes { values[change.key] = change.value }
        timer.apply(accepted)
        for stone in Stone.allCases { seats[stone] = text(.seat(stone)).map(ParticipantID.init) }
    }

    private func text(_ key: GameKey) -> String? { values[key.text]?.string }
    private func number(_ key: GameKey) -> Int? { values[key.text].flatMap(Digits.number) }

    /// Returns the game so far, or `nil` before it has begun.
    ///
    /// - Parameter names: The names of the two participants.
    public func record(names: ByStone<String?>) -> GameRecord? {
        guard let began else { return nil }
        let terms = GameTerms { values[GameKey.term($0).text] }
        var points: [Point] = []
        for move in 1..<((number(.move) ?? 0) + 1) {
            guard let column = number(.column(move)),
                let row = number(.row(move)),
                let point = terms.size.point(column: column, row: row)
            else { return nil }
            points.append(point)
        }
        var record = GameRecord(terms: terms, moves: points)
        record.take(timer.times)
        record.names = names
        record.reason = text(.reason)
        record.outcome =
            record.reason == Game.Reason.aborted.rawValue
            ? nil : text(.result).flatMap { GameRecord.Outcome(rawValue: $0) }
        record.date = Self.date(began)
        return record
    }

    /// Returns a date such as `2026-11-21` in UTC (Howard Hinnant's algorithm for civil dates).
    package static func date(_ milliseconds: Int) -> String {
        let days = milliseconds / 86_400_000 + 719_468
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let civil = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (civil <= 2 ? 1 : 0)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(civil))-\(two(day))"
    }
}
