import GameState

/// The reason why data is not a puzzle, or why a puzzle is wrong.
public enum PuzzleFault: Error, Hashable, Sendable {
    // Form
    case rating(Int)
    /// The last stone is not one of the side that is not to move.
    case last
    /// The proof is missing, not about the position, or not of the kind.
    case proof
    /// Only wins by fours can be the shortest ones.
    case shortest
    /// There are too many alternatives, or one does not belong to a position of the play.
    case alternatives
    /// A point of the answer is occupied, off the board, or of no use, or there are too many.
    case points
    case chance(Int)
    /// The JSON has no member of this name, or it has another form.
    case member(String)
    /// The bytes are not those of a puzzle.
    case bytes

    // Truth
    /// The checker refuses a proof.
    case refuted(ProofFault)
    /// The points of a drill are not the whole answer.
    case answer
    /// The ID is not that of the contents.
    case id(String)
    /// No order of alternating moves leads to the position.
    case stones
    /// The position is over.
    case over
    /// An earlier puzzle has the same position, perhaps rotated, reflected or shifted.
    case duplicate(of: String)

    /// The word for protocols and logs.
    public var code: String {
        switch self {
        case .rating: "bad-rating"
        case .last: "bad-last"
        case .proof: "bad-proof"
        case .shortest: "bad-shortest"
        case .alternatives: "bad-alternatives"
        case .points: "bad-points"
        case .chance: "bad-chance"
        case .member: "bad-member"
        case .bytes: "bad-bytes"
        case .refuted: "refuted"
        case .answer: "bad-answer"
        case .id: "bad-id"
        case .stones: "bad-stones"
        case .over: "game-over"
        case .duplicate: "duplicate"
        }
    }
}

extension PuzzleFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .rating(let rating): "The rating \(rating) is outside \(Puzzle.ratings). Use a rating in this range."
        case .last: "The last stone is not the opponent's. Omit it if you do not know it."
        case .proof: "The proof does not belong to this position and kind. Make the puzzle again."
        case .shortest: "Only wins by fours can be marked as the shortest. Remove the mark."
        case .alternatives: "An alternative does not belong to a position of the play. Make the puzzle again."
        case .points: "The points of the answer are not free points of this kind of puzzle. Correct them."
        case .chance(let chance): "The chance \(chance) is outside 0…1000 thousandths. Use a value in this range."
        case .member(let name): "The member \(name) is missing or has another form. See docs/PUZZLES.md."
        case .bytes: "The bytes are not those of a puzzle. Make the file again."
        case .refuted(let fault): "A proof is refused: \(fault.reason.word). Make the puzzle again."
        case .answer: "The points are not the whole answer. Mark all points of the kind."
        case .id(let id): "The ID \(id) is not that of the puzzle. Make the file again."
        case .stones: "No order of moves leads to the position. Give X as many stones as O, or one more."
        case .over: "The game is over at this position. Take an earlier one."
        case .duplicate(let id): "This is the same position as in puzzle \(id). Remove one of them."
        }
    }
}
