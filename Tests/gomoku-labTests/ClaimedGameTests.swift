import GameState
import Testing

@testable import gomoku_lab

/// Tests of the counts of `gomoku-lab bench-self-play`.
@Suite struct ClaimedGameTests {
    /// A position in which X has a four and O three stones.
    private let stones = [
        Point(column: 3, row: 7), Point(column: 3, row: 2), Point(column: 4, row: 7), Point(column: 5, row: 2),
        Point(column: 5, row: 7), Point(column: 7, row: 2), Point(column: 6, row: 7),
    ]
    private let five = Point(column: 7, row: 7)
    private let elsewhere = Point(column: 11, row: 11)

    private func game() -> ClaimedGame { ClaimedGame(rule: .freestyle, size: .standard, opening: stones, limit: 20) }

    @Test("A claimed win that is won is not a fault")
    func aWinThatIsClaimedAndWon() {
        var game = game()
        _ = game.judge(.init(point: elsewhere, milliseconds: 30))
        let goesOn = game.judge(.init(point: five, claimsWin: true))
        #expect(!goesOn && game.faults.isEmpty && game.claims.x == 9)
    }

    @Test("A claimed win that is not won is a fault of the first claim")
    func aWinThatIsClaimedAndNotWon() {
        var game = game()
        _ = game.judge(.init(point: elsewhere, claimsWin: true))
        let goesOn = game.judge(.init(point: five))
        #expect(!goesOn && game.faults == [.unwon(move: 8)] && game.moves.count == 9)
    }

    @Test("An illegal or missing move is a fault and ends the game")
    func movesThatAreNone() {
        for point in [stones[0], Point(column: 15, row: 0)] {
            var game = game()
            let goesOn = game.judge(.init(point: point))
            #expect(!goesOn && game.faults == [.illegal(move: 8, point)])
        }
        var game = game()
        let goesOn = game.judge(.init(point: nil))
        #expect(!goesOn && game.faults == [.nothing(move: 8)])
    }

    @Test("A side that claimed a win and then resigns has not won")
    func whoeverClaimedAndResigns() {
        var game = game()
        _ = game.judge(.init(point: elsewhere, claimsWin: true))
        _ = game.judge(.init(point: Point(column: 12, row: 3), claimsWin: true))
        _ = game.judge(.init(point: nil))
        #expect(game.faults == [.nothing(move: 10), .unwon(move: 8)])
    }

    @Test("A move is late if it exceeds its time by more than ten milliseconds")
    func aMoveMayTakeTenMillisecondsMore() {
        var game = game()
        _ = game.judge(.init(point: elsewhere, milliseconds: 31))
        #expect(game.faults == [.late(move: 8, by: 11)])
    }
}
