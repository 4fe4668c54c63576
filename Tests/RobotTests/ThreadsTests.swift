import GameState
import Synchronization
import Testing

@testable import Robot

/// Tests of the data that several threads of one search share.
@Suite struct ThreadsTests {
    @Test("A table entry that two writers have mixed is rejected") func entriesAreWhole() {
        let table = TranspositionTable(megabytes: 1)
        for hash in [4, 8] as [UInt64] {
            table.store(hash, move: Int(hash), value: 1, evaluation: 1, depth: 1, bound: TableEntry.exact)
            #expect(table.entry(hash).move == Int16(hash))
        }
        // Simulates a writer whose store falls between the two words of another store.
        table.slots[4].bits.store(table.slots[8].bits.load(ordering: .relaxed), ordering: .relaxed)
        #expect(table.entry(4).depth == -1 && table.entry(8).depth == 1)
    }

    @Test("A table entry is read as it was stored") func entries() {
        let table = TranspositionTable(megabytes: 1)
        #expect(table.entry(0).depth == -1 && table.entry(.max).depth == -1)
        for (number, hash) in ([0, .max, 12_345 << 40] as [UInt64]).enumerated() {
            table.store(
                hash, move: number - 1, value: -30_000 + number, evaluation: number - 20_000, depth: 60 - 30 * number,
                bound: TableEntry.upper)
            let entry = table.entry(hash)
            #expect(Int(entry.move) == number - 1 && Int(entry.value) == -30_000 + number)
            #expect(Int(entry.evaluation) == number - 20_000 && Int(entry.depth) == 60 - 30 * number)
            #expect(entry.bound == TableEntry.upper)
        }
        table.clear()
        #expect(table.entry(.max).depth == -1)
    }

    /// A helper's results are in the table of the main search under the same hash, also after
    /// passed turns.
    @Test("A helper thread fills the table of the search that it helps") func helpers() throws {
        let searcher = Searcher(rule: .freestyle, tableMegabytes: 1, threads: 2)
        let helper = try #require(searcher.helpers.first)
        var board = Board(size: .standard)
        for name in ["h8", "i9", "g7"] { board[BoardSize.standard.point(named: name)!] = .o }
        board[BoardSize.standard.point(named: "h9")!] = .x
        searcher.setPosition(board: board, turn: .x)
        let candidates = searcher.rootMoves().map { RootMove(move: $0) }
        helper.prepare(for: searcher, stop: StopFlag())
        helper.run(candidates, depth: 4)
        #expect(helper.nodes > 0)
        let known = candidates.filter { candidate in
            searcher.position.make(candidate.move)
            defer { searcher.position.unmake() }
            return searcher.search.table.entry(searcher.position.hash.pointee).depth >= 0
        }
        #expect(known.count > candidates.count / 2)
    }

    @Test("A search with several threads finds a move that stops an open three") func oneMove() throws {
        let searcher = Searcher(rule: .renju, tableMegabytes: 1, threads: 3)
        // O has an open three. Only its ends and the cells beyond them stop it.
        searcher.setPosition(
            moves: ["a1", "h8", "a15", "h9", "o1", "h10"].map { BoardSize.standard.point(named: $0)! })
        let result = try #require(searcher.bestMove(limits: SearchLimits(depth: 4)))
        #expect(["h11", "h7", "h12", "h6"].contains(BoardSize.standard.name(of: result.move)))
        searcher.setPosition(moves: [])
        #expect(searcher.bestMove(limits: SearchLimits(depth: 4))?.nodes == 0)
    }
}
