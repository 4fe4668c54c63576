import GameState
import Puzzles

/// The alternatives of a win, collected position by position: first those on the shortest lines.
struct PuzzleWinBook {
    private(set) var alternatives: [Puzzle.Alternative] = []
    private(set) var isComplete: Bool
    /// The size of all proofs, without the positions.
    private(set) var bytes = 0
    private var places: [PuzzlePaths.Place] = []
    private var visited = 0

    /// The greatest number of other winning moves at a position after the first one.
    static let mostLaterMoves = 6
    /// The greatest numbers of positions and of alternatives, and the size beyond which no more
    /// alternatives are added. Beyond, a puzzle is marked as incomplete.
    private static let mostPositions = 16
    private static let mostAlternatives = 20
    private static let usualBytes = 450

    /// Begins with the proofs of the first moves, the main one first.
    init(_ proofs: [Proof], isComplete: Bool) {
        self.isComplete = isComplete
        for (index, proof) in proofs.enumerated() {
            bytes += proof.bytes.count - (index == 0 ? 0 : proof.position.bytes.count)
            if index > 0 { alternatives.append(Puzzle.Alternative(after: [], proof: proof)) }
            if let next = PuzzlePaths.Place(proof).next { places.append(next) }
        }
    }

    /// Returns the next position to search for winning moves, or nil.
    mutating func next() -> PuzzlePaths.Place? {
        while !places.isEmpty {
            // Later positions follow from earlier ones, so the order is that of the moves.
            let place = places.removeFirst()
            guard place.move != nil else { continue }
            guard visited < Self.mostPositions, bytes <= Self.usualBytes else {
                isComplete = false
                return nil
            }
            visited += 1
            if let next = place.next { places.append(next) }
            return place
        }
        return nil
    }

    /// Adds the proofs of other winning moves at a position.
    mutating func add(_ proofs: [Proof], at place: PuzzlePaths.Place, isComplete: Bool) {
        if !isComplete { self.isComplete = false }
        for proof in proofs.sorted(by: { $0.moves < $1.moves }) {
            let size = proof.bytes.count - proof.position.bytes.count
            guard alternatives.count < Self.mostAlternatives, bytes + size <= 2 * Self.usualBytes else {
                self.isComplete = false
                return
            }
            bytes += size
            alternatives.append(Puzzle.Alternative(after: place.path, proof: proof))
            if let next = PuzzlePaths.Place(proof, path: place.path).next { places.append(next) }
        }
    }
}
