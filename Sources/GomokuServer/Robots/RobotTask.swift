import GameState
import Robot

/// A position that the robot is asked about.
struct RobotTask: Sendable {
    let room: RoomName
    let level: Level
    let game: Game
    /// Names the position: an answer to another one is dropped.
    let rev: Int
    let milliseconds: Int
    let stop: StopFlag
}

/// What the robot wants to do.
struct RobotAnswer: Sendable {
    let task: RobotTask
    /// Nil when it was stopped, or nothing can be done.
    let delta: Delta?
}

/// How the robot thinks: pure, on whatever thread it is called.
struct RobotBrain {
    /// Megabytes of the search's table: full strength, and lower levels.
    private static let megabytes = (strong: 32, weak: 4)

    static func answer(_ task: RobotTask) -> Delta? {
        let game = task.game
        let searcher = Searcher(
            size: game.size, rule: game.rule, tableMegabytes: task.level == .strongest ? megabytes.strong : megabytes.weak,
            seed: UInt64(truncatingIfNeeded: task.rev &* 31 &+ game.number))
        if let opening = game.runningOpening { return decide(opening, searcher, task).map { delta(for: $0, in: opening) } }
        guard searcher.setPosition(moves: game.moves),
            let result = searcher.bestMove(level: task.level, limits: SearchLimits(milliseconds: task.milliseconds), stop: task.stop),
            !task.stop.isRaised
        else { return nil }
        return move(result.move, number: game.moves.count + 1)
    }

    private static func move(_ point: Point, number: Int) -> Delta {
        Delta(changes: [
            .init("move", .string(String(number))), .init("col\(number)", .string(String(point.column))),
            .init("row\(number)", .string(String(point.row))),
        ])
    }

    private static func delta(for decision: OpeningDecision, in opening: OpeningState) -> Delta {
        switch decision {
        case .place(let point), .pick(let point): move(point, number: opening.stones.count + 1)
        case .choose(let choice): Delta(changes: [.init("choice", .string(choice.rawValue))])
        case .offer(let point): Delta(changes: [.init("fifth", .string("\(point.column),\(point.row)"))])
        }
    }

    // MARK: openings

    /// Sides are chosen by a search; stones of a proposal go near the others, where the opening allows them.
    private static func decide(_ opening: OpeningState, _ searcher: Searcher, _ task: RobotTask) -> OpeningDecision? {
        switch opening.awaited {
        case nil: return nil
        case .place:
            if opening.opening == .swap2 || opening.opening == .swap, opening.stones.count < 3 || opening.opening == .swap2,
                case .place(let points) = OpeningAdviser.swap2(
                    opening.stones.count < 3 ? [] : Array(opening.stones.prefix(3)), on: opening.size, with: searcher,
                    limits: SearchLimits(milliseconds: task.milliseconds / 2), stop: task.stop)
            {
                // Each stone is a delta of its own; the proposal is made again for each, the same one.
                let place = opening.stones.count < 3 ? opening.stones.count : opening.stones.count - 3
                if place < points.count, opening.allowedPoints.contains(points[place]) { return .place(points[place]) }
            }
            return nearest(opening).map { .place($0) }
        case .offer: return nearest(opening).map { .offer($0) }
        case .choose(let choices): return .choose(choose(among: choices, opening, searcher, task))
        case .pick(let points):
            return points.max { value(after: $0, opening, searcher, task) < value(after: $1, opening, searcher, task) }.map { .pick($0) }
        }
    }

    private static func choose(
        among choices: [OpeningChoice], _ opening: OpeningState, _ searcher: Searcher, _ task: RobotTask
    ) -> OpeningChoice {
        searcher.setPosition(moves: opening.stones)
        let result = searcher.bestMove(limits: SearchLimits(milliseconds: task.milliseconds / 2), stop: task.stop)
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
    private static func value(after point: Point, _ opening: OpeningState, _ searcher: Searcher, _ task: RobotTask) -> Int {
        searcher.setPosition(moves: opening.stones + [point])
        return searcher.bestMove(limits: SearchLimits(milliseconds: max(10, task.milliseconds / 12)), stop: task.stop)?.score ?? 0
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
