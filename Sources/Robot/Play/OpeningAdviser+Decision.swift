import GameState

extension OpeningAdviser {
    /// Returns the next step of any opening, or nil if the opening is over or no point is left.
    ///
    /// If the opponent chooses a side after a stone, the stone goes where neither side is better.
    /// Other stones go where they are best. A search also chooses the side. Where an opening offers
    /// several points for the fifth move, the search chooses their number, the points to offer, and
    /// the point to pick.
    ///
    /// - Parameter milliseconds: the approximate time limit of the step.
    public static func decision(
        in opening: OpeningState, with searcher: Searcher, milliseconds: Int, stop: StopFlag? = nil
    ) -> OpeningDecision? {
        decision(
            in: opening,
            with: OpeningSearch(searcher: searcher, limits: SearchLimits(milliseconds: milliseconds), stop: stop))
    }

    static func decision(in opening: OpeningState, with look: OpeningSearch) -> OpeningDecision? {
        switch opening.awaited {
        case nil: nil
        case .place: stone(of: opening, look).map { .place($0) }
        case .offer:
            look.best(of: opening.allowedPoints, after: opening.stones, for: .advantage).map { .offer($0) }
        case .choose(let choices): .choose(choice(among: choices, opening, look))
        case .pick(let points):
            points.map { (point: $0, value: look.value(of: opening.stones + [$0], share: 12)) }
                .max { $0.value < $1.value }.map { .pick($0.point) }
        }
    }

    // MARK: Stones

    /// The number of random stones if one participant places the first three. A search finds the
    /// third stone, which makes the position level.
    private static let drawn = 2

    private static func stone(of opening: OpeningState, _ look: OpeningSearch) -> Point? {
        let points = opening.allowedPoints
        if points.count < 2 { return points.first }
        if opening.isProposed && opening.stones.count < drawn { return draw(opening, points, look.searcher.seed) }
        return look.best(of: points, after: opening.stones, for: aim(opening.opening, stone: opening.stones.count + 1))
    }

    /// Returns the aim of a stone, which depends on the next step of the opening.
    private static func aim(_ opening: Opening, stone: Int) -> OpeningSearch.Aim {
        switch (opening, stone) {
        case (.swap, _), (.swap2, _), (.rif, 3), (.soosorv8, _), (.taraguchi10, 5): .balance
        // Sides can still be swapped after X's fifth stone, and that stone can make the position
        // level.
        case (.taraguchi10, _): .levelable
        case (.rif, _), (.none, _), (.pro, _), (.longPro, _): .advantage
        }
    }

    /// Returns a random point near the last stone, or near the centre.
    private static func draw(_ opening: OpeningState, _ points: [Point], _ seed: UInt64) -> Point? {
        var random = SplitMix(seed: seed &+ UInt64(opening.stones.count))
        let anchor = opening.stones.last ?? opening.size.center
        let reach = opening.stones.isEmpty ? opening.size.side / 4 : 3
        let near = points.filter { $0.distance(to: anchor) <= reach }
        return (near.isEmpty ? points : near).randomElement(using: &random)
    }

    // MARK: Choices

    private static func choice(
        among choices: [OpeningChoice], _ opening: OpeningState, _ look: OpeningSearch
    ) -> OpeningChoice {
        if opening.phase == .count { return count(opening, look) }
        if choices.contains(.ten), fifths(after: opening.stones, look).dropFirst(9).first.map({ $0 < 0 }) == true {
            return .ten
        }
        let better = moverValue(opening, look) >= 0 ? opening.nextStone : opening.nextStone.opponent
        if choices.contains(.black) { return better == .x ? .black : .white }
        if choices.contains(.swap) {
            let mine: Stone = opening.holder(of: .x) == opening.awaitedSeat ? .x : .o
            return mine == better ? .stay : .swap
        }
        return choices.first ?? .stay
    }

    /// Returns the value of the position for the player of the next stone, assuming that the
    /// opening continues as a search expects.
    private static func moverValue(_ opening: OpeningState, _ look: OpeningSearch) -> Int {
        // X offers its best fifth moves, and O picks the worst of them for X.
        if opening.opening == .soosorv8 && opening.phase == .swap4 {
            let values = fifths(after: opening.stones, look)
            if let value = values.prefix(opening.fifths).last { return -value }
        }
        return look.value(of: opening.stones, share: 2)
    }

    /// Returns the number of fifth moves that makes both sides equal, because X may take the other
    /// side after this choice.
    private static func count(_ opening: OpeningState, _ look: OpeningSearch) -> OpeningChoice {
        let values = fifths(after: opening.stones, look).prefix(8)
        let level = values.indices.min { abs(values[$0]) < abs(values[$1]) }
        return .fifths((level ?? 0) + 1)
    }

    /// Returns the values, for O, of up to twelve of X's fifth moves: the best ones for X, best
    /// first.
    private static func fifths(after stones: [Point], _ look: OpeningSearch) -> [Int] {
        let points = look.searcher.size.points.filter { !stones.contains($0) }
        return look.quickValues(points, after: stones).sorted { $0.value < $1.value }.prefix(12)
            .map { look.value(of: stones + [$0.point], share: 24) }.sorted()
    }
}

extension OpeningState {
    /// Whether one participant places the first three stones.
    fileprivate var isProposed: Bool {
        switch opening {
        case .swap, .swap2, .rif, .soosorv8: true
        case .none, .pro, .longPro, .taraguchi10: false
        }
    }
}
