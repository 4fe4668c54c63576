import GameState

/// The rules for games that change ratings. They exclude short games and frequent games between the
/// same two players.
public enum RatingRule {
    /// The number of moves below which a game does not change ratings, because very short games
    /// would be an easy way to collect wins. No side can have a four before this move, so no player
    /// can avoid a loss by resigning early.
    public static let leastMoves = 6
    /// The number of rated games between the same two players that count within ``milliseconds``.
    /// Further games are recorded but do not change ratings.
    public static let gamesOfTwo = 5
    /// The length of a day in milliseconds.
    public static let milliseconds = 86_400_000
}
