import GameState

/// Looks at the positions that a step of an opening may lead to, within the time of that step.
struct OpeningLook {
    let searcher: Searcher
    /// For the whole step.
    let limits: SearchLimits
    var stop: StopFlag?

    /// How many points are looked at, each with such a share of the time: first at a glance, of a few nodes, which mostly
    /// takes less; then the best of those, and at last the best of these.
    private static let glances = 40
    private static let glanceNodes = 500
    private static let glanceShare = 200
    private static let looks = [(count: 8, share: 40), (count: 3, share: 5)]
    /// Points further from every stone than this are far away.
    private static let near = 3
    /// Score points of whoever is to put a stone that makes it level.
    private static let moverAdvantage = 150

    /// What a stone is put for.
    enum Aim {
        /// To be better, once the other has moved.
        case advantage
        /// To leave the other, who will choose a side, nothing to choose.
        case balance
        /// To leave whoever puts the next stone, after which a side is chosen, so much better that it can be levelled.
        case levelable

        /// How far a position is from what is aimed at; `value` is that of whoever moves next.
        func distance(_ value: Int) -> Int {
            switch self {
            case .advantage: value
            case .balance: abs(value)
            case .levelable: abs(value - OpeningLook.moverAdvantage)
            }
        }
    }

    /// Of `points`, the one that serves `aim` best as the next stone after `stones`; nil if there are none.
    func best(of points: [Point], after stones: [Point], for aim: Aim) -> Point? {
        var left = glanced(points, after: stones)
        for (most, share) in Self.looks {
            left.sort { aim.distance($0.value) < aim.distance($1.value) }
            left = left.prefix(count(most)).map { ($0.point, value(of: stones + [$0.point], share: share)) }
        }
        return left.min { aim.distance($0.value) < aim.distance($1.value) }?.point
    }

    /// What each of `points` is worth as the next stone, for whoever moves after it; the order is kept.
    ///
    /// Where there are more than can be glanced at, two in three are near the stones.
    func glanced(_ points: [Point], after stones: [Point]) -> [(point: Point, value: Int)] {
        var random = SplitMix(seed: searcher.seed &+ UInt64(stones.count))
        let shuffled = points.shuffled(using: &random)
        let near = shuffled.filter { isNear($0, stones) }
        let far = shuffled.filter { !isNear($0, stones) }
        let glances = count(Self.glances)
        let chosen = Array((near.prefix(max(glances * 2 / 3, glances - far.count)) + far).prefix(glances))
        return chosen.map { ($0, value(of: stones + [$0], share: Self.glanceShare, nodes: Self.glanceNodes)) }
    }

    /// The value of a position for the side to move, with a share of what the step may take.
    func value(of stones: [Point], share: Int, nodes: Int? = nil) -> Int {
        if stop?.isRaised == true { return 0 }
        searcher.setPosition(moves: stones)
        var limits = limits
        limits.milliseconds = limits.milliseconds.map { max(1, $0 / share) }
        limits.nodes = limits.nodes.map { max(1, $0 / share) }
        if let nodes { limits.nodes = min(nodes, limits.nodes ?? nodes) }
        return searcher.bestMove(limits: limits, stop: stop)?.score ?? 0
    }

    /// So many as there is time for, a millisecond each.
    private func count(_ most: Int) -> Int {
        limits.milliseconds.map { min(most, max(2, $0 / 2)) } ?? most
    }

    private func isNear(_ point: Point, _ stones: [Point]) -> Bool {
        stones.contains { $0.distance(to: point) <= Self.near }
    }
}
