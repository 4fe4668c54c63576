/// The phases of a race, and the ranks of its participants. Times are server times in milliseconds
/// since 1970.
extension Race {
    public enum Phase: Sendable {
        /// Before the first start.
        case open
        case countdown, running, over
    }

    /// One participant's row in the standings.
    public struct Standing: Equatable, Sendable {
        public let participant: ParticipantID
        public let racer: Racer
        /// The rank, from 1. Participants with equal results share one.
        public internal(set) var rank: Int
    }

    public func phase(at now: Int) -> Phase {
        guard let start, let end else { return .open }
        guard now < end else { return .over }
        if now < start { return .countdown }
        return isForClass || racers.values.contains { !isDone($0, at: now) } ? .running : .over
    }

    /// Returns whether a race counts down or runs at that time.
    public func isRunning(at now: Int) -> Bool { [.countdown, .running].contains(phase(at: now)) }

    /// Returns the time at which the participant may no longer answer; nil before the first start.
    public func end(of racer: Racer) -> Int? { end.map { $0 - racer.failures * Self.penalty } }

    /// Returns whether the participant's time is up, or all puzzles are done.
    public func isDone(_ racer: Racer, at now: Int) -> Bool {
        guard let end = end(of: racer) else { return true }
        return racer.results.count >= puzzles.count || now >= end
    }

    /// The participants from the first rank to the last. More solved puzzles come first, then fewer
    /// mistakes, then the earlier last solution.
    public var standings: [Standing] {
        func results(_ racer: Racer) -> (Int, Int, Int) { (-racer.solved, racer.failures, racer.last ?? 0) }
        var standings = racers.map { Standing(participant: $0.key, racer: $0.value, rank: 1) }
        standings.sort { one, other in
            let (first, second) = (results(one.racer), results(other.racer))
            return first == second ? one.participant.text < other.participant.text : first < second
        }
        for place in standings.indices.dropFirst() {
            let before = standings[place - 1]
            let isEqual = results(before.racer) == results(standings[place].racer)
            standings[place].rank = isEqual ? before.rank : place + 1
        }
        return standings
    }
}
