/// A board for the checker of proofs: one byte per cell inside a border, and questions about rows
/// of five.
///
/// The board has its own implementation of ``RuleFacts``, apart from the robot's. Only the legality
/// of X's moves under renju comes from ``Rule/verdict(on:at:of:)``.
struct ProofField {
    private static let empty: UInt8 = 0
    private static let edge: UInt8 = 3

    private let rule: Rule
    private let facts: RuleFacts
    private(set) var board: Board
    private var cells: [UInt8]
    private let stride: Int
    private let steps: [Int]
    /// The cells with two bits each, as a key of this board.
    private(set) var key = BoardKey()

    init(_ position: Proof.Position) {
        rule = position.rule
        facts = position.rule.facts
        board = Board(size: position.board.size)
        let stride = position.board.size.side + 2
        self.stride = stride
        steps = [1, stride, stride + 1, 1 - stride]
        cells = Array(repeating: Self.edge, count: stride * stride)
        for point in position.board.size.points { cells[cell(point)] = Self.empty }
        for point in position.board.size.points {
            if let stone = position.board[point] { place(stone, cell(point)) }
        }
    }

    // MARK: Cells and stones

    func cell(_ point: Point) -> Int { (point.row + 1) * stride + point.column + 1 }
    func point(_ cell: Int) -> Point { Point(column: cell % stride - 1, row: cell / stride - 1) }

    /// All cells of the board, with and without stones.
    var all: [Int] { board.size.points.map(cell) }

    func isEmpty(_ cell: Int) -> Bool { cells[cell] == Self.empty }

    mutating func place(_ stone: Stone, _ cell: Int) {
        cells[cell] = Self.code(stone)
        board[point(cell)] = stone
        key.toggle(cell, Self.code(stone))
    }

    mutating func remove(_ cell: Int) {
        key.toggle(cell, cells[cell])
        cells[cell] = Self.empty
        board[point(cell)] = nil
    }

    @inline(__always) private static func code(_ stone: Stone) -> UInt8 { stone == .x ? 1 : 2 }

    // MARK: Rows

    /// Whether `stone` on the empty cell completes a row that wins.
    func isFive(_ stone: Stone, _ cell: Int) -> Bool {
        cells[cell] == Self.empty && steps.contains { isFive(stone, cell, along: $0) }
    }

    private func isFive(_ stone: Stone, _ cell: Int, along step: Int) -> Bool {
        let own = Self.code(stone)
        var ahead = cell + step
        while cells[ahead] == own { ahead += step }
        var behind = cell - step
        while cells[behind] == own { behind -= step }
        let length = (ahead - behind) / step - 1
        let other = Self.code(stone.opponent)
        return length >= 5
            && facts.wins(length, of: stone, isClosed: cells[ahead] == other && cells[behind] == other)
    }

    /// Returns the cells where `stone` completes a row through its stone on `cell`.
    ///
    /// Such a row contains no gap between both cells. So in each direction, only the first cell
    /// after the unbroken row through `cell` can complete it.
    func fives(_ stone: Stone, through cell: Int) -> [Int] {
        let own = Self.code(stone)
        var found: [Int] = []
        for step in steps {
            var ahead = cell + step
            while cells[ahead] == own { ahead += step }
            if cells[ahead] == Self.empty, isFive(stone, ahead, along: step) { found.append(ahead) }
            var behind = cell - step
            while cells[behind] == own { behind -= step }
            if cells[behind] == Self.empty, isFive(stone, behind, along: step) { found.append(behind) }
        }
        return found
    }

    /// Returns all cells where `stone` completes a row.
    func fives(_ stone: Stone) -> [Int] { all.filter { isFive(stone, $0) } }

    /// Whether a stone of the opponent elsewhere than on the cell can stop a five there.
    var closesFromOutside: Bool { facts.needsOpenEnd }

    /// Returns the cells next to the ends of the rows that `stone` would have through the empty
    /// `cell`. Where a five needs an open end, a stone there may stop it.
    func ends(_ stone: Stone, _ cell: Int) -> [Int] {
        let own = Self.code(stone)
        return steps.flatMap { step in
            var ahead = cell + step
            while cells[ahead] == own { ahead += step }
            var behind = cell - step
            while cells[behind] == own { behind -= step }
            return [ahead, behind]
        }.filter { cells[$0] == Self.empty }
    }

    /// Whether the game is over on this board: a side has a row that wins, or no cell is empty.
    var isOver: Bool {
        if board.isFull { return true }
        return all.contains { cell in
            guard let stone = board[point(cell)] else { return false }
            let own = Self.code(stone)
            return steps.contains { step in
                if cells[cell - step] == own { return false }
                var end = cell
                while cells[end] == own { end += step }
                let other = Self.code(stone.opponent)
                return facts.wins(
                    (end - cell) / step, of: stone, isClosed: cells[end] == other && cells[cell - step] == other)
            }
        }
    }

    /// Whether the rule forbids `stone` the empty cell. A five is never forbidden.
    func isForbidden(_ stone: Stone, _ cell: Int) -> Bool {
        guard mayBeForbidden(stone, cell) else { return false }
        return if case .forbidden = rule.verdict(on: stone, at: point(cell), of: board) { true } else { false }
    }

    /// Whether the rule might forbid `stone` the empty cell, as far as its own stones tell. If not,
    /// no stone of the opponent changes that.
    ///
    /// A three needs two more stones of its line, within four cells. So a double three or a double
    /// four needs two such lines, or one line with four more stones, as an overline does.
    func mayBeForbidden(_ stone: Stone, _ cell: Int) -> Bool {
        guard forbids(stone) else { return false }
        let own = Self.code(stone)
        var lines = 0
        for step in steps {
            var count = 0
            for direction in [step, -step] {
                var next = cell
                for _ in 0..<5 {
                    next += direction
                    if cells[next] == Self.edge { break }
                    if cells[next] == own { count += 1 }
                }
            }
            if count > 3 { return true }
            if count > 1 { lines += 1 }
        }
        return lines > 1
    }

    /// Whether the rule forbids any moves to `stone`.
    func forbids(_ stone: Stone) -> Bool { facts.forbidsX && stone == .x }
}

/// The stones of a board in two bits per cell, for sets of boards. Unlike a hash, equal keys mean
/// equal boards, so that no one can construct a wrong proof that the checker believes.
struct BoardKey: Hashable {
    private static let words = 16
    private var bits = InlineArray<16, UInt64>(repeating: 0)

    /// Adds or removes a stone with this code, 1 or 2. `cell` is less than 512.
    mutating func toggle(_ cell: Int, _ code: UInt8) {
        bits[cell >> 5] ^= UInt64(code) << UInt64(2 * (cell & 31))
    }

    static func == (one: BoardKey, other: BoardKey) -> Bool {
        for index in 0..<words where one.bits[index] != other.bits[index] { return false }
        return true
    }

    func hash(into hasher: inout Hasher) {
        for index in 0..<Self.words { hasher.combine(bits[index]) }
    }
}
