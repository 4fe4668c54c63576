import GameState

/// A search of the positions that a step of an opening may lead to, within the time of that step.
struct OpeningSearch {
    let searcher: Searcher
    /// The limits of the whole step.
    let limits: SearchLimits
    var stop: StopFlag?

    /// The numbers of points searched, and the share of the step's time for each. A share of 40 is
    /// a fortieth.
    ///
    /// Up to 40 points get a search of few nodes, which mostly takes less than its share. The best
    /// 8 of them are searched longer, and the best 3 of these once more.
    private static let glances = 40
    private static let glanceNodes = 500
    private static let glanceShare = 200
    private static let looks = [(count: 8, share: 40), (count: 3, share: 5)]
    /// The distance in points up to which a point is near a stone.
    private static let near = 3
    /// The advantage in score points of the next player that a single stone can make level.
    private static let moverAdvantage = 150

    /// The purpose of a stone.
    enum Aim {
        /// The opponent, who moves next, gets the worst position.
        case advantage
        /// Both sides are equal, because the opponent then chooses a side.
        case balance
        /// The next player has an advantage that one stone of that player can make level, because
        /// the sides are chosen after that stone.
        case levelable

        /// Returns the distance of a position from the aim; `value` is the value for the next
        /// player.
        func distance(_ value: Int) -> Int {
            switch self {
            case .advantage: value
            case .balance: abs(value)
            case .levelable: abs(value - OpeningSearch.moverAdvantage)
            }
        }
    }

    /// Returns the point of `points` that serves `aim` best as the next stone after `stones`, or
    /// nil if there are none.
    func best(of points: [Point], after stones: [Point], for aim: Aim) -> Point? {
        var left = quickValues(points, after: stones)
        for (most, share) in Self.looks {
            left.sort { aim.distance($0.value) < aim.distance($1.value) }
            left = left.prefix(count(most)).map { ($0.point, value(of: stones + [$0.point], share: share)) }
        }
        return left.min { aim.distance($0.value) < aim.distance($1.value) }?.point
    }

    /// Returns the value of each of `points` as the next stone, for the opponent.
    ///
    /// If there are too many points for the time, a random sample is searched, of which two thirds
    /// are near the stones.
    func quickValues(_ points: [Point], after stones: [Point]) -> [(point: Point, value: Int)] {
        var random = SplitMix(seed: searcher.seed &+ UInt64(stones.count))
        let shuffled = points.shuffled(using: &random)
        let near = shuffled.filter { isNear($0, stones) }
        let far = shuffled.filter { !isNear($0, stones) }
        let glances = count(Self.glances)
        let chosen = Array((near.prefix(max(glances * 2 / 3, glances - far.count)) + far).prefix(glances))
        return chosen.map { ($0, value(of: stones + [$0], share: Self.glanceShare, nodes: Self.glanceNodes)) }
    }

    /// Returns the value of a position for the side to move, searched with a share (one in `share`)
    /// of the step's limits.
    func value(of stones: [Point], share: Int, nodes: Int? = nil) -> Int {
        if stop?.isRaised == true { return 0 }
        searcher.setPosition(moves: stones)
        var limits = limits
        limits.milliseconds = limits.milliseconds.map { max(1, $0 / share) }
        limits.nodes = limits.nodes.map { max(1, $0 / share) }
        if let nodes { limits.nodes = min(nodes, limits.nodes ?? nodes) }
        return searcher.bestMove(limits: limits, stop: stop)?.score ?? 0
    }

    /// Returns `most`, or as many points as there is time for: one per two milliseconds, and at
    /// least two.
    private func count(_ most: Int) -> Int {
        limits.milliseconds.map { min(most, max(2, $0 / 2)) } ?? most
    }

    private func isNear(_ point: Point, _ stones: [Point]) -> Bool {
        stones.contains { $0.distance(to: point) <= Self.near }
    }
}
