import GameState
import Robot

/// The searcher of a game, kept from move to move.
package struct EngineBrain {
    private let seed: UInt64
    private var searcher: Searcher?
    private var tableMegabytes = 0
    private var threads = 1

    /// - Parameter seed: the seed of the random choices of weaker levels and openings.
    package init(seed: UInt64) { self.seed = seed }

    /// Searches for the answer to `task`. `stop` ends the search early, with the best answer found
    /// by then.
    package mutating func think(_ task: EngineTask, stop: StopFlag) -> (EngineAnswer, SearchResult?) {
        let searcher = searcher(for: task)
        switch task.question {
        case .prepare: return (.none, nil)
        case .move:
            let position = task.position
            searcher.setPosition(board: position.board, turn: position.turn)
            let result = searcher.bestMove(level: task.info.level, limits: task.limits, stop: stop)
            return (result.map { .move($0.move) } ?? .none, result)
        case .best(let count):
            let position = task.position
            searcher.setPosition(board: position.board, turn: position.turn)
            let results = searcher.bestMoves(count, level: task.info.level, limits: task.limits, stop: stop)
            return (results.first.map { .best($0.move, results.map(\.line)) } ?? .none, results.first)
        case .swap2(let stones):
            switch OpeningAdviser.swap2(stones, on: task.size, with: searcher, limits: task.limits, stop: stop) {
            case .swap: return (.swap, nil)
            case .place(let points): return (.moves(points), nil)
            }
        }
    }

    /// Searches the opponent's replies until `stop` is raised. The results stay in the
    /// transposition table.
    package mutating func ponder(_ task: EngineTask, after answer: EngineAnswer, stop: StopFlag) {
        guard case .move(let point) = answer, task.info.level == .strongest, let searcher else { return }
        let (position, turn) = task.position
        var board = position
        board[point] = turn
        searcher.setPosition(board: board, turn: turn.opponent)
        _ = searcher.bestMove(limits: SearchLimits(depth: Self.deepest), stop: stop)
    }

    /// The greatest depth of a search.
    private static let deepest = 60

    /// Creates the searcher before the first search. The transposition table stays small until a
    /// search needs it, or until INFO has set a memory limit.
    package mutating func prepare(_ task: EngineTask) {
        if task.info.knowsMemory {
            _ = searcher(for: task)
        } else if searcher == nil {
            _ = made(task, megabytes: 1)
        }
    }

    private mutating func searcher(for task: EngineTask) -> Searcher {
        let megabytes = task.info.tableMegabytes
        if let searcher, searcher.size == task.size, searcher.rule == task.info.rule, tableMegabytes == megabytes,
            threads == task.info.threads
        {
            return searcher
        }
        return made(task, megabytes: megabytes)
    }

    private mutating func made(_ task: EngineTask, megabytes: Int) -> Searcher {
        // Release the old searcher first, so that two never exist at once.
        searcher = nil
        let made = Searcher(
            size: task.size, rule: task.info.rule, tableMegabytes: megabytes, seed: seed, threads: task.info.threads)
        searcher = made
        threads = task.info.threads
        tableMegabytes = megabytes
        return made
    }
}
