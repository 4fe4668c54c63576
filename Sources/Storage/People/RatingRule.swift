import GameState

/// Which rated games count: two who play each other over and over, or hardly play, move nobody's rating.
public enum RatingRule {
    /// Shorter games count for no rating: whoever only wants to win them plays more of each. It is before anybody can
    /// have a four, so that nobody escapes a loss by resigning.
    public static let leastMoves = 6
    /// Rated games of the same two that count, of those that end within ``milliseconds``; further ones are recorded and
    /// change no rating.
    public static let gamesOfTwo = 5
    /// A day.
    public static let milliseconds = 86_400_000
}
