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
