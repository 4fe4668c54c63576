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
        #expect(!position.isContained(in: board(game, size: try #require(BoardSize(19)))))
        #expect(ProtectedPosition(board("7,7 8,8 7,8 8,7 6,6")) == nil, "a common opening")
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
