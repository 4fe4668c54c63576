import GameState
import Synchronization
import TestSupport
import Testing

@testable import Rooms

@Suite("Races on a server")
struct RaceTests {
    /// Puzzles of which every answer is right, and the answers that were judged.
    private final class Puzzles: RacePuzzles {
        let judged = Mutex<[RaceAnswer]>([])
        let preparations = Atomic(0)

        func prepare() { preparations.add(1, ordering: .relaxed) }

        func draw(_ terms: RaceTerms, seed: UInt32) -> [String] { ["A", "B"] }

        func result(of answer: RaceAnswer) -> PuzzleResult? {
            judged.withLock { $0.append(answer) }
            return .solved
        }
    }

    @Test("The room of a race has the puzzles read when it opens") func preparation() throws {
        let puzzles = Puzzles()
        let test = TestServer(racePuzzles: puzzles)
        _ = try test.live(.gomoku)
        #expect(puzzles.preparations.load(ordering: .relaxed) == 0)
        _ = try TestServer(racePuzzles: puzzles).live(.race)
        #expect(puzzles.preparations.load(ordering: .relaxed) == 1)
    }

    @Test("A race is for the racers who are in the room, and names of absent racers stay known")
    func presence() throws {
        let test = TestServer(racePuzzles: Puzzles())
        test.store.holdsAppends = false
        let live = try test.live(.race)
        let (ann, annHears) = test.connection("ann")
        let (bob, _) = test.connection("bob")
        let (cyd, _) = test.connection("cyd")
        for each in [ann, bob, cyd] {
            live.join(each, knowing: nil)
            live.handle(try put("1", "racer.\(each.participant.id.text)", ""), from: each)
        }
        live.lost(cyd)
        live.handle(try put("2", "start", "now"), from: ann)
        #expect(live.room.race?.racers.keys.map(\.text).sorted() == ["ann", "bob"])
        live.lost(bob)
        #expect(live.seated.map(\.name) == ["bob"])
        #expect(annHears.news().contains("delta:4"))
    }

    @Test("Only an answer that counts is judged by its puzzle, with the server's time")
    func judging() throws {
        let puzzles = Puzzles()
        let test = TestServer(racePuzzles: puzzles)
        test.store.holdsAppends = false
        let live = try test.live(.race)
        let (ann, _) = test.connection("ann")
        live.join(ann, knowing: nil)
        live.handle(try put("1", "racer.ann", ""), from: ann)
        live.handle(try put("2", "start", "now"), from: ann)
        live.handle(try put("3", "answer", "A 1,1"), from: ann)
        #expect(puzzles.judged.withLock { $0.isEmpty }, "in the countdown")
        test.time += Race.countdown + 500
        live.handle(try put("4", "answer", "B 1,1"), from: ann)
        #expect(puzzles.judged.withLock { $0.isEmpty }, "not the next puzzle")
        live.handle(try put("5", "answer", "A 1,1"), from: ann)
        live.handle(try put("5", "answer", "A 1,1"), from: ann)
        #expect(puzzles.judged.withLock { $0 } == [RaceAnswer(puzzle: "A", points: [Point(column: 1, row: 1)])])
        let racer = try #require(live.room.race?.racers["ann"])
        #expect(racer.results == [.solved] && racer.last == 500)
    }
}
