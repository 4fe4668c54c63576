import GameState

extension OpeningAdviser {
    private struct Time {
        let milliseconds: Int
        let stop: StopFlag?
    }

    /// The next step of any opening; nil when it is over or leaves no point.
    ///
    /// Sides are chosen by a search; stones of a proposal go near the others, where the opening allows them.
    /// - Parameter milliseconds: about what it may take.
    public static func decision(
        in opening: OpeningState, with searcher: Searcher, milliseconds: Int, stop: StopFlag? = nil
    ) -> OpeningDecision? {
        let time = Time(milliseconds: milliseconds, stop: stop)
        switch opening.awaited {
        case nil: return nil
        case .place:
            if opening.opening == .swap2 || opening.opening == .swap,
                opening.stones.count < 3 || opening.opening == .swap2,
                case .place(let points) = swap2(
                    opening.stones.count < 3 ? [] : Array(opening.stones.prefix(3)), on: opening.size, with: searcher,
                    limits: SearchLimits(milliseconds: time.milliseconds / 2), stop: time.stop)
            {
                // Each stone is a delta of its own; the proposal is made again for each, the same one.
                let place = opening.stones.count < 3 ? opening.stones.count : opening.stones.count - 3
                if place < points.count, opening.allowedPoints.contains(points[place]) { return .place(points[place]) }
            }
            return nearest(opening).map { .place($0) }
        case .offer: return nearest(opening).map { .offer($0) }
        case .choose(let choices): return .choose(choose(among: choices, opening, searcher, time))
        case .pick(let points):
            return points.max { value(after: $0, opening, searcher, time) < value(after: $1, opening, searcher, time) }
                .map { .pick($0) }
        }
    }

    private static func choose(
        among choices: [OpeningChoice], _ opening: OpeningState, _ searcher: Searcher, _ time: Time
    ) -> OpeningChoice {
        searcher.setPosition(moves: opening.stones)
        let result = searcher.bestMove(limits: SearchLimits(milliseconds: time.milliseconds / 2), stop: time.stop)
        let isMoverBetter = (result?.score ?? 0) >= 0
        let better = isMoverBetter ? opening.nextStone : opening.nextStone.opponent
        if choices.contains(.black) { return better == .x ? .black : .white }
        if choices.contains(.swap) {
            let mine: Stone = opening.holder(of: .x) == opening.awaitedSeat ? .x : .o
            return mine == better ? .stay : .swap
        }
        return choices.first ?? .stay
    }

    /// How good the position is for X's opponent after X's fifth on `point`.
    private static func value(after point: Point, _ opening: OpeningState, _ searcher: Searcher, _ time: Time) -> Int {
        searcher.setPosition(moves: opening.stones + [point])
        return searcher.bestMove(limits: SearchLimits(milliseconds: max(10, time.milliseconds / 12)), stop: time.stop)?
            .score ?? 0
    }

    /// An allowed point close to the stones, or to the centre.
    private static func nearest(_ opening: OpeningState) -> Point? {
        let anchor = opening.stones.last ?? opening.size.center
        func distance(_ point: Point) -> Int {
            let (columns, rows) = (point.column - anchor.column, point.row - anchor.row)
            return columns * columns + rows * rows
        }
        return opening.allowedPoints.min { distance($0) < distance($1) }
    }
}
