import Foundation
import GameState
import Puzzles
import Rooms
import Testing

@testable import Web

@Suite("Puzzles of races")
struct RacePuzzlesTests {
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../Fixtures/puzzles").standardizedFileURL
    private let shelf = PuzzleShelf(directory: Self.fixtures.path)

    @Test("A race has different puzzles of increasing difficulty, which depend on the seed alone")
    func race() throws {
        let terms = RaceTerms.usual
        let drawn = shelf.draw(terms, seed: 1)
        #expect(drawn.count == 16, "the fixtures have fewer than a race wants")
        #expect(Set(drawn).count == drawn.count)
        let ratings = try drawn.map { try #require(shelf.puzzle($0)).rating }
        #expect(ratings == ratings.sorted())
        #expect(shelf.draw(terms, seed: 1) == drawn)
        #expect(PuzzleShelf(directory: nil).draw(terms, seed: 1).isEmpty)
    }

    @Test("A prepared shelf has read its books, once") func preparation() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.copyItem(at: Self.fixtures, to: directory)
        let shelf = PuzzleShelf(directory: directory.path)
        var jobs = 0
        for _ in 0..<2 {
            shelf.prepare {
                jobs += 1
                $0()
            }
        }
        try FileManager.default.removeItem(at: directory)
        #expect(jobs == 1)
        #expect(shelf.draw(.usual, seed: 1) == self.shelf.draw(.usual, seed: 1))
    }

    @Test("Two races with the shipped puzzles differ, begin near their rating, and get harder")
    func shippedRaces() throws {
        let directory = Self.fixtures.appendingPathComponent("../../../web-static/puzzles").standardizedFileURL
        let shelf = PuzzleShelf(directory: directory.path)
        let drawn = (0..<8).map { shelf.draw(.usual, seed: $0) }
        for race in drawn {
            #expect(Set(race).count == RaceTerms.usual.puzzleCount)
            let ratings = try race.map { try #require(shelf.puzzle($0)).rating }
            #expect(ratings == ratings.sorted())
            #expect(abs(ratings[0] - RaceTerms.usual.rating) <= 2 * PuzzleOrder.firstBand)
            #expect(ratings.last ?? 0 > 2_000)
        }
        #expect(Set(drawn).count == drawn.count)
    }

    @Test("An answer of a race is judged by the puzzle's proof; an unknown puzzle has no verdict")
    func verdict() throws {
        let drill = try #require(
            shelf.draw(.usual, seed: 1).compactMap { shelf.puzzle($0) }.first { $0.kind == .drill })
        #expect(shelf.result(of: RaceAnswer(puzzle: drill.id, points: Array(drill.points))) == .solved)
        #expect(shelf.result(of: RaceAnswer(puzzle: drill.id, points: [drill.points.first!])) == .unfinished)
        #expect(shelf.result(of: RaceAnswer(puzzle: "AAAAAAAAAAA", points: [])) == nil)
    }
}
