/// The Glicko-2 rating system, which estimates strength, its uncertainty and its volatility from
/// results.
///
/// It follows Mark E. Glickman, "Example of the Glicko-2 system" (2013,
/// glicko.net/glicko/glicko2.pdf). Comments below use the paper's step numbers. The calculation is
/// pure and uses only basic arithmetic and square roots. The same results therefore produce the
/// same ratings on any machine.
public enum Glicko2 {
    /// The constraint on changes of the volatility in games. Smaller values make ratings steadier
    /// (the paper suggests 0.3 to 1.2).
    public static let tau = 0.5
    /// The number of Glicko points per unit of the scale that the calculation uses.
    static let scale = 173.7178
    static let middle = 1_500.0
    /// The tolerance at which the search for the volatility ends.
    private static let tolerance = 0.000_001
    /// The maximum number of iterations of the search for the volatility. The search needs fewer
    /// than ten.
    private static let searchLimit = 100

    /// An estimate of a player's strength.
    public struct Rating: Equatable, Sendable {
        /// The estimated strength in points. The average is 1500.
        public var rating: Double
        /// The standard deviation. With 95 % certainty, the strength lies within twice this value
        /// of the rating.
        public var deviation: Double
        public var volatility: Double
        /// The number of rated games played.
        public var games: Int

        public init(rating: Double, deviation: Double, volatility: Double, games: Int = 0) {
            self.rating = rating
            self.deviation = deviation
            self.volatility = volatility
            self.games = games
        }

        /// The rating of a player without games.
        public static let start = Rating(rating: 1_500, deviation: 350, volatility: 0.06)

        /// The rating in whole points, as clients see it.
        public var points: Int { Int(rating.rounded()) }
    }

    /// The result of one game for a player.
    public struct Outcome: Equatable, Sendable {
        public let opponent: Rating
        /// The score: 1 for a win, ½ for a draw, 0 for a loss.
        public let score: Double

        public init(opponent: Rating, score: Double) {
            self.opponent = opponent
            self.score = score
        }
    }

    /// Returns the rating after the games of one period.
    ///
    /// - Parameters:
    ///   - periods: The elapsed time as a number of rating periods. The paper uses 1. Here it may
    ///     be any fraction or multiple.
    ///   - tau: The constraint on changes of the volatility.
    public static func updated(
        _ player: Rating, by games: [Outcome], periods: Double = 1, tau: Double = Glicko2.tau
    ) -> Rating {
        // Step 2: convert to the scale of the calculation.
        let mu = (player.rating - middle) / scale
        let phi = player.deviation / scale
        guard !games.isEmpty else { return rested(player, periods: periods) }
        // Steps 3 and 4: the variance that follows from the opponents, and the improvement that
        // follows from the results.
        var information = 0.0
        var surprise = 0.0
        for game in games {
            let g = weight(game.opponent.deviation / scale)
            let expected = 1 / (1 + ElementaryFunctions.exp(-g * (mu - (game.opponent.rating - middle) / scale)))
            information += g * g * expected * (1 - expected)
            surprise += g * (game.score - expected)
        }
        let variance = 1 / information
        let improvement = variance * surprise
        // Steps 5 to 8.
        let sigma = volatility(
            player.volatility, phi: phi, variance: variance, improvement: improvement, tau: tau)
        let before = phi * phi + sigma * sigma * max(0, periods)
        let after = (1 / (1 / before + 1 / variance)).squareRoot()
        return Rating(
            rating: middle + scale * (mu + after * after * surprise),
            deviation: min(Rating.start.deviation, scale * after), volatility: sigma, games: player.games + games.count)
    }

    /// Returns the rating after a time without games. The deviation grows, but never above its
    /// initial value.
    public static func rested(_ player: Rating, periods: Double) -> Rating {
        var rested = player
        let phi = player.deviation / scale
        let after = (phi * phi + player.volatility * player.volatility * max(0, periods)).squareRoot()
        rested.deviation = min(Rating.start.deviation, scale * after)
        return rested
    }

    /// Returns the paper's g(φ), which reduces the weight of opponents with uncertain ratings.
    private static func weight(_ phi: Double) -> Double {
        1 / (1 + 3 * phi * phi / (Double.pi * Double.pi)).squareRoot()
    }

    /// Step 5: returns the new volatility, using the Illinois variant of regula falsi.
    private static func volatility(
        _ sigma: Double, phi: Double, variance: Double, improvement: Double, tau: Double
    ) -> Double {
        let a = ElementaryFunctions.log(sigma * sigma)
        let square = improvement * improvement
        func f(_ x: Double) -> Double {
            let e = ElementaryFunctions.exp(x)
            let sum = phi * phi + variance + e
            return e * (square - sum) / (2 * sum * sum) - (x - a) / (tau * tau)
        }
        var low = a
        var high: Double
        if square > phi * phi + variance {
            high = ElementaryFunctions.log(square - phi * phi - variance)
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
        return ElementaryFunctions.exp(low / 2)
    }
}
