import GameState
import Puzzles
import Robot
import Testing

@testable import PuzzleMaking

/// Lost games of the robot against itself at level 2.
@Suite("The puzzle of a lost game") struct LostGamePuzzleTests {
    struct Lost: Sendable {
        let rule: Rule
        let moves: String
        let kind: Puzzle.Kind
        /// The number of moves before the position.
        let count: Int
    }

    private static let games = [
        Lost(
            rule: .freestyle,
            moves: "e8 e6 d4 f6 c6 f9 c5 f7 f8 g8 d5 h6 d6 d7 c8 g6 i6 i10 h9 c7 e7 g9", kind: .fours, count: 15),
        Lost(
            rule: .freestyle, moves: "g6 i3 g2 j5 f4 l5 g4 i6 i4 h4 h5 j3 g3 g5 f6 j2 k1 j4 j6", kind: .threats,
            count: 12),
        Lost(
            rule: .freestyle, moves: "e7 d10 b4 g7 h5 e12 d6 f8 c5 a3 h6 e9 c11 f10 d8 e10 e11 g10 c10",
            kind: .defence, count: 10),
        Lost(
            rule: .renju, moves: "e7 d10 b4 g7 h5 e12 d6 f8 c5 a3 h6 e9 c11 f10 d8 e10 e11 g10 c10", kind: .defence,
            count: 10),
    ]

    private static func game(_ text: String, rule: Rule) throws -> PuzzleGame {
        let points = try text.split(separator: " ").map {
            try #require(BoardSize.standard.point(named: String($0)))
        }
        return try #require(PuzzleGame(GameRecord(rule: rule, moves: points), rule: rule))
    }

    /// The side that does not complete a five with the next move.
    private static func loser(of game: PuzzleGame) -> Stone { Stone.ofMove(game.moves.count) }

    @Test("A missed win or the missed points of a defence, for the loser to play", arguments: games)
    func puzzle(_ lost: Lost) throws {
        let game = try Self.game(lost.moves, rule: lost.rule)
        let loser = Self.loser(of: game)
        let puzzle = try #require(LostGamePuzzle(game, for: loser) { 0 }.make())
        #expect(throws: Never.self) { try PuzzleChecker.check(puzzle) }
        #expect(puzzle.kind == lost.kind)
        #expect(puzzle.position == game.position(after: lost.count) && puzzle.position.turn == loser)
        #expect(puzzle.last == game.moves[lost.count - 1])
        if case .defence(let proof) = puzzle.task, case .onlyHold(let points) = proof.claim {
            #expect(!points.contains(game.moves[lost.count]), "the loser missed the points")
            #expect((1...Puzzle.mostHolds).contains(points.count))
        }
        #expect(LostGamePuzzle(game, for: loser) { 0 }.make() == puzzle)
    }

    @Test("The win nearest to the end of the game comes first") func nearest() throws {
        // X has missed a win after 8 moves, and O has missed others.
        let moves = "g11 i8 g14 e8 j12 e7 e9 d7 f9 f7 g7 b7 c7 d9 g6 d8 d6 g8 c8 h9 e6 f6 c9 c10 b11 h6 g12 h8 f8"
        let game = try Self.game(moves, rule: .freestyle)
        let sides = Stone.allCases.compactMap { LostGamePuzzle(game, for: $0) { 0 }.make() }
        #expect(sides.count == 2)
        for puzzle in sides {
            // No later position of that side with a win has a task.
            let search = PuzzleSearch(game)
            for count in stride(from: puzzle.position.board.count + 1, through: game.moves.count, by: 1)
            where Stone.ofMove(count + 1) == puzzle.position.turn {
                search.setPosition(after: count)
                if search.searcher.canMakeFive { continue }
                #expect(search.winByFours(after: count) == nil, "\(count)")
            }
        }
    }

    @Test("A game without a missed win or defence has no puzzle") func none() throws {
        let moves = "e8 h11 i10 f12 c14 b10 k12 j11 f11 h12 h10 g10 i12 i11 k11 g13 j10 d12 k10 l10 k9 k13"
        let game = try Self.game(moves, rule: .freestyle)
        #expect(LostGamePuzzle(game, for: Self.loser(of: game)) { 0 }.make() == nil)
        let short = try Self.game("h8 a1 h9 a2 h10 a3", rule: .freestyle)
        #expect(Stone.allCases.allSatisfy { LostGamePuzzle(short, for: $0) { 0 }.make() == nil })
    }

    @Test("After the time limit, the search ends at once") func timeLimit() throws {
        let game = try Self.game(Self.games[0].moves, rule: .freestyle)
        let loser = Self.loser(of: game)
        #expect(LostGamePuzzle(game, for: loser) { LostGamePuzzle.milliseconds }.make() == nil)
        // The clock shows the limit at the first position that has a puzzle.
        var readings = 0
        #expect(
            LostGamePuzzle(
                game, for: loser,
                elapsed: {
                    readings += 1
                    return 0
                }
            ).make() != nil)
        let needed = readings
        for limit in 1..<3 {
            readings = 0
            let late = LostGamePuzzle(game, for: loser) {
                readings += 1
                return readings > limit ? LostGamePuzzle.milliseconds : 0
            }
            // The search may read the clock again before its next position.
            #expect(late.make() == nil && readings <= limit + 2 && readings < needed)
        }
    }

    @Test("With little time, a win gets no alternatives, and may have others") func littleTime() throws {
        let game = try Self.game(Self.games[0].moves, rule: .freestyle)
        func win(at time: Int) throws -> Puzzle.Win {
            let puzzle = try #require(LostGamePuzzle(game, for: Self.loser(of: game)) { time }.make())
            guard case .win(let win) = puzzle.task else { throw Unexpected() }
            return win
        }
        #expect(try win(at: 0).isComplete)
        let late = try win(at: LostGamePuzzle.alternativesMilliseconds)
        #expect(!late.isComplete && late.alternatives.isEmpty)
    }

    private struct Unexpected: Error {}
}
