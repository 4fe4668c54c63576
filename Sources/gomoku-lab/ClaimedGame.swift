import GameState
import Robot

/// A fault of the robot in a game against itself.
enum SelfPlayFailure: Error, Equatable, CustomStringConvertible {
    case illegal(move: Int, Point)
    /// The robot gave no move, although a legal one existed.
    case nothing(move: Int)
    case late(move: Int, by: Int)
    /// The robot claimed a win, but did not win the game.
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
        case .nothing(let move): "Move \(move) is missing, although a legal move existed."
        case .late(let move, let milliseconds): "Move \(move) exceeded its time limit by \(milliseconds) ms."
        case .unwon(let move): "Move \(move) claimed a win, but the game was not won."
        }
    }
}

/// A game that checks moves by the rules, and the players' claims by the result.
struct ClaimedGame {
    /// A player's answer.
    struct Answer {
        var point: Point?
        /// Whether the player claims to win from here.
        var claimsWin = false
        var milliseconds = 0
    }

    let rule: Rule
    /// The time limit of a move in milliseconds.
    let limit: Int
    private(set) var moves: [Point]
    private(set) var faults: [SelfPlayFailure] = []
    /// The number of the first move with which each side claimed a win.
    private(set) var claims = ByStone<Int?>(both: nil)
    private var board: Board

    /// The time in milliseconds by which a move may exceed the limit.
    static let grace = 10

    init(rule: Rule, size: BoardSize, opening: [Point], limit: Int) {
        self.rule = rule
        self.limit = limit
        moves = opening
        board = Board(size: size)
        for (index, point) in opening.enumerated() { board[point] = Stone.ofMove(index + 1) }
    }

    var turn: Stone { Stone.ofMove(moves.count + 1) }

    /// Judges an answer of the side to move. Returns whether the game continues.
    mutating func judge(_ answer: Answer) -> Bool {
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
