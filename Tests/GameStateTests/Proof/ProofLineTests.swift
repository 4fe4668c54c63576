import TestSupport
import Testing

@testable import GameState

@Suite("Texts, lines and positions of proofs") struct ProofLineTests {
    @Test("Bytes survive as text, and other texts are refused") func texts() {
        var random = SeededRandom(seed: 3)
        for count in 0..<40 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(ProofText.bytes(of: ProofText.text(of: bytes)) == bytes)
        }
        #expect(ProofText.text(of: [251, 239, 255, 0]) == "--__AA")
        for text in ["A", "AB", "AA==", "+/", "A A", "é"] { #expect(ProofText.bytes(of: text) == nil) }
    }

    @Test("The main line is legal and ends with a five") func lines() throws {
        let scene = try Scene(.freestyle, x: "e8 f8 g8 i9 i10 i11", o: "d8 a1 a3 c1 c3 e1")
        let proof = try scene.fours("h8 i8 a15")
        // The certificate is wrong, so its line leads nowhere.
        #expect(fault(of: proof) != nil && proof.mainLine.isEmpty)
        let double = try Scene(.freestyle, x: "e8 f8 g8 h9 h10 h11", o: "d8 h12 a1 a15 o1 o15")
        let win = try double.fours("h8")
        let line = win.mainLine
        let (first, side) = (try double.point("h8"), try double.point("a8"))
        #expect(line.count == 3 && line.first == first)
        // O blocks one of the two fives, X completes the other.
        #expect(Set(line.dropFirst()) == [try double.point("i8"), try double.point("h7")])
        let pressed = try Scene(.freestyle, x: "e8 f8 g8 h9 h10 h11", o: "d8 h12 a1 a15 o1 o15", turn: .o)
        let losing = try pressed.fours("h8", claim: .loses(side))
        #expect(losing.winner == .x && losing.mainLine.count == 4 && losing.mainLine.first == side)
    }

    @Test("A named reply that renju forbids is not played") func forbiddenReplies() throws {
        // h8 would stop the four, but completes an overline.
        let scene = try Scene(.renju, x: "h3 e8 f8 g8 i8 j8", o: "h4 h5 h6 a1 a3", turn: .o)
        let (four, stop, far) = (try scene.point("h7"), try scene.point("h8"), try scene.point("o15"))
        var builder = ProofBuilder()
        let long = builder.play(far, then: Proof.Replies(rest: .five))
        let replies = Proof.Replies(named: [Proof.Reply(stop, long)], rest: .five)
        let first = builder.play(four, then: replies)
        let proof = try builder.proof(of: .wins, in: scene.position, root: Proof.Replies(rest: first))
        #expect(fault(of: proof) == nil)
        let line = proof.mainLine
        #expect(line.count == 3 && line[1] != stop && line.last == stop)
        let reply = try #require(proof.longestReply(to: replies, on: scene.position.after(four).board))
        #expect(reply.answer == .five && reply.point == line[1])
    }

    @Test("The line ends with a five that the certificate plays as a move") func namedFive() throws {
        let scene = try Scene(.freestyle, x: "e8 f8 g8 h8", o: "d8 a1 a3 a5")
        var builder = ProofBuilder()
        let never = builder.play(try scene.point("o15"), then: Proof.Replies(rest: .five))
        let five = builder.play(try scene.point("i8"), then: Proof.Replies(rest: never))
        let proof = try builder.proof(of: .wins, in: scene.position, root: Proof.Replies(rest: five))
        let move = try scene.point("i8")
        #expect(fault(of: proof) == nil && proof.mainLine == [move])
    }

    @Test("The line ends when no reply is legal") func noLegalReply() throws {
        // X would fill its row of six, which renju forbids. O plays the other empty point.
        let size = try #require(BoardSize(engine: 6))
        var board = Board(size: size)
        for point in size.points {
            let isX = point.row == 3 || (point.column + 2 * point.row) % 4 < 2
            board[point] = isX ? .x : .o
        }
        let (gap, last) = (Point(column: 3, row: 3), Point(column: 2, row: 0))
        board[gap] = nil
        board[last] = nil
        let position = Proof.Position(rule: .renju, board: board, turn: .o)
        var builder = ProofBuilder()
        var answer = Proof.Answer.five
        for _ in 0..<3 { answer = builder.play(gap, then: Proof.Replies(rest: answer)) }
        let replies = Proof.Replies(rest: answer)
        let first = builder.play(last, then: replies)
        let proof = try builder.proof(of: .wins, in: position, root: Proof.Replies(rest: first))
        #expect(fault(of: proof) == nil && proof.mainLine == [last])
        #expect(proof.longestReply(to: replies, on: position.after(last).board) == nil)
    }

    @Test("All images of a position have one standard orientation, which is that of their proofs")
    func orientations() throws {
        let scene = try Scene(.freestyle, x: "e8 f8 g8 h9 h10 h11", o: "d8 h12 a1 a15 o1 o15")
        let standard = scene.position.oriented
        #expect(scene.position.image(under: standard.symmetry) == standard.position)
        #expect(try scene.fours("h8").oriented.proof.position == standard.position)
        for symmetry in Symmetry.allCases {
            #expect(scene.position.image(under: symmetry).oriented.position == standard.position)
        }
        #expect(!scene.position.isOver)
        #expect(try Scene(.freestyle, x: "e8 f8 g8 h8 i8", o: "").position.isOver)
    }
}
