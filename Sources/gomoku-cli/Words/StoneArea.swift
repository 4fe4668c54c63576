import Client
import GameState

/// The part of the board where an opening allows the next stone.
enum StoneArea: Equatable {
    case centre
    /// The square around the centre with the given side in points, or everything outside it.
    case within(Int)
    case outside(Int)

    /// Creates the area of the game's opening, or nil if any point is allowed.
    init?(_ game: GameView) {
        guard let opening = game.openingState else { return nil }
        let points = opening.allowedPoints
        guard !points.isEmpty, points.count + game.moves.count < game.size.area else { return nil }
        let center = game.size.center
        let distances = points.map { max(abs($0.column - center.column), abs($0.row - center.row)) }
        guard let farthest = distances.max(), let nearest = distances.min() else { return nil }
        if farthest == 0 {
            self = .centre
        } else if 2 * farthest + 1 < game.size.side {
            self = .within(2 * farthest + 1)
        } else {
            self = .outside(2 * nearest - 1)
        }
    }
}
