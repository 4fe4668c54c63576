import GameState

/// The rules for games that change ratings. They exclude short games and frequent games between the
/// same two players.
public enum RatingRule {
    /// The number of moves below which a game does not change ratings, because very short games
    /// would be an easy way to collect wins. With fewer moves no side can have a four, so no player
    /// can avoid a loss by resigning early.
    public static let leastMoves = 6
    /// The number of games between the same two players that can change ratings within
    /// ``milliseconds``. Further games are recorded but do not change ratings.
    public static let gamesOfTwo = 5
    /// The time to which ``gamesOfTwo`` applies: one day, in milliseconds.
    public static let milliseconds = 86_400_000
}
