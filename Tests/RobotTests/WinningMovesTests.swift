import GameState
import Testing

@testable import Robot

@Suite struct WinningMovesTests {
    private func point(_ column: Int, _ row: Int) -> Point { Point(column: column, row: row) }

    private func searcher(
        _ x: [(Int, Int)], _ o: [(Int, Int)], turn: Stone = .x, rule: Rule = .freestyle
    ) -> Searcher {
        var board = Board(size: .standard)
        for (column, row) in x { board[point(column, row)] = .x }
        for (column, row) in o { board[point(column, row)] = .o }
        let searcher = Searcher(rule: rule, tableMegabytes: 1)
        searcher.setPosition(board: board, turn: turn)
        return searcher
    }

    /// X wins with the double four at 6,7. Two fours in the twelfth row only delay that.
    private var doubleFour: Searcher {
        searcher(
            [(3, 7), (4, 7), (5, 7), (6, 4), (6, 5), (6, 6), (3, 12), (4, 12), (5, 12)],
            [(2, 7), (6, 3), (2, 12), (0, 0), (14, 0), (0, 14), (14, 14), (9, 2), (11, 5)])
    }

    @Test("The win with the fewest fours is found, and known to be the shortest") func fewestFours() throws {
        let found = try #require(doubleFour.proofByFewestFours(nodes: 1_000))
        #expect(found.proof.firstMove == point(6, 7) && found.proof.moves == 2 && found.isShortest)
        try ProofChecker.check(found.proof)
        #expect(doubleFour.winsByFours(nodes: 1_000) == true)
        #expect(searcher([(7, 7)], [(8, 8)]).winsByFours(nodes: 1_000) == false)
    }

    @Test("Winning moves are found with proofs, up to a number of moves") func winningMoves() throws {
        let found = doubleFour.winningMoves(besides: [point(6, 7)], nodes: 2_000, most: 2)
        let moves = Set(found.proofs.compactMap(\.firstMove))
        #expect(moves.count == 2 && !moves.contains(point(6, 7)) && !found.isComplete)
        for proof in found.proofs { try ProofChecker.check(proof) }
        let none = searcher([(7, 7)], [(8, 8)]).winningMoves(besides: [], nodes: 2_000, most: 8)
        #expect(none.proofs.isEmpty && none.isComplete)
    }

    @Test("A threat that caro's solver does not search is not refuted") func unsearchedThreat() {
        // After 6,6, X threatens the double four at 6,7, but no open four.
        let x = [(3, 7), (4, 7), (5, 7), (6, 4), (6, 5)]
        let o = [(2, 7), (6, 3), (0, 0), (14, 0), (14, 14)]
        let caro = searcher(x, o, rule: .caro)
        #expect(!caro.winningMoves(besides: [], nodes: 2_000, most: 225).isComplete)
    }

    @Test("A defence names the points that hold, if they are few") func defence() throws {
        let searcher = searcher([(6, 7), (7, 7), (8, 7)], [(1, 1), (13, 1)], turn: .o)
        #expect(searcher.isThreatened(nodes: 500))
        let proof = try #require(searcher.proofOfDefence(nodes: 500, most: 3))
        #expect(proof.claim == .onlyHold([point(5, 7), point(9, 7)]))
        try ProofChecker.check(proof)
        #expect(searcher.proofOfDefence(nodes: 500, most: 1) == nil)
        #expect(self.searcher([(7, 7)], [], turn: .o).proofOfDefence(nodes: 500, most: 3) == nil)
    }

    /// O is to move and has three stones with one open end.
    private func closedThree(_ threats: [(Int, Int)]) -> Searcher {
        searcher(threats + [(1, 13)], [(2, 13), (3, 13), (4, 13), (14, 0)], turn: .o)
    }

    @Test("A four after which every move loses does not hold") func delay() throws {
        let threats = [(3, 4), (4, 4), (5, 2), (5, 3), (9, 10), (10, 10), (11, 8), (11, 9)]
        let searcher = closedThree(threats)
        #expect(searcher.proofOfDefence(nodes: 2_000, most: 3) == nil)
        let proof = try #require(searcher.proofOfOnlyMoves(nodes: 2_000))
        #expect(proof.claim == .onlyHold([]))
        try ProofChecker.check(proof)
        // After the four at 5,13, X stops at 6,13, which threatens nothing.
        let named = try #require(proof.root.named.first { $0.point == point(5, 13) })
        guard case .node(let index) = named.answer else { throw ProofIsMissing() }
        #expect(proof.nodes[index].move == point(6, 13))
    }

    @Test("A four holds if a move after it holds") func fourBeforeDefence() throws {
        let searcher = closedThree([(6, 7), (7, 7), (8, 7)])
        let proof = try #require(searcher.proofOfDefence(nodes: 500, most: 4))
        #expect(proof.claim == .onlyHold([point(5, 7), point(9, 7), point(5, 13), point(6, 13)]))
        try ProofChecker.check(proof)
    }

    private struct ProofIsMissing: Error {}

    @Test("A four that must be stopped is no defence") func mustStop() {
        let searcher = searcher([(6, 7), (7, 7), (8, 7), (9, 7)], [(5, 7), (1, 1), (13, 1)], turn: .o)
        #expect(searcher.canMakeFive && !searcher.isThreatened(nodes: 500))
        #expect(searcher.proofOfDefence(nodes: 500, most: 3) == nil)
    }
}
