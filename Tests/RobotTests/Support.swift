import Foundation
import GameState
import Testing

@testable import Robot

/// The folder Tests of the repository, located relative to this file.
let testsFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

extension Searcher {
    /// Returns a searcher small enough for tests in debug mode.
    static func small(_ rule: Rule = .freestyle, side: Int = 15) -> Searcher {
        Searcher(size: BoardSize(side)!, rule: rule, tableMegabytes: 1)
    }

    /// Clears the tables, as if other positions had replaced all entries.
    func forgetTables() {
        search.clear()
        threats.clear()
    }
}

/// Returns stones on random points around the middle, alternating sides, without a five or a
/// forbidden move.
func randomGame(_ rule: Rule, _ size: BoardSize, moves: Int, _ random: inout SplitMix) -> [Point] {
    var board = Board(size: size)
    var game: [Point] = []
    var tries = 0
    while game.count < moves, tries < 5000 {
        tries += 1
        let near = game.randomElement(using: &random) ?? size.center
        let point = Point(
            column: near.column + Int.random(in: -3...3, using: &random),
            row: near.row + Int.random(in: -3...3, using: &random))
        let stone = Stone.ofMove(game.count + 1)
        guard size.contains(point), rule.verdict(on: stone, at: point, of: board) == .legal else { continue }
        board[point] = stone
        game.append(point)
    }
    return game
}

/// A copy of all data that a position updates incrementally.
struct Snapshot: Equatable {
    var patterns: [UInt32]
    var classes: [UInt8]
    var orders: [Int16]
    var totals: [SIMD2<UInt64>]
    var evaluations: [Int]
    var hash: UInt64
    var lines: [UInt64]

    init(_ position: Position) {
        let empty = (0..<position.area).filter { position.stones[$0] == 0 }
        patterns = empty.map { position.patterns[$0] }
        classes = (0..<position.area).flatMap { [position.classesX[$0], position.classesO[$0]] }
        orders = empty.flatMap { [position.order(0)[$0], position.order(1)[$0]] }
        totals = [position.totals[0], position.totals[1]]
        evaluations = (0..<2).map { position.evaluation($0) }
        hash = position.hash.pointee
        lines = (0..<Geometry.lineCount).map { position.lines[$0] }
    }
}
