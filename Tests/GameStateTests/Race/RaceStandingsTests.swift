import TestSupport
import Testing

@testable import GameState

@Suite("The standings of a race")
struct RaceStandingsTests {
    private static func race(_ racers: [String: (results: String, last: String?)]) throws -> Race {
        var changes = [Delta.Change("start", "1000"), .init("end", "61000"), .init("puzzles", "A B C")]
        for (id, racer) in racers {
            changes.append(Delta.Change("racer.\(id)", .string(racer.results)))
            if let last = racer.last { changes.append(Delta.Change("last.\(id)", .string(last))) }
        }
        var state = SharedState()
        state.apply(Delta(changes: changes))
        return try Race(state: state)
    }

    @Test("More solved puzzles come first, then fewer mistakes, then the earlier last solution")
    func order() throws {
        let race = try Self.race([
            "p-a": ("+", "900"), "p-b": ("++", "5000"), "p-c": ("+-", "100"), "p-d": ("+", "800"), "p-e": ("", nil),
            "p-f": ("+", "900"), "p-g": ("-", nil),
        ])
        let standings = race.standings
        #expect(standings.map(\.participant.text) == ["p-b", "p-d", "p-a", "p-f", "p-c", "p-e", "p-g"])
        #expect(standings.map(\.rank) == [1, 2, 3, 3, 5, 6, 7])
    }

    @Test("A race counts down, runs, and is over at its end or when all racers are done")
    func phases() throws {
        #expect(Race().phase(at: 5) == .open)
        let race = try Self.race(["p-a": ("", nil), "p-b": ("-", nil)])
        #expect([999, 1_000, 60_999, 61_000].map(race.phase(at:)) == [.countdown, .running, .running, .over])
        let done = try Self.race(["p-a": ("+++", "9"), "p-b": ("-", nil)])
        #expect([50_999, 51_000].map(done.phase(at:)) == [.running, .over], "a mistake costs Bob ten seconds")
    }

    @Test("A client offers only possible terms, and writes an answer as the server reads it")
    func forms() {
        for minutes in RaceTerms.lengths { #expect(RaceTerms.usual.with(.minutes, "\(minutes)")?.minutes == minutes) }
        for rating in RaceTerms.firstRatings { #expect(RaceTerms.usual.with(.rating, "\(rating)")?.rating == rating) }
        let answer = RaceAnswer(puzzle: "A", points: [Point(column: 7, row: 8), Point(column: 0, row: 14)])
        #expect(answer.text == "A 7,8 0,14" && RaceAnswer(answer.text) == answer)
        #expect(RaceAnswer(RaceAnswer(puzzle: "A", points: []).text)?.points == [])
    }
}
