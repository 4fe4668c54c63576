import GameState
import Puzzles

/// The links from a puzzle to pages of the server.
enum PuzzleLinks {
    /// The most stones that the search for an order tries before it gives up.
    private static let tries = 3_000

    /// Returns the link to a puzzle. That from a lost game has the address of the game.
    static func puzzle(_ puzzle: Puzzle, from game: String? = nil, at address: Address) -> String {
        address.http(game.map { "?puzzles=lost&game=\(PeopleFetch.escaped($0))" } ?? "?puzzle=\(puzzle.id)")
    }

    /// Returns the link that opens the position on the analysis board, after `moves`. Nil if no
    /// order of moves leads to the position, because the analysis board has positions of games
    /// only.
    static func analysis(_ puzzle: Puzzle, after moves: [Point], title: String, at address: Address) -> String? {
        guard let order = order(puzzle) else { return nil }
        let position = puzzle.position
        let line = (order + moves).map(position.board.size.name(of:)).joined()
        let query =
            "?analysis=&rule=\(position.rule.rawValue)&size=\(position.board.size.side)"
            + "&title=\(PeopleFetch.escaped(title))"
        return address.http(query + (line.isEmpty ? "" : "#\(line)"))
    }

    /// Returns the stones of a puzzle in an order in which they can be played: X and O alternate,
    /// the last stone comes last, no five comes early, and renju forbids no move. Nil without such
    /// an order.
    static func order(_ puzzle: Puzzle) -> [Point]? {
        let (target, turn) = (puzzle.position.board, puzzle.position.turn)
        var left = ByStone<[Point]>(both: [])
        for stone in Stone.allCases { left[stone] = target.size.points.filter { target[$0] == stone } }
        let count = target.count
        guard Stone.ofMove(count + 1) == turn, left.x.count == (count + 1) / 2 else { return nil }
        var order: [Point] = []
        var board = Board(size: target.size)
        var tried = 0
        func search() -> Bool {
            if order.count == count { return true }
            let stone = Stone.ofMove(order.count + 1)
            for (place, point) in left[stone].enumerated() {
                if point == puzzle.last, order.count < count - 1 { continue }
                tried += 1
                guard tried <= tries, puzzle.position.rule.verdict(on: stone, at: point, of: board) == .legal else {
                    continue
                }
                left[stone].remove(at: place)
                order.append(point)
                board[point] = stone
                if search() { return true }
                board[point] = nil
                order.removeLast()
                left[stone].insert(point, at: place)
            }
            return false
        }
        return search() ? order : nil
    }
}
