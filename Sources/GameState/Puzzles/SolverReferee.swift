/// A judge of the deltas in a person's record of puzzles.
///
/// The result of an attempt follows from the puzzle's proofs, and only the first attempt at a
/// puzzle changes the rating. Reviews, days and best results are the person's own notes. A new
/// record takes over the rating that the person has reached elsewhere.
public enum SolverReferee {
    /// Limits of one record.
    enum Limit {
        /// The number of all keys. A new key then replaces the oldest attempts. A record of this
        /// size has about 450 kB.
        static let keys = 10_500
        /// The number of attempts that are replaced at once, because finding the oldest takes
        /// milliseconds.
        static let evicted = 256
        /// The size of a note about days or best results, as JSON text.
        static let noteBytes = 256
        /// The size of a note about a review: a step of up to three digits, a blank and a day.
        static let reviewBytes = 14
    }

    /// The value of an attempt whose result the server does not know, because a guest made it on a
    /// device.
    static let unjudged = "seen"

    /// Returns the request with the changes that follow from it, or throws a rejection.
    ///
    /// - Parameters:
    ///   - attempt: The judged attempt of the request, if it has one.
    ///   - now: The server time in milliseconds since 1970.
    static func judge(
        _ delta: Delta, on state: SharedState, _ attempt: JudgedAttempt?, now: Int
    ) throws(Rejection) -> Delta {
        var changes: [Delta.Change] = []
        for change in delta.changes {
            guard let key = SolverKey(change.key) else { throw .badKey(change.key) }
            switch key {
            case .rating: changes.append(try takeOver(change, state))
            case .attempt(let id):
                guard change.value != .string(unjudged) else {
                    guard state[change.key] == nil else { throw .conflict(keys: [change.key]) }
                    changes.append(change)
                    continue
                }
                guard let attempt, attempt.attempt.puzzle == id else {
                    throw .badValue(
                        key: change.key,
                        expected: "{\"tries\":\"7,7 8,8\"} for a puzzle of this server. Send one attempt at a time")
                }
                if delta[SolverKey.rating.text] != nil { throw .badKey(SolverKey.rating.text) }
                changes += results(of: attempt, id, state, now)
            case .review: changes.append(try checked(change, isReview))
            case .days, .best: changes.append(try checked(change, isNote))
            }
        }
        changes += evictions(for: Delta(changes: changes), state)
        return Delta(changes: changes)
    }

    /// Checks that every key and value of a stored record is possible.
    public static func check(_ state: SharedState) throws(ImpossibleGame) {
        for (text, value) in state.values {
            let isPossible =
                switch SolverKey(text) {
                case .rating: Glicko2.Rating(value) != nil
                case .attempt: value.string != nil
                case .review: isReview(value)
                case .days, .best: isNote(value)
                case nil: false
                }
            guard isPossible else { throw ImpossibleGame(key: text) }
        }
    }

    /// Only a new record takes over a rating.
    private static func takeOver(_ change: Delta.Change, _ state: SharedState) throws(Rejection) -> Delta.Change {
        guard state[change.key] == nil else { throw .conflict(keys: [change.key]) }
        guard let rating = change.value.flatMap({ Glicko2.Rating($0) }) else {
            throw .badValue(
                key: change.key, expected: "a rating with \"rating\", \"deviation\", \"volatility\" and \"games\"")
        }
        return Delta.Change(change.key, rating.json)
    }

    private static func results(
        of judged: JudgedAttempt, _ id: String, _ state: SharedState, _ now: Int
    ) -> [Delta.Change] {
        let key = SolverKey.attempt(id).text
        let result = "\(judged.isSolved ? "solved" : "failed") \(GameRecorder.date(now))"
        let attempt = Delta.Change(key, .string(result))
        guard state[key] == nil, judged.attempt.weight != .none else { return [attempt] }
        let before = state[SolverKey.rating.text].flatMap { Glicko2.Rating($0) } ?? .start
        let after = SolverRating.updated(
            before, puzzle: judged.rating, isSolved: judged.isSolved, weight: judged.attempt.weight)
        return [attempt, Delta.Change(SolverKey.rating.text, after.json)]
    }

    private static func checked(_ change: Delta.Change, _ isPossible: (JSON) -> Bool) throws(Rejection) -> Delta.Change
    {
        guard change.value.map(isPossible) ?? true else {
            throw .badValue(key: change.key, expected: "a note as docs/PROTOCOL.md describes it")
        }
        return change
    }

    /// Whether a value is a step and the day of the next review, such as `0 2026-11-27`.
    private static func isReview(_ value: JSON) -> Bool {
        guard let text = value.string, text.utf8.count <= Limit.reviewBytes else { return false }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].first != "+" && UInt8(parts[0]) != nil && isDay(parts[1])
    }

    /// Whether a text has the form of a day, such as `2026-11-27`.
    private static func isDay(_ text: Substring) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [4, 2, 2] && parts.allSatisfy { UInt16($0) != nil && $0.first != "+" }
    }

    private static func isNote(_ value: JSON) -> Bool {
        value.members != nil && value.description.utf8.count <= Limit.noteBytes
    }

    /// Returns deletions of the oldest attempts, so that the keys of the delta have room.
    private static func evictions(for delta: Delta, _ state: SharedState) -> [Delta.Change] {
        guard state.count + delta.count > Limit.keys else { return [] }
        let excess = state.size(after: delta).keys - Limit.keys
        guard excess > 0 else { return [] }
        var attempts: [(key: String, rev: Int)] = []
        state.forEachKey { key, _, rev, isSet in
            guard isSet, key.count > PuzzleID.length, key[0] == UInt8(ascii: "a") else { return }
            attempts.append((key.string(), rev))
        }
        attempts.sort { $0.rev < $1.rev }
        let oldest = attempts.lazy.filter { delta[$0.key] == nil }
        return oldest.prefix(max(excess, Limit.evicted)).map { Delta.Change($0.key, nil) }
    }
}
