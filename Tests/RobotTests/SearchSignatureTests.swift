import GameState
import TestSupport
import Testing

@testable import Robot

/// The cost and the result of the robot's search in ten fixed positions.
///
/// Any change to evaluation, move ordering, pruning, solvers or the transposition table moves these
/// numbers. After a deliberate change, `make generate` rewrites them.
@Suite struct SearchSignatureTests {
    private struct Position {
        let name: String
        let size: BoardSize
        let rule: Rule
        let limits: SearchLimits
        let moves: [Point]

        init(_ inputs: [String]) throws {
            try #require(inputs.count == 5)
            name = inputs[0]
            rule = try #require(Rule(rawValue: inputs[1]))
            let size = try #require(Int(inputs[2]).flatMap { BoardSize($0) })
            self.size = size
            let limit = inputs[3].split(separator: " ")
            let most = try #require(Int(limit[1]))
            limits = limit[0] == "depth" ? SearchLimits(depth: most) : SearchLimits(nodes: most)
            moves = try inputs[4].split(separator: " ").map { try #require(size.point(named: String($0))) }
        }

        /// Returns depth, nodes, fours tried, best move and its score, as columns of the table.
        ///
        /// The searcher is new, has one thread, a table of 1 MB and no time limit. So the result
        /// depends neither on the machine nor on an earlier search.
        func search() throws -> [String] {
            let searcher = Searcher(size: size, rule: rule, tableMegabytes: 1, seed: 1)
            try #require(searcher.setPosition(moves: moves))
            let result = try #require(searcher.bestMove(limits: limits))
            return [
                "\(result.depth)", "\(result.nodes)", "\(searcher.search.fours.nodes)", size.name(of: result.move),
                "\(result.score)",
            ]
        }
    }

    @Test("The search visits the committed number of nodes, and finds the committed move and score")
    func theSearchIsTheCommittedOne() throws {
        let table = try ResultTable("Tests/RobotTests/Fixtures/search-signature.tsv", inputs: 5)
        #expect(table.rows.count == 10)
        let positions = try table.rows.map { try Position($0.inputs) }
        let found = try positions.map { try $0.search() }
        for ((position, found), expected) in zip(zip(positions, found), try table.commit(found)) {
            #expect(
                found == expected,
                "\(position.name): the search has changed. If that is deliberate, run `make generate` and commit.")
        }
    }
}
