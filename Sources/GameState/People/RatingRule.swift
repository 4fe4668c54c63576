/// Which rated games count: two who play each other over and over move nobody's rating.
public enum RatingRule {
    /// Rated games of the same two that count, of those that end within ``milliseconds``; further ones are recorded and
    /// change no rating.
    public static let gamesOfTwo = 5
    /// A day.
    public static let milliseconds = 86_400_000
}
