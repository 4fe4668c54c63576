/// The state of a puzzle race, read from the keys of its room.
///
/// A race needs no timer: its start says when each participant's time is up.
public struct Race: Equatable, Sendable {
    /// The result of one puzzle, in the form of the keys.
    public enum Result: Character, Sendable {
        case solved = "+"
        case failed = "-"
    }

    /// The progress of one participant.
    public struct Racer: Equatable, Sendable {
        /// The results of the first puzzles, one each. The next puzzle is the participant's.
        public internal(set) var results: [Result] = []
        /// The time of the last solved puzzle, in milliseconds from the start.
        public internal(set) var last: Int?

        /// The number of solved puzzles.
        public var solved: Int { results.count { $0 == .solved } }
        /// The number of mistakes and skipped puzzles.
        public var failures: Int { results.count { $0 == .failed } }
        var text: String { String(results.map(\.rawValue)) }
    }

    /// The terms of the next race. Those of a race that has started do not change its end.
    public internal(set) var terms: RaceTerms
    /// The server time of the newest start, in milliseconds since 1970. nil before the first race.
    public internal(set) var start: Int?
    /// The server time at which that race ends, in milliseconds since 1970.
    public internal(set) var end: Int?
    public internal(set) var puzzles: [String]
    public internal(set) var racers: [ParticipantID: Racer]

    /// Limits of one race.
    public enum Limit {
        public static let racers = 32
    }

    /// The time between the request for a start and the start, in milliseconds.
    public static let countdown = 3_000
    /// The time before the start from which answers count, in milliseconds. A client estimates the
    /// server's time and may be ahead of it by half of the round trip.
    public static let clockTolerance = 100
    /// The time that a mistake takes from a participant, in milliseconds, as in a sprint.
    public static let penalty = 10_000
    /// The value with which a participant asks for a start, and the creator of the room for an end.
    public static let atOnce = "now"

    /// Whether the newest race goes on although everyone in it is done (``RaceTerms/isForClass``).
    public var isForClass: Bool {
        guard let start, let end else { return false }
        return end - start > RaceTerms.sprintMinutes * 60_000
    }

    /// The race of an empty room.
    public init() { (terms, start, end, puzzles, racers) = (.usual, nil, nil, [], [:]) }

    /// Reads the race from a room's keys.
    ///
    /// - Throws: ``ImpossibleGame`` if a key or a value is impossible.
    public init(state: SharedState) throws(ImpossibleGame) {
        self.init()
        terms = try RaceTerms { state.text($0.text) }
        for (text, value) in state.values {
            guard let key = RaceKey(text), let word = value.string else { throw ImpossibleGame(key: text) }
            try read(key, word)
        }
        guard (start == nil) == puzzles.isEmpty, (start == nil) == (end == nil), racers.count <= Limit.racers else {
            throw ImpossibleGame(key: RaceKey.start.text)
        }
        for (participant, racer) in racers {
            guard racer.results.count <= puzzles.count, (racer.last == nil) == !racer.results.contains(.solved) else {
                throw ImpossibleGame(key: RaceKey.racer(participant).text)
            }
        }
    }

    private mutating func read(_ key: RaceKey, _ word: String) throws(ImpossibleGame) {
        switch key {
        case .rule, .minutes, .rating, .count: break
        case .start:
            start = Self.time(word)
            if start == nil { throw ImpossibleGame(key: key.text) }
        case .end:
            end = Self.time(word)
            if end == nil { throw ImpossibleGame(key: key.text) }
        case .puzzles: puzzles = word.split(separator: " ").map(String.init)
        case .racer(let participant):
            let results = word.map { Result(rawValue: $0) }
            guard !results.contains(nil) else { throw ImpossibleGame(key: key.text) }
            racers[participant, default: Racer()].results = results.compactMap { $0 }
        case .last(let participant):
            guard let time = Self.time(word) else { throw ImpossibleGame(key: key.text) }
            racers[participant, default: Racer()].last = time
        case .answer: throw ImpossibleGame(key: key.text)
        }
    }

    /// Parses a time in milliseconds. The limit (the year 5138) keeps sums from overflowing.
    private static func time(_ text: String) -> Int? {
        guard let time = Int(text), (0..<100_000_000_000_000).contains(time), String(time) == text else { return nil }
        return time
    }
}
