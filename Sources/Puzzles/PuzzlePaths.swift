import GameState

/// The positions that the play of a win can reach, where the defender plays its longest replies.
public enum PuzzlePaths {
    /// Checks that every alternative belongs to a position of the play, and that no two of them
    /// begin with the same move.
    static func check(_ win: Puzzle.Win) throws(PuzzleFault) {
        let byPath = Dictionary(grouping: win.alternatives, by: \.after)
        var open = [Place(win.proof)]
        var found = 0
        while let place = open.popLast() {
            guard let first = place.move else { continue }
            var moves: Set = [first]
            if let next = place.next { open.append(next) }
            for alternative in byPath[place.path] ?? [] {
                let proof = alternative.proof
                guard proof.claim == .wins, proof.position == place.position, let move = proof.firstMove,
                    moves.insert(move).inserted, proof.means != .any
                else { throw .alternatives }
                found += 1
                if let next = Place(proof, path: place.path).next { open.append(next) }
            }
        }
        guard found == win.alternatives.count else { throw .alternatives }
    }

    /// Returns the number of the winner's moves in the longest line after a move that a defence's
    /// proof refutes.
    public static func moves(refuting point: Point, by proof: Proof) -> Int {
        ProofWalk(proof, refuting: point).movesLeft
    }

    /// A position of the play with the solver to move, and the proof that leads on.
    public struct Place {
        private let walk: ProofWalk
        /// The moves from the position of the puzzle.
        public let path: [Point]

        /// Begins with a proof after these moves.
        public init(_ proof: Proof, path: [Point] = []) {
            self.init(ProofWalk(proof), path)
        }

        private init(_ walk: ProofWalk, _ path: [Point]) {
            self.walk = walk
            self.path = path
        }

        /// The proof's move; nil if the solver can complete a five.
        public var move: Point? { walk.move }

        /// The greatest number of moves up to the five.
        public var movesLeft: Int { walk.movesLeft }

        public var position: Proof.Position {
            Proof.Position(rule: walk.proof.position.rule, board: walk.board, turn: walk.proof.winner)
        }

        /// The position after the proof's move and the longest reply; nil if every reply loses to a
        /// five.
        public var next: Place? {
            var next = walk
            guard let move, case .reply(let reply) = next.advance() else { return nil }
            return Place(next, path + [move, reply])
        }
    }
}
