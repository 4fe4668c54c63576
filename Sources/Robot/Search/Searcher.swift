import GameState

/// An engine that plays one side of one game at a time. Not Sendable: it belongs to the thread that
/// created it.
public final class Searcher {
    public let size: BoardSize
    public let rule: Rule
    let position: Position
    let search: Search
    let threats: ThreatSolver
    let seed: UInt64
    let control: SearchControl
    /// Helper searches on other threads.
    private(set) var helpers: [SearchHelper] = []
    /// The hash of the position after the last move that was found to win, or nil.
    private(set) var won: UInt64?
    /// The positions and winning moves that belong to the last win found.
    var proof = ProvenWins()

    /// Creates a searcher. `tableMegabytes` is the size of the transposition table; each thread
    /// needs about 6 MB more.
    ///
    /// With more than one thread, the search is not deterministic.
    public convenience init(
        size: BoardSize = .standard, rule: Rule, tableMegabytes: Int = 32, seed: UInt64 = 0, threads: Int = 1
    ) {
        self.init(
            size: size, rule: rule, table: TranspositionTable(megabytes: tableMegabytes),
            threatMegabytes: max(2, tableMegabytes / 16), seed: seed)
        helpers = (1..<max(1, threads)).map { SearchHelper(of: self, number: $0) }
    }

    init(size: BoardSize, rule: Rule, table: TranspositionTable, threatMegabytes: Int, seed: UInt64) {
        self.size = size
        self.rule = rule
        self.seed = seed
        position = Position(size: size, rule: rule)
        let control = SearchControl()
        self.control = control
        search = Search(position: position, table: table, shouldStop: { control.shouldStop })
        threats = ThreatSolver(
            position, fours: search.fours, tableMegabytes: threatMegabytes,
            shouldStop: { control.shouldStopThreats })
    }

    /// Creates the pattern tables of every rule now, rather than when the first searcher of each
    /// rule is created.
    public static func makeTables() { for rule in Rule.allCases { _ = PatternTables.of(rule) } }

    func cell(_ point: Point) -> Int { point.row * size.side + point.column }
    func point(_ cell: Int) -> Point { Point(column: cell % size.side, row: cell / size.side) }

    /// Puts `moves` on an empty board, X first.
    ///
    /// If a move is off the board or on an occupied cell, returns false and leaves the board empty.
    @discardableResult public func setPosition(moves: [Point]) -> Bool {
        clearBoard()
        for move in moves {
            guard size.contains(move), position.stones[cell(move)] == 0 else {
                clearBoard()
                return false
            }
            position.make(cell(move))
        }
        return true
    }

    /// Takes over the stones of `board`, with `turn` to move. Returns false if the board has
    /// another size.
    @discardableResult public func setPosition(board: Board, turn: Stone) -> Bool {
        guard board.size == size else { return false }
        clearBoard()
        var x: [Int] = []
        var o: [Int] = []
        for point in size.points {
            switch board[point] {
            case .x: x.append(cell(point))
            case .o: o.append(cell(point))
            case nil: break
            }
        }
        for index in 0..<max(x.count, o.count) {
            if index < x.count { play(x[index], 0) }
            if index < o.count { play(o[index], 1) }
        }
        if position.turn != (turn == .x ? 0 : 1) { position.pass() }
        return true
    }

    func play(_ cell: Int, _ side: Int) {
        if position.turn != side { position.pass() }
        position.make(cell)
    }

    func clearBoard() {
        while position.height > 0 { position.unmake() }
        if position.counters[2] != 0 { position.pass() }
        // `unmake` does not restore the hash if turns were passed: it then uses the key of the
        // other side.
        position.hash.pointee = 0
    }

    /// Clears all results of earlier searches.
    public func clear() {
        won = nil
        proof = ProvenWins()
        search.clear()
        threats.clear()
        for helper in helpers { helper.clear() }
    }

    /// Returns the best move for the side to move, or nil if the game is over because of a five or
    /// a lack of legal moves.
    public func bestMove(limits: SearchLimits, stop: StopFlag? = nil) -> SearchResult? {
        let result = think(limits, stop, isWon: followsWin)
        if let result, result.score >= Score.decided {
            won = position.hashAfter(cell(result.move))
            keepProof(of: cell(result.move), score: result.score)
        }
        return result
    }

    private func think(_ limits: SearchLimits, _ stop: StopFlag?, isWon: Bool) -> SearchResult? {
        control.start(limits, stop)
        search.begin(maximumNodes: limits.nodes)
        threats.beginAge()
        let moves = rootMoves()
        guard let first = moves.first else { return nil }
        if position.height == 0 { return result(cell(size.center), score: 0, depth: 0, line: []) }
        let side = position.turn
        let options = search.options
        if position.count(side, .five) > 0 {
            return result(position.fiveCell(side), score: Score.win - 1, depth: 1, line: [])
        }
        let isUntimed = limits.milliseconds == nil && limits.nodes == nil
        let depth = min(limits.depth ?? (isUntimed ? 12 : 60), 60)
        let plies = search.fours.solve(fours: FourSolver.maximumFours, nodes: control.rootFours)
        if plies > 0 {
            let line = search.fours.foundLine(plies)
            keepLine(line, plies: plies)
            return result(line[0], score: Score.win - plies, depth: plies, line: line)
        }
        if let win = provenWin { return result(win.move, score: win.score, depth: 0, line: []) }
        if options.usesThreats && moves.count > 1 {
            control.allowThreats(percent: isWon ? Self.followPercent : attackPercent)
            let nodes = control.rootThreats * (isWon ? Self.followFactor : 1)
            let move =
                isWon || control.isLong ? threats.solveWithQuietMoves(nodes: nodes) : threats.solve(nodes: nodes)
            if move >= 0 { return result(move, score: Score.decided, depth: 0, line: []) }
        }
        var candidates = moves.map { RootMove(move: $0) }
        var others = otherMoves(than: moves)
        let isLost = options.checksThreats && moves.count > 1 && sortLosingMovesLast(&candidates, &others)
        search.table.beginAge()
        let finding = withHelp(candidates, depth: depth) {
            search.deepen(
                candidates, others: others, depth: depth,
                loses: { move, times in options.checksThreats ? losesToThreats(move, checkedBefore: times) : nil },
                goOn: { moves.count > 1 && !control.isLate(for: $0) })
        }
        let best = finding.moves.first ?? RootMove(move: first)
        return result(
            best.move, score: isLost ? min(finding.score, -Score.decided) : finding.score, depth: finding.depth,
            line: best.line)
    }

    /// The percentage of a move's time for finding a win by threats for the side to move.
    private var attackPercent: Int {
        if control.isAnalysis { return Self.analysisPercent }
        return control.isLong ? Self.longPercent : Self.gamePercent
    }
    private static let gamePercent = 12
    private static let longPercent = 20
    private static let analysisPercent = 50
    /// The same percentage after a winning move that was followed by a reply without a stored
    /// answer. It is high because a win must exist.
    private static let followPercent = 60
    private static let followFactor = 5

    func result(_ move: Int, score: Int, depth: Int, line: [Int]) -> SearchResult {
        SearchResult(
            move: point(move), score: score, depth: depth, nodes: search.state.pointee.nodes + control.helpedNodes,
            principalVariation: line.isEmpty ? [point(move)] : line.map(point), milliseconds: control.elapsed)
    }

    /// Returns the legal moves worth considering; empty if the game is over.
    func rootMoves() -> [Int] {
        if position.isFull || position.hasWon(1 - position.turn) { return [] }
        let wanted = legal(search.generate(0, duty: duty, tableMove: -1, previous: -1))
        if !wanted.isEmpty { return wanted }
        return (0..<position.area).filter { position.stones[$0] == 0 && !isForbidden($0) }
    }

    /// The threat that the side to move must answer.
    private var duty: Search.RequiredReply {
        let side = position.turn
        let other = 1 - side
        if position.count(side, .five) > 0 { return .free }
        if position.count(other, .five) > 0 { return .stopFive }
        return position.count(other, .openFour) > 0 && position.count(side, .openFour) == 0 ? .stopFour : .free
    }

    /// Returns the legal moves that are not in `moves`. Empty if a threat must be answered, because
    /// these moves then lose at once.
    private func otherMoves(than moves: [Int]) -> [Int] {
        if duty != .free { return [] }
        let considered = Set(moves)
        return (0..<position.area).filter {
            position.stones[$0] == 0 && !considered.contains($0) && !isForbidden($0)
        }
    }

    private func legal(_ count: Int) -> [Int] {
        (0..<count).map { search.pick(0, $0, count) }.filter { !isForbidden($0) }
    }

    func isForbidden(_ cell: Int) -> Bool {
        position.forbidsX && position.turn == 0 && position.isForbidden(cell)
    }
}
