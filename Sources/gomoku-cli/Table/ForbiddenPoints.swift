import Client
import GameState

/// The points that the rule forbids to X, computed once per position.
struct ForbiddenPoints: Equatable {
    private(set) var reasons: [Point: Prohibition] = [:]
    private var board = Board()
    private var rule = Rule.freestyle

    /// Updates the points if the game's position has changed.
    mutating func update(for game: GameView) {
        guard board != game.board || rule != game.rule else { return }
        (board, rule) = (game.board, game.rule)
        guard Stone.ofMove(game.moves.count + 1) == .x else {
            reasons = [:]
            return
        }
        reasons = Dictionary(rule.forbiddenPoints(of: board)) { first, _ in first }
    }
}
