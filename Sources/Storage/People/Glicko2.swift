import GameState

/// Glicko-2: how strong somebody is, how sure that is, and how steadily they play, from results alone.
///
/// After Mark E. Glickman, "Example of the Glicko-2 system" (2013, glicko.net/glicko/glicko2.pdf); the step numbers
/// below are the paper's. Pure, and in nothing but additions, multiplications and roots, so the same results make the
/// same ratings anywhere.
public enum Glicko2 {
    /// How much the volatility may change: smaller is steadier (the paper: 0.3 to 1.2).
    public static let tau = 0.5
    /// Glicko points in one unit of the calculation.
    static let scale = 173.7178
    static let middle = 1_500.0
    /// When the search for the volatility is good enough.
    private static let tolerance = 0.000_001
    /// Rounds of that search; it needs fewer than ten.
    private static let searchLimit = 100

    /// How strong somebody is.
    public struct Rating: Equatable, Sendable {
        /// Points; 1500 is the middle.
        public var rating: Double
        /// With 95 % certainty the strength lies within twice this of the rating.
        public var deviation: Double
        public var volatility: Double
        /// Rated games played.
        public var games: Int

        public init(rating: Double, deviation: Double, volatility: Double, games: Int = 0) {
            self.rating = rating
            self.deviation = deviation
            self.volatility = volatility
            self.games = games
        }

        /// Of somebody of whom nothing is known.
        public static let start = Rating(rating: 1_500, deviation: 350, volatility: 0.06)

        /// In whole points, as it is shown.
        public var points: Int { Int(rating.rounded()) }
    }

    /// One game's result for a player.
    public struct Outcome: Equatable, Sendable {
        public let opponent: Rating
        /// 1 for a win, ½ for a draw, 0 for a loss.
        public let score: Double

        public init(opponent: Rating, score: Double) {
            self.opponent = opponent
            self.score = score
        }
    }

    /// The rating after some games of one period.
    ///
    /// - Parameter periods: how long the period was: 1 in the paper; here any part of one or several.
    public static func updated(_ player: Rating, by games: [Outcome], periods: Double = 1) -> Rating {
        // Step 2: to the scale of the calculation.
        let mu = (player.rating - middle) / scale
        let phi = player.deviation / scale
        guard !games.isEmpty else { return rested(player, periods: periods) }
        // Steps 3 and 4: the variance by the opponents alone, and the improvement the results tell of.
        var information = 0.0
        var surprise = 0.0
        for game in games {
            let g = weight(game.opponent.deviation / scale)
            let expected = 1 / (1 + Elementary.exp(-g * (mu - (game.opponent.rating - middle) / scale)))
            information += g * g * expected * (1 - expected)
            surprise += g * (game.score - expected)
        }
        let variance = 1 / information
        let improvement = variance * surprise
        // Steps 5 to 8.
        let sigma = volatility(player.volatility, phi: phi, variance: variance, improvement: improvement)
        let before = phi * phi + sigma * sigma * max(0, periods)
        let after = (1 / (1 / before + 1 / variance)).squareRoot()
        return Rating(
            rating: middle + scale * (mu + after * after * surprise),
            deviation: min(Rating.start.deviation, scale * after), volatility: sigma, games: player.games + games.count)
    }

    /// The rating after some time without a game: less sure, never less than at the start.
    public static func rested(_ player: Rating, periods: Double) -> Rating {
        var rested = player
        let phi = player.deviation / scale
        let after = (phi * phi + player.volatility * player.volatility * max(0, periods)).squareRoot()
        rested.deviation = min(Rating.start.deviation, scale * after)
        return rested
    }

    /// The paper's g(φ): an opponent of whom less is known tells less.
    private static func weight(_ phi: Double) -> Double {
        1 / (1 + 3 * phi * phi / (Double.pi * Double.pi)).squareRoot()
    }

    /// Step 5: the new volatility, by the Illinois variant of regula falsi.
    private static func volatility(_ sigma: Double, phi: Double, variance: Double, improvement: Double) -> Double {
        let a = Elementary.log(sigma * sigma)
        let square = improvement * improvement
        func f(_ x: Double) -> Double {
            let e = Elementary.exp(x)
            let sum = phi * phi + variance + e
            return e * (square - sum) / (2 * sum * sum) - (x - a) / (tau * tau)
        }
        var low = a
        var high: Double
        if square > phi * phi + variance {
            high = Elementary.log(square - phi * phi - variance)
        } else {
            high = a - tau
            while f(high) < 0 { high -= tau }
        }
        var atLow = f(low)
        var atHigh = f(high)
        for _ in 0..<searchLimit where abs(high - low) > tolerance {
            let next = low + (low - high) * atLow / (atHigh - atLow)
            let atNext = f(next)
            if atNext * atHigh <= 0 { (low, atLow) = (high, atHigh) } else { atLow /= 2 }
            (high, atHigh) = (next, atNext)
        }
        return Elementary.exp(low / 2)
    }
}
