import TestSupport
import Testing

@testable import GameState

@Suite("Positions of rated games in progress")
struct ProtectedPositionTests {
    private typealias Room = AnalysisRoomTests

    private func board(_ cells: String, size: BoardSize = .standard) -> Board {
        var board = Board(size: size)
        for (index, cell) in cells.split(separator: " ").enumerated() {
            board[Point(cell: cell)!] = .ofMove(index + 1)
        }
        return board
    }

    private let game = "7,7 8,8 7,8 8,7 6,6 9,9"

    @Test("A position is recognized in continuations, other move orders and every symmetry, and in no other board")
    func containment() throws {
        let position = try #require(ProtectedPosition(board(game)))
        #expect(position.isContained(in: board(game)))
        #expect(position.isContained(in: board(game + " 1,1 2,3")))
        #expect(position.isContained(in: board("6,6 9,9 7,8 8,8 7,7 8,7")))
        // Mirrored left to right, and turned by 90 degrees.
        #expect(position.isContained(in: board("7,7 6,8 7,8 6,7 8,6 5,9")))
        #expect(position.isContained(in: board("7,7 6,8 6,7 7,8 8,6 5,9")))
        #expect(!position.isContained(in: board("7,7 8,8 7,8 8,7 6,6")))
        #expect(!position.isContained(in: board("7,7 8,8 7,8 8,7 6,6 9,10")))
        #expect(position.isContained(in: board("8,8 7,7 8,7 7,8 9,9 6,6")), "the same stones with exchanged colours")
        #expect(!position.isContained(in: board("8,8 7,7 7,8 8,7 6,6 9,9")), "some stones with other colours")
        #expect(ProtectedPosition(board("7,7 8,8 7,8 8,7 6,6")) == nil, "a common opening")
    }

    /// The position after twenty moves of a game.
    private let long = "7,7 8,8 7,8 8,7 6,6 9,9 5,7 6,7 8,6 5,9 6,9 7,10 4,6 9,6 10,5 8,10 9,8 6,11 5,12 10,7"

    /// Returns the cells moved, without those of some moves.
    private func shifted(_ cells: String, _ columns: Int, _ rows: Int, without left: Set<Int> = []) -> Board {
        var board = Board(size: BoardSize(20)!)
        for (index, cell) in cells.split(separator: " ").enumerated() where !left.contains(index) {
            let point = Point(cell: cell)!
            board[Point(column: point.column + columns, row: point.row + rows)] = .ofMove(index + 1)
        }
        return board
    }

    /// Returns the position after the long game, without the stones of some moves.
    private func without(_ left: Set<Int>) -> Board {
        var board = board(long)
        for (index, cell) in long.split(separator: " ").enumerated() where left.contains(index) {
            board[Point(cell: cell)!] = nil
        }
        return board
    }

    @Test("A position is recognized without some of its stones, shifted, and on a board of another size")
    func disguises() throws {
        let position = try #require(ProtectedPosition(board(long)))
        #expect(position.isContained(in: board(long, size: try #require(BoardSize(19)))))
        #expect(position.isContained(in: shifted(long, 2, -1)))
        #expect(!position.isContinued(by: shifted(long, 2, -1)), "trees are compared on the same cells")
        #expect(!position.isContained(in: shifted(long, -3, 6, without: [0])), "shifted stones are all there")
        #expect(position.isContained(in: without([0, 5, 12, 19])), "a fifth is missing")
        #expect(!position.isContained(in: without([0, 5, 12, 19, 7])))
        var turned = without([3, 4]).image(under: .rising)
        // Any number of other stones does not hide so many on the same cells.
        for column in 0..<15 { turned[Point(column: column, row: 14)] = .ofMove(column) }
        #expect(position.isContinued(by: turned))
        let short = try #require(ProtectedPosition(board(game)))
        let moved = shifted(game, 3, 3)
        #expect(short.isContained(in: moved))
        #expect(!short.isContained(in: shifted(game, 3, 3, without: [0])))
        var crowded = moved
        for column in 0..<4 { crowded[Point(column: column, row: 0)] = .ofMove(column) }
        #expect(!short.isContained(in: crowded), "few stones are in the same places by chance")
    }

    @Test("Positions of different games do not resemble each other")
    func chance() throws {
        var random = SeededRandom(seed: 31)
        /// Stones in turn near the earlier ones, as in a game.
        func game(of count: Int) -> Board {
            var board = Board()
            var points = [Point(column: 7, row: 7)]
            board[points[0]] = .x
            while points.count < count {
                let near = points[Int.random(in: 0..<points.count, using: &random)]
                let point = Point(
                    column: near.column + Int.random(in: -2...2, using: &random),
                    row: near.row + Int.random(in: -2...2, using: &random))
                guard board.size.contains(point), board[point] == nil else { continue }
                points.append(point)
                board[point] = .ofMove(points.count)
            }
            return board
        }
        for count in [6, 8, 10, 15, 16, 25, 40] {
            let boards = (0..<10).map { _ in game(of: count) }
            let longer = (0..<10).map { _ in game(of: 40) }
            var alike = 0
            for (index, board) in boards.enumerated() {
                let position = try #require(ProtectedPosition(board))
                // The whole of another game, as in a study.
                alike += boards.enumerated().count { other in
                    guard other.offset != index else { return false }
                    return position.isContained(in: other.element) || position.isContained(in: longer[other.offset])
                }
            }
            // Few stones occur in many longer games.
            #expect(alike <= (count < 10 ? 6 : 1), "\(alike) of 90 pairs with \(count) stones")
        }
    }

    @Test("An analysis shows a position if any of its nodes does, and a delta if it adds such a node")
    func shown() throws {
        var study = Room.Study()
        let nodes = try study.play("1,1 2,2 7,7 8,8 7,8 8,7 6,6")
        let position = try #require(ProtectedPosition(board(game)))
        #expect(!study.room.shows([position]))
        let other = Room.move("0,0", after: nodes[0])
        let before = try Room.accepted(study.send([other.key: other.value]))
        let move = Room.move("9,9", after: try #require(nodes.last))
        let delta = try Room.accepted(study.send([move.key: move.value]))
        #expect(study.room.shows([position]))
        #expect(!study.room.shows([]))
        #expect(study.room.shows([position], addedBy: delta.delta))
        #expect(!study.room.shows([position], addedBy: before.delta))
        // The deletion hides the branch from the tree, but clients still receive it.
        _ = try Room.accepted(study.send([AnalysisKey.deleted(nodes[0]).text: "1"]))
        #expect(study.room.shows([position]))
        let chapter = Chapter(title: "", start: game.split(separator: " ").compactMap { Point(cell: $0) })
        var second = Room.Study()
        let added = try Room.accepted(second.send(["chapter.2": chapter.value]))
        #expect(second.room.shows([position]) && second.room.shows([position], addedBy: added.delta))
    }

    @Test("A player cannot add the position of a running rated game, and others can")
    func moves() throws {
        var study = Room.Study()
        let nodes = try study.play("7,7 8,8 7,8 8,7 6,6")
        let move = Room.move("9,9", after: try #require(nodes.last))
        let protected = [try #require(ProtectedPosition(board(game)))]
        func ask(_ sender: ParticipantID, _ key: String, _ value: JSON, id: String) -> Room.Judgement {
            study.room.judge(
                DeltaRequest(room: study.room.name, id: id, delta: Delta(changes: [Delta.Change(key, value)])),
                by: sender, now: 1, protected: sender == "p-player" ? protected : [])
        }
        #expect(Room.rejection(ask("p-player", move.key, move.value, id: "a"))?.code == .readOnly)
        let start = Chapter(title: "", start: game.split(separator: " ").compactMap { Point(cell: $0) })
        #expect(Room.rejection(ask("p-player", "chapter.2", start.value, id: "b"))?.code == .readOnly)
        try Room.accepted(ask("p-other", move.key, move.value, id: "c"))
        let next = Room.move("1,1", after: move.id)
        #expect(Room.rejection(ask("p-player", next.key, next.value, id: "d"))?.code == .readOnly)
        let elsewhere = Room.move("1,1", after: try #require(nodes.last))
        try Room.accepted(ask("p-player", elsewhere.key, elsewhere.value, id: "e"))
    }
}

extension AnalysisRoomTests {
    typealias Judgement = Room.Judgement
}
