import GameState

/// A board with the side to move, judged by the rules alone.
struct RuleBoard {
    private let rule: Rule
    private var board = Board(size: .standard)
    private(set) var turn = Stone.x

    init(_ rule: Rule, _ moves: [Point]) {
        self.rule = rule
        for move in moves { play(move) }
    }

    /// Places a stone of the side to move.
    mutating func play(_ point: Point) {
        board[point] = turn
        turn = turn.opponent
    }

    /// Whether the side to move completes a five on the point.
    func wins(at point: Point) -> Bool { isFive(turn, point) }

    /// Whether the side to move may play on the point.
    func isLegal(_ point: Point) -> Bool {
        isFive(turn, point) || rule.verdict(on: turn, at: point, of: board) == .legal
    }

    /// Returns the points where `stone` completes a five.
    func fives(_ stone: Stone) -> [Point] { board.size.points.filter { isFive(stone, $0) } }

    private func isFive(_ stone: Stone, _ point: Point) -> Bool {
        if case .five = rule.verdict(on: stone, at: point, of: board) { true } else { false }
    }
}
