import GameState

/// The counters and limits of a running search.
struct SearchState {
    var nodes = 0
    var maximumNodes = Int.max
    var nextCheck = 0
    var isStopped = false
    var selectiveDepth = 0
}

/// A principal variation search (alpha-beta) of a ``Position`` with a transposition table. Moves
/// are ordered by patterns and history.
///
/// All memory is allocated once. Only one thread may use an instance.
final class Search {
    let position: Position
    let table: TranspositionTable
    let fours: FourSolver
    let state: UnsafeMutablePointer<SearchState>
    let optionsMemory: UnsafeMutablePointer<SearchOptions>
    /// Move lists and their scores, one row of ``width`` elements per ply.
    let moves: UnsafeMutablePointer<Int16>
    let scores: UnsafeMutablePointer<Int32>
    /// The index of each cell in the move list that was scored last.
    let places: UnsafeMutablePointer<Int16>
    /// Killer moves, two per ply.
    let killers: UnsafeMutablePointer<Int16>
    /// History scores of each cell, by side. `replies` has them by side and previous move.
    let history: UnsafeMutablePointer<Int16>
    let replies: UnsafeMutablePointer<Int16>
    /// A row of zeros, used in place of a row of `replies` where there was no previous move.
    let noReplies: UnsafeMutablePointer<Int16>
    /// The static evaluation at each ply, which shows whether the position improves.
    let evaluations: UnsafeMutablePointer<Int32>
    /// A move to exclude from the search at each ply, or -1.
    let excluded: UnsafeMutablePointer<Int16>
    let reductions: UnsafeMutablePointer<Int8>
    let shouldStop: () -> Bool

    static let maximumPly = 120
    private static let nodesPerCheck = 256

    let area: Int
    /// The length of a row. It exceeds the number of cells because ``pick(_:_:_:)`` reads eight
    /// scores at a time.
    let width: Int

    init(position: Position, table: TranspositionTable, shouldStop: @escaping () -> Bool) {
        self.position = position
        self.table = table
        self.shouldStop = shouldStop
        fours = FourSolver(position, shouldStop: shouldStop)
        area = position.area
        width = area + 8
        let rows = Self.maximumPly + 4
        state = RawTable.filled(1, SearchState())
        optionsMemory = RawTable.filled(1, SearchOptions())
        moves = RawTable.filled(rows * width, 0)
        scores = RawTable.filled(rows * width, 0)
        places = RawTable.filled(area, 0)
        noReplies = RawTable.filled(area, 0)
        killers = RawTable.filled(2 * rows, -1)
        history = RawTable.filled(2 * area, 0)
        replies = RawTable.filled(2 * area * area, 0)
        evaluations = RawTable.filled(rows, 0)
        excluded = RawTable.filled(rows, -1)
        reductions = RawTable.filled(64 * 64, 0)
        let logs = (1..<64).map { Self.logarithm(Double($0)) }
        for depth in 1..<64 {
            for count in 1..<64 { reductions[depth * 64 + count] = Int8(0.4 + logs[depth - 1] * logs[count - 1] / 1.9) }
        }
    }

    deinit {
        state.deallocate()
        optionsMemory.deallocate()
        moves.deallocate()
        scores.deallocate()
        places.deallocate()
        noReplies.deallocate()
        killers.deallocate()
        history.deallocate()
        replies.deallocate()
        evaluations.deallocate()
        excluded.deallocate()
        reductions.deallocate()
    }

    /// Returns the natural logarithm of a positive number. Computed as a series, to be the same on
    /// every machine.
    static func logarithm(_ number: Double) -> Double {
        let mantissa = number.significand
        let y = (mantissa - 1) / (mantissa + 1)
        var term = y
        var sum = 0.0
        for k in 0..<24 {
            sum += term / Double(2 * k + 1)
            term *= y * y
        }
        return 2 * sum + Double(number.exponent) * 0.693_147_180_559_945_3
    }

    /// Clears the tables and history of earlier searches.
    func clear() {
        table.clear()
        fours.clear()
        history.update(repeating: 0, count: 2 * area)
        replies.update(repeating: 0, count: 2 * area * area)
        killers.update(repeating: -1, count: 2 * (Self.maximumPly + 4))
    }

    var options: SearchOptions {
        get { optionsMemory.pointee }
        set { optionsMemory.pointee = newValue }
    }

    @inline(__always) func countNode() {
        state.pointee.nodes &+= 1
        if state.pointee.nodes >= state.pointee.nextCheck { check() }
    }

    @inline(never) private func check() {
        state.pointee.nextCheck = min(state.pointee.nodes &+ Self.nodesPerCheck, state.pointee.maximumNodes)
        if state.pointee.nodes >= state.pointee.maximumNodes || shouldStop() { state.pointee.isStopped = true }
    }

    /// Returns the static evaluation for the side to move.
    @inline(__always) func evaluate() -> Int {
        var value = position.evaluation(position.turn)
        let noise = optionsMemory.pointee.noise
        if noise > 0 {
            let mixed = (position.hash.pointee ^ optionsMemory.pointee.seed) &* 0x9E37_79B9_7F4A_7C15
            value &+= Int(truncatingIfNeeded: mixed >> 40) % (2 &* noise &+ 1) &- noise
        }
        return max(-Score.evaluationLimit, min(Score.evaluationLimit, value))
    }
}

extension Search {
    /// Resets the counters and sets the node limit.
    func begin(maximumNodes: Int?) {
        state.pointee = SearchState()
        state.pointee.maximumNodes = maximumNodes ?? .max
    }
}
