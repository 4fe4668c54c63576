import GameState

/// Decisions of the robot in openings, made with a search.
public enum OpeningAdviser {
    /// A decision in swap2.
    public enum Decision: Equatable, Sendable {
        /// Take the other side.
        case swap
        /// Place these stones.
        case place([Point])
    }

    /// The greatest absolute score of a balanced position.
    private static let balance = 60
    /// The node limit of each search of ``balanced(_:size:rule:seed:)``.
    private static let nodes = 500
    private static let maximumTries = 60

    /// Returns the decision after zero, three or five stones of swap2, in the order X, O, X (O, X).
    ///
    /// Without stones, it places three that make a nearly level position. With three or five, it
    /// takes the better side. It never adds two stones, because that would let the opponent choose
    /// the side.
    public static func swap2(
        _ stones: [Point], on size: BoardSize, with searcher: Searcher, limits: SearchLimits, stop: StopFlag? = nil
    ) -> Decision {
        if stones.isEmpty {
            guard var opening = try? OpeningState(.swap2, rule: searcher.rule, size: size) else { return .place([]) }
            let look = OpeningSearch(searcher: searcher, limits: limits, stop: stop)
            while opening.stones.count < 3, let next = decision(in: opening, with: look) {
                guard (try? opening.apply(next)) != nil else { break }
            }
            return .place(opening.stones)
        }
        // O is to move, and swapping means taking X.
        searcher.setPosition(moves: stones)
        guard let result = searcher.bestMove(limits: limits, stop: stop) else { return .swap }
        return result.score < 0 ? .swap : .place([result.move])
    }

    /// Returns `count` openings of five to seven stones that a short search considers level. They
    /// differ for every seed.
    public static func balanced(_ count: Int, size: BoardSize, rule: Rule, seed: UInt64) -> [[Point]] {
        let searcher = Searcher(size: size, rule: rule, tableMegabytes: 1, seed: seed)
        var random = SplitMix(seed: seed)
        return (0..<max(1, count)).map { _ in
            balanced(stones: Int.random(in: 5...7, using: &random), searcher, &random)
        }
    }

    /// Returns random stones near each other. Of several tries, takes the one with the score
    /// closest to 0.
    private static func balanced(
        stones: Int, _ searcher: Searcher, _ random: inout SplitMix
    ) -> [Point] {
        var best: (points: [Point], score: Int) = ([], .max)
        for _ in 0..<maximumTries where best.score > balance {
            let points = self.random(stones: stones, on: searcher.size, using: &random)
            searcher.setPosition(moves: points)
            guard searcher.isOpen, let result = searcher.bestMove(limits: SearchLimits(nodes: nodes)) else { continue }
            if abs(result.score) < best.score { best = (points, abs(result.score)) }
        }
        return best.points
    }

    /// Returns that many different points near each other, the first one near the center.
    public static func random(stones: Int, on size: BoardSize, using random: inout SplitMix) -> [Point] {
        var points: [Point] = []
        while points.count < stones {
            let point = near(points, on: size, &random)
            if !points.contains(point) { points.append(point) }
        }
        return points
    }

    private static func near(_ points: [Point], on size: BoardSize, _ random: inout SplitMix) -> Point {
        let center = points.randomElement(using: &random) ?? size.center
        let reach = points.isEmpty ? size.side / 4 : 3
        while true {
            let point = Point(
                column: center.column + Int.random(in: -reach...reach, using: &random),
                row: center.row + Int.random(in: -reach...reach, using: &random))
            if size.contains(point) { return point }
        }
    }
}

extension Searcher {
    /// Whether neither side has won, or could make a five or an open four with one stone.
    var isOpen: Bool {
        (0...1).allSatisfy {
            position.count($0, .five) == 0 && position.count($0, .openFour) == 0
                && !position.hasWon($0)
        }
    }
}
