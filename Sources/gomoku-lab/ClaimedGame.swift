import GameState
import Robot

/// What the robot did in a game against itself and should not have done.
enum SelfPlayFault: Error, Equatable, CustomStringConvertible {
    case illegal(move: Int, Point)
    /// No move although there was a legal one.
    case nothing(move: Int)
    case late(move: Int, by: Int)
    /// Said that it had won and did not win.
    case unwon(move: Int)

    var code: String {
        switch self {
        case .illegal: "illegal"
        case .nothing: "nothing"
        case .late: "late"
        case .unwon: "unwon"
        }
    }

    var description: String {
        switch self {
        case .illegal(let move, let point): "Move \(move) at \(point) is not legal."
        case .nothing(let move): "Nothing was played as move \(move)."
        case .late(let move, let milliseconds): "Move \(move) took \(milliseconds) ms more than it had."
        case .unwon(let move): "The win that was claimed with move \(move) was not won."
        }
    }
}

/// A game whose moves are judged by the rules alone, and its players by what they claim.
struct ClaimedGame {
    /// What a player answered.
    struct Answer {
        var point: Point?
        /// Whether it says that it wins from here.
        var claimsWin = false
        var milliseconds = 0
    }

    let rule: Rule
    /// Milliseconds a move may take.
    let limit: Int
    private(set) var moves: [Point]
    private(set) var faults: [SelfPlayFault] = []
    /// First moves with which a win was claimed.
    private(set) var claims = ByStone<Int?>(both: nil)
    private var board: Board

    /// A move may take so many milliseconds more.
    static let grace = 10

    init(rule: Rule, size: BoardSize, opening: [Point], limit: Int) {
        self.rule = rule
        self.limit = limit
        moves = opening
        board = Board(size: size)
        for (index, point) in opening.enumerated() { board[point] = Stone.ofMove(index + 1) }
    }

    var turn: Stone { Stone.ofMove(moves.count + 1) }

    /// Judges what the side to move answered; whether the game goes on.
    mutating func take(_ answer: Answer) -> Bool {
        let number = moves.count + 1
        let stone = turn
        if answer.milliseconds > limit + Self.grace {
            faults.append(.late(move: number, by: answer.milliseconds - limit))
        }
        guard let point = answer.point else {
            if hasLegalPoint { faults.append(.nothing(move: number)) }
            end(wonBy: stone.opponent)
            return false
        }
        if answer.claimsWin && claims[stone] == nil { claims[stone] = number }
        switch board.size.contains(point) ? rule.verdict(on: stone, at: point, of: board) : .occupied {
        case .occupied, .forbidden:
            faults.append(.illegal(move: number, point))
            end(wonBy: stone.opponent)
            return false
        case .five:
            moves.append(point)
            end(wonBy: stone)
            return false
        case .legal:
            moves.append(point)
            board[point] = stone
            if board.isFull { end(wonBy: nil) }
            return !board.isFull
        }
    }

    private var hasLegalPoint: Bool {
        board.size.points.contains { point in
            switch rule.verdict(on: turn, at: point, of: board) {
            case .five, .legal: true
            case .forbidden, .occupied: false
            }
        }
    }

    private mutating func end(wonBy winner: Stone?) {
        for stone in [Stone.x, .o] where stone != winner {
            if let move = claims[stone] { faults.append(.unwon(move: move)) }
        }
    }
}
