import GameState
import Robot
import Wire

/// A position for the robot to search.
struct RobotTask: Sendable {
    package let room: RoomName
    package let level: Level
    package let game: Game
    /// The revision of the position. A result for another revision is dropped.
    package let rev: Int
    package let milliseconds: Int
    package let stop: StopFlag
}

/// The queue in which a room waits for its robot's search.
enum RobotLane: Sendable {
    /// The queue of the thread for quick levels.
    case quick
    case long(SearchTurns.Turn)
    /// The queue of games between robots, which use the remaining time.
    case selfPlay
}

/// The robot's answer to a task.
package struct RobotAnswer: Sendable {
    let task: RobotTask
    /// The delta to play. Nil if the search was stopped, or if the game awaits no action of the
    /// robot.
    package let delta: Delta?
    /// The processor time of the search, in milliseconds.
    package let milliseconds: Int
    let lane: RobotLane
}

/// The robot's advice for a player.
package struct HintAnswer: Sendable {
    let task: RobotTask
    package var cell: Point?
    package var choice: OpeningChoice?
    var score = 0
    package var line: [Point] = []

    /// Whether there is no advice, because nothing can be played or the search was stopped.
    package var isEmpty: Bool { cell == nil && choice == nil }

    package func hint(in room: RoomName, id: String?) -> Hint {
        Hint(room: room, id: id, move: task.game.moves.count + 1, cell: cell, choice: choice, score: score, line: line)
    }
}

/// The robot's thinking: pure functions that run on any thread.
struct RobotBrain {
    /// The size of the transposition table in megabytes, at full strength and at lower levels.
    private static let megabytes = (strong: 32, weak: 4)

    private static func searcher(for task: RobotTask) -> Searcher {
        Searcher(
            size: task.game.size, rule: task.game.rule,
            tableMegabytes: task.level == .strongest ? megabytes.strong : megabytes.weak,
            seed: seed(of: task))
    }

    /// Returns a seed for the random choices of weaker levels and of openings. It differs by room,
    /// game and position, so that games differ. FNV-1a, 64 bits; it is not used for security.
    private static func seed(of task: RobotTask) -> UInt64 {
        let place = UInt64(truncatingIfNeeded: task.rev &* 31 &+ task.game.number)
        return task.room.text.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ place) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    package static func hint(_ task: RobotTask) -> HintAnswer {
        var answer = HintAnswer(task: task)
        guard !task.stop.isRaised else { return answer }
        let searcher = searcher(for: task)
        if let opening = task.game.runningOpening {
            switch OpeningAdviser.decision(
                in: opening, with: searcher, milliseconds: task.milliseconds, stop: task.stop)
            {
            case .place(let point), .pick(let point), .offer(let point):
                answer.cell = point
                answer.line = [point]
            case .choose(let choice): answer.choice = choice
            case nil: break
            }
        } else if searcher.setPosition(moves: task.game.moves),
            let result = searcher.bestMove(limits: SearchLimits(milliseconds: task.milliseconds), stop: task.stop)
        {
            (answer.cell, answer.score, answer.line) = (result.move, result.score, result.principalVariation)
        }
        return answer
    }

    package static func answer(_ task: RobotTask) -> Delta? {
        if task.stop.isRaised { return nil }
        return RobotMove.delta(
            for: task.game, with: searcher(for: task), level: task.level,
            limits: SearchLimits(milliseconds: task.milliseconds),
            milliseconds: task.milliseconds, stop: task.stop)
    }
}
