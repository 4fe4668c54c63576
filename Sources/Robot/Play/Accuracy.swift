import GameState

/// The formula for the accuracy of moves and games, which is that of lichess (`AccuracyPercent` in
/// github.com/lichess-org/lila) with two changes for a game that is decided by single moves.
///
/// - The accuracy of a move depends on the loss of winning chance: 100 without a loss, 64 after a
///   loss of a tenth, 40 after a fifth, 25 after three tenths, and 9 after a half.
/// - The accuracy of a side is the mean of two means of its moves' accuracies. In the first, a move
///   weighs more where the chances change a lot, so that easy moves of a decided game count little.
///   The second is the harmonic mean, which a single bad move pulls down.
/// - A move that gives up a proven win counts as a loss of a tenth at least, although the chance
///   after it is an opinion that may stay high.
/// - Moves in a position that is proven lost do not count, because none is better than another.
enum Accuracy {
    /// The least loss of chance that a move that gives up a proven win counts for.
    static let leastLossOfWin = 0.1

    /// Returns the accuracy of a move, from 0 to 100.
    ///
    /// - Parameter loss: the winning chance that the move gave away, from 0 to 1.
    static func ofMove(loss: Double) -> Double {
        if loss <= 0 { return 100 }
        let accuracy = 103.1668 * WinningChance.exponential(-4.354_4 * loss) - 3.1669
        return min(100, max(0, accuracy))
    }

    /// Returns the accuracy of a side; nil if none of its moves counts.
    ///
    /// - Parameters:
    ///   - chances: the winning chances of X before the first move and after each move.
    ///   - moves: the indices of the side's moves, with their accuracies.
    static func ofGame(chances: [Double], moves: [(index: Int, accuracy: Double)]) -> Double? {
        if moves.isEmpty { return nil }
        let count = Double(moves.count)
        let harmonic = count / moves.reduce(0) { $0 + 1 / max(1, $1.accuracy) }
        let weights = moves.map { weight(ofMove: $0.index, chances) }
        let sum = zip(moves, weights).reduce(0) { $0 + $1.0.accuracy * $1.1 }
        return (sum / weights.reduce(0, +) + harmonic) / 2
    }

    /// Returns the standard deviation, in percent, of the chances around a move: those of a tenth
    /// of the game's positions, two to eight, the last of them after the move.
    private static func weight(ofMove index: Int, _ chances: [Double]) -> Double {
        let width = min(8, max(2, chances.count / 10))
        let end = min(chances.count, max(width, index + 2))
        let part = chances[max(0, end - width)..<end]
        let mean = part.reduce(0, +) / Double(part.count)
        let variance = part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(part.count)
        return min(12, max(0.5, 100 * variance.squareRoot()))
    }
}
