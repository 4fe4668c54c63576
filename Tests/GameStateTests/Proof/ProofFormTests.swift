import TestSupport
import Testing

@testable import GameState

@Suite("The form of proofs") struct ProofFormTests {
    /// A proof with each kind of part, and the builder's nodes in an unusual order.
    private func proof() throws -> Proof {
        let scene = try Scene(.caro, x: "h8 i8 j8 c3", o: "a1 c1 e1", turn: .o)
        var builder = ProofBuilder()
        let left = builder.play(try scene.point("g8"), then: Proof.Replies(rest: .five))
        let right = builder.play(try scene.point("k8"), then: Proof.Replies(rest: .five))
        let deep = builder.play(
            try scene.point("o15"),
            then: Proof.Replies(
                named: [Proof.Reply(try scene.point("o1"), left), Proof.Reply(try scene.point("a15"), .five)],
                rest: left))
        let held = Set([try scene.point("f8"), try scene.point("o2")])
        return try builder.proof(
            of: .onlyHold(held), in: scene.position,
            root: Proof.Replies(
                named: [Proof.Reply(try scene.point("e8"), right), Proof.Reply(try scene.point("b2"), deep)], rest: left
            ))
    }

    @Test("Bytes are read as they were written") func roundTrip() throws {
        let proof = try proof()
        #expect(try Proof(bytes: proof.bytes) == proof)
        #expect(proof.bytes.count < 60)
        #expect(proof.means == .threats && proof.moves == 3)
    }

    @Test("The example of docs/PROOFS.md has these bytes") func documentedExample() throws {
        let scene = try Scene(.freestyle, x: "e8 f8 g8 h9 h10 h11", o: "d8 h12")
        let proof = try scene.fours("h8")
        #expect(fault(of: proof) == nil)
        #expect(
            proof.bytes == [1, 0, 15, 0, 6, 0x43, 14, 14, 11, 0, 0, 2, 0x34, 0x37, 0, 1, 0x70, 0, 0, 1, 0])
    }

    @Test("Changed bytes are refused, or are the bytes of another proof") func canonical() throws {
        let bytes = try proof().bytes
        var (refused, others) = (0, 0)
        for place in bytes.indices {
            for value in UInt8.min...UInt8.max where value != bytes[place] {
                var changed = bytes
                changed[place] = value
                if let other = try? Proof(bytes: changed) {
                    #expect(other.bytes == changed)
                    others += 1
                } else {
                    refused += 1
                }
            }
            #expect(throws: Proof.Malformation.self) { try Proof(bytes: Array(bytes[..<place])) }
            #expect(throws: Proof.Malformation.self) { try Proof(bytes: bytes + [bytes[place]]) }
        }
        #expect(refused > 0 && others > 0)
    }

    @Test("Random bytes are read without a trap") func randomBytes() throws {
        var mutant = Mutant(seed: 5)
        let bytes = try proof().bytes
        for _ in 0..<3_000 {
            let changed = mutant.bend(bytes)
            if let other = try? Proof(bytes: changed) { #expect(other.bytes == changed) }
        }
    }

    @Test("The order and the repetition of nodes do not matter") func nodesAreMerged() throws {
        let proof = try proof()
        var nodes = proof.nodes
        let unused = Proof.Node(move: Point(column: 0, row: 5), replies: Proof.Replies(rest: .five))
        nodes.append(contentsOf: [unused, proof.nodes[0]])
        let copy = Proof.Answer.node(nodes.count - 1)
        let named = proof.root.named.reversed().map { $0.answer == .node(0) ? Proof.Reply($0.point, copy) : $0 }
        let rest = proof.root.rest == .node(0) ? copy : proof.root.rest
        let other = try Proof(
            proof.claim, in: proof.position, nodes: nodes, root: Proof.Replies(named: Array(named), rest: rest))
        #expect(other == proof && other.bytes == proof.bytes)
    }

    @Test("A proof has eight images with one orientation, and the checker judges them alike") func symmetries() throws {
        let proof = try proof()
        let wrong = try Scene(.renju, x: "e8 f8 g8", o: "d8 h12 a1").fours("h8 i8 a15")
        let wins = try Scene(.renju, x: "e8 f8 g8 h8", o: "d8 h12 a1").fours("i8")
        let images = Symmetry.allCases.map { proof.image(under: $0) }
        #expect(Set(images).count == 8 && Set(images.map(\.oriented.proof)).count == 1)
        for (symmetry, image) in zip(Symmetry.allCases, images) {
            #expect(image.image(under: symmetry.inverse) == proof)
            #expect(fault(of: image) != nil)
            #expect(fault(of: wrong.image(under: symmetry))?.word == "no-five")
            #expect(fault(of: wins.image(under: symmetry)) == nil)
            #expect(image.oriented.proof == proof.oriented.proof)
            #expect(image.image(under: image.oriented.symmetry) == image.oriented.proof)
        }
        let other = try Proof(.onlyHold([]), in: proof.position, nodes: proof.nodes, root: proof.root)
        #expect(other.oriented.proof != proof.oriented.proof)
    }

    @Test("A symmetric position has one orientation for the images of a proof") func symmetricPosition() throws {
        let scene = try Scene(.freestyle, x: "g8 h8 i8", o: "h3 h13", turn: .x)
        #expect(try scene.fours("f8").oriented.proof == (try scene.fours("j8").oriented.proof))
    }

    @Test("Malformed certificates cannot be built") func malformed() throws {
        let position = try proof().position
        let corner = Point(column: 0, row: 0)
        let off = Point(column: 15, row: 0)
        func refusal(
            _ claim: Proof.Claim, _ nodes: [Proof.Node], _ root: Proof.Replies
        ) -> Proof.Malformation? {
            do {
                _ = try Proof(claim, in: position, nodes: nodes, root: root)
                return nil
            } catch { return error }
        }
        let five = Proof.Replies(rest: .five)
        #expect(refusal(.wins, [], five) == nil)
        #expect(refusal(.loses(off), [], five) == .point)
        #expect(refusal(.onlyHold([off]), [], five) == .point)
        #expect(refusal(.wins, [Proof.Node(move: off, replies: five)], five) == .point)
        #expect(refusal(.wins, [], Proof.Replies(rest: .node(0))) == .answer)
        #expect(refusal(.wins, [Proof.Node(move: corner, replies: Proof.Replies(rest: .node(0)))], five) == .answer)
        #expect(refusal(.wins, [], Proof.Replies(rest: .node(-1))) == .answer)
        let twice = Proof.Replies(named: [Proof.Reply(corner, .five), Proof.Reply(corner, .five)], rest: .five)
        #expect(refusal(.onlyHold([]), [], twice) == .repeatedReply)
        let once = Proof.Replies(named: [Proof.Reply(corner, .five)], rest: .five)
        #expect(refusal(.onlyHold([corner]), [], once) == .repeatedReply)
        #expect(refusal(.onlyHold([]), [], once) == nil)
        #expect(refusal(.wins, [], once) == .replies)
    }

    @Test("Moves and bytes have limits, however the board is turned") func limits() throws {
        let position = try proof().position
        func chain(_ count: Int) throws(Proof.Malformation) -> Proof {
            var nodes = [Proof.Node(move: Point(column: 0, row: 0), replies: Proof.Replies(rest: .five))]
            for index in 1..<max(2, count) {
                nodes.append(
                    Proof.Node(
                        move: Point(column: index % 15, row: index / 15), replies: Proof.Replies(rest: .node(index - 1))
                    ))
            }
            return try Proof(.wins, in: position, nodes: nodes, root: Proof.Replies(rest: .node(nodes.count - 1)))
        }
        #expect(try chain(Proof.mostMoves - 1).moves == Proof.mostMoves)
        #expect(throws: Proof.Malformation.size) { try chain(Proof.mostMoves) }
        /// A proof with `count` different nodes, each with a reply.
        func wide(_ count: Int) throws(Proof.Malformation) -> Proof {
            let points = Array(position.board.size.points)
            let nodes = (0..<count).map { index in
                let reply = Proof.Reply(points[index / 225], .five)
                return Proof.Node(move: points[index % 225], replies: Proof.Replies(named: [reply], rest: .five))
            }
            var root: [Proof.Node] = nodes
            for start in stride(from: 0, to: count, by: 200) {
                let replies = (start..<min(start + 200, count)).map { Proof.Reply(points[$0 - start], .node($0)) }
                root.append(
                    Proof.Node(
                        move: points[0],
                        replies: Proof.Replies(
                            named: replies, rest: start == 0 ? .five : .node(root.count - 1))))
            }
            return try Proof(.wins, in: position, nodes: root, root: Proof.Replies(rest: .node(root.count - 1)))
        }
        let large = try wide(3_300)
        #expect(large.nodes.count > 3_300)
        for symmetry in Symmetry.allCases {
            let image = large.image(under: symmetry)
            #expect(image.bytes.count <= Proof.mostBytes)
            #expect(try Proof(bytes: image.bytes) == image)
        }
        #expect(throws: Proof.Malformation.size) { try wide(3_500) }
        #expect(throws: Proof.Malformation.size) {
            try Proof(bytes: [UInt8](repeating: 0, count: Proof.mostBytes + 1))
        }
    }
}
