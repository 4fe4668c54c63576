import DequeModule
import Dispatch
import Foundation
import GameState
import Robot
import Synchronization

/// Thinks on a thread of its own, one task after the other.
final class EngineWorker: Sendable {
    private struct Job: Sendable {
        var number: Int
        var task: EngineTask
        /// Ends the thinking; and says that nobody wants the answer.
        var stop: StopFlag
        var dropped: StopFlag
    }

    private struct State {
        var waiting = Deque<Job>()
        var number = 0
        var running: Job?
        /// Raised as soon as there is something else to do than to ponder.
        var pondering: StopFlag?
    }

    private let state = Mutex(State())
    private let filled = DispatchSemaphore(value: 0)

    /// `answered` is called on the worker's thread, with the number ``think(_:)`` gave.
    init(answered: @escaping @Sendable (Int, EngineTask, EngineAnswer, SearchResult?) -> Void) {
        let thread = Thread { [self] in
            var brain = EngineBrain(seed: .random(in: 0...(.max)))
            while true {
                filled.wait()
                guard let job = state.withLock({ $0.waiting.popFirst() }) else { continue }
                if job.dropped.isRaised { continue }
                if job.task.question == .prepare {
                    brain.prepare(job.task)
                    continue
                }
                let (answer, result) = brain.think(job.task, stop: job.stop)
                if job.dropped.isRaised { continue }
                answered(job.number, job.task, answer, result)
                if job.task.info.ponders, let stop = mayPonder() { brain.ponder(job.task, after: answer, stop: stop) }
            }
        }
        thread.stackSize = 16 << 20
        thread.start()
    }

    /// Nil while there is something else to do.
    private func mayPonder() -> StopFlag? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return nil }
            let stop = StopFlag()
            state.pondering = stop
            return stop
        }
    }

    /// Queues a task; returns its number.
    @discardableResult func think(_ task: EngineTask) -> Int {
        let number = state.withLock { state in
            state.number += 1
            let job = Job(number: state.number, task: task, stop: StopFlag(), dropped: StopFlag())
            if task.question != .prepare { state.running = job }
            state.waiting.append(job)
            state.pondering?.stop()
            state.pondering = nil
            return state.number
        }
        filled.signal()
        return number
    }

    /// Ends the task being thought about without an answer.
    func cancel() {
        state.withLock {
            $0.running?.dropped.stop()
            $0.running?.stop.stop()
        }
    }

    /// Asks for the answer at once, as good as it is by now.
    func hurry() { state.withLock { $0.running?.stop.stop() } }
}

/// The searcher of a game, kept from move to move.
struct EngineBrain {
    /// Of what the weaker levels and the openings draw.
    let seed: UInt64
    private var searcher: Searcher?
    private var tableMegabytes = 0
    private var threads = 1

    init(seed: UInt64) { self.seed = seed }

    mutating func think(_ task: EngineTask, stop: StopFlag) -> (EngineAnswer, SearchResult?) {
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

    /// Searches what the opponent may play, until it has: what is found stays in the table.
    mutating func ponder(_ task: EngineTask, after answer: EngineAnswer, stop: StopFlag) {
        guard case .move(let point) = answer, task.info.level == .strongest, let searcher else { return }
        let (position, turn) = task.position
        var board = position
        board[point] = turn
        searcher.setPosition(board: board, turn: turn.opponent)
        _ = searcher.bestMove(limits: SearchLimits(depth: Self.deepest), stop: stop)
    }

    /// As deep as a search goes at all.
    private static let deepest = 60

    /// Makes the tables before they are needed; where nobody has said yet how much may be used, the table of positions
    /// only when it is.
    mutating func prepare(_ task: EngineTask) {
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
        // Never two at once.
        searcher = nil
        let made = Searcher(
            size: task.size, rule: task.info.rule, tableMegabytes: megabytes, seed: seed, threads: task.info.threads)
        searcher = made
        threads = task.info.threads
        tableMegabytes = megabytes
        return made
    }
}
