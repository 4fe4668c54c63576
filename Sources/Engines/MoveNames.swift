import GameState

/// An error for a word that does not name a free point of a board.
package struct MoveNameError: Error, Equatable, CustomStringConvertible {
    /// The word as it was read.
    package let word: String

    /// - Parameter word: the word as it was read.
    package init(_ word: String) { self.word = word }

    /// The error's stable code.
    package var code: String { "bad-move" }

    /// A sentence that names the word and explains how to write moves.
    package var description: String {
        "\"\(word)\" is not a free point of this board. Write moves like h8 i9, or give an SGF or psq file."
    }
}

extension BoardSize {
    /// Returns the moves named by `words`, such as `h8`. A word may contain several names,
    /// separated by spaces.
    ///
    /// Throws the first name that is not a point of the board, or that occurs twice.
    package func moves(named words: [String]) throws(MoveNameError) -> [Point] {
        var moves: [Point] = []
        for word in words.flatMap({ $0.split(whereSeparator: \.isWhitespace).map(String.init) }) {
            guard let point = point(named: word), !moves.contains(point) else { throw MoveNameError(word) }
            moves.append(point)
        }
        return moves
    }
}
