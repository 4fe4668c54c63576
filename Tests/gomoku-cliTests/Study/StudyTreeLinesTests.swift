import GameState
import Testing
import Wire

@testable import gomoku_cli

@Suite("Rows of the tree") struct StudyTreeLinesTests {
    /// Returns the rows as text: number, moves, indented.
    private func rows(_ room: StudyRoom, width: Int = 40) -> [String] {
        let lines = StudyTreeLines(room, .init(version: room.version, chapter: 1, width: width))
        return lines.rows.map { row in
            let names = lines.nodes[row.nodes].map {
                room.trees.tree.point($0).map(BoardSize.standard.name(of:)) ?? "start"
            }
            return String(repeating: " ", count: row.depth) + "\(row.number) " + names.joined(separator: " ")
        }
    }

    @Test("Variations follow the move that they replace, indented, and then the line continues")
    func variations() {
        var bench = StudyBench()
        bench.play("h8 i9 g7 j10")
        bench.play("h8 i9 a1 b1")
        bench.play("h8 i9 a1 c1 d1")
        bench.play("a2")
        #expect(
            rows(bench.model.study) == [
                "0 start", "1 h8", " 1 a2", "2 i9 g7", " 3 a1 b1", "  4 c1 d1", "4 j10",
            ])
        bench.change(.delete(StudyBench.node("h8 i9 a1 b1"), base: bench.room.rev))
        #expect(rows(bench.model.study)[4...] == [" 3 a1 c1 d1", "4 j10"])
    }

    @Test("A long line is divided at the width, and every row fits", arguments: [16, 24, 44])
    func width(_ width: Int) {
        var bench = StudyBench()
        // Stones on these points never make a row of five.
        let cells = BoardSize.standard.points.filter { ($0.column + 2 * $0.row) % 5 != 0 }.prefix(40)
            .map(BoardSize.standard.name(of:))
        bench.play(cells.joined(separator: " "))
        bench.play("h8 g8 f8")
        let lines = StudyTreeLines(bench.model.study, .init(version: 1, chapter: 1, width: width))
        #expect(lines.nodes.count == 44)
        for row in lines.rows.dropFirst() {
            let columns = lines.nodes[row.nodes].reduce(
                StudyTreeLines.indent(row.depth, width: width) + "\(row.number)".count
            ) {
                let name = bench.model.study.trees.tree.point($1).map(BoardSize.standard.name(of:)) ?? ""
                return $0 + StudyTreeLines.columns(name, false)
            }
            // One more column for the bracket after the last move.
            #expect(columns + 1 <= width)
        }
    }

    @Test("The window stays around the node, and covers the whole tree if it is small")
    func window() throws {
        var bench = StudyBench()
        for column in 0..<15 { bench.play("h8 \(BoardSize.standard.name(of: Point(column: column, row: 0)))") }
        let room = bench.model.study
        let lines = StudyTreeLines(room, .init(version: 1, chapter: 1, width: 40))
        #expect(lines.rows.count == 16)
        let last = try #require(room.trees.tree[StudyBench.node("h8 o15")])
        let row = try #require(lines.row(of: last))
        #expect(row == 15 && lines.window(around: row, height: 6) == 10..<16)
        #expect(lines.window(around: 0, height: 6) == 0..<6 && lines.window(around: 8, height: 6) == 5..<11)
        #expect(lines.window(around: 8, height: 30) == 0..<16)
    }

    @Test("A tree of 3,000 nodes is laid out once for each change, and not for a key")
    func large() {
        var bench = StudyBench(width: 120, height: 40)
        bench.play("h8")
        var room = bench.model.study
        var changes: [Delta.Change] = []
        outer: for first in BoardSize.standard.points where first != StudyBench.point("h8") {
            let parent = TreeNodeID(parent: StudyBench.node("h8"), point: first)
            changes += StudyRequest.play(first, after: StudyBench.node("h8"), in: room).delta.changes
            for second in BoardSize.standard.points where second != first && second != StudyBench.point("h8") {
                changes += StudyRequest.play(second, after: parent, in: room).delta.changes
                if changes.count >= 3_000 { break outer }
            }
        }
        let accepted = AcceptedDelta(
            rev: room.state.rev + 1, by: StudyBench.bob.id, at: 0, id: nil, delta: Delta(changes: changes))
        let fits = room.apply(accepted)
        #expect(fits && room.trees.tree.count >= 3_000)
        bench.hear(.delta(room: bench.room.name, accepted, scope: .shared, again: false))
        bench.layOut()
        let source = bench.model.treeLines.source
        bench.press([.right, .right, .down, .down])
        bench.layOut()
        #expect(bench.model.treeLines.source == source && bench.model.treeLines.nodes.count >= 3_000)
        bench.press([.up])
        #expect(bench.model.treeLines.row(of: bench.model.study.trees.tree[bench.model.node]!) != nil)
    }
}
