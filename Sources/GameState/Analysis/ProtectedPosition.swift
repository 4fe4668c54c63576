/// The position of a rated game in progress, which its players must not analyse.
public struct ProtectedPosition: Sendable {
    /// The number of stones from which a position is protected. Positions with fewer stones occur
    /// in most analyses of openings.
    public static let fewestStones = 6

    private let size: BoardSize
    private let stones: [(point: Point, stone: Stone)]

    /// Returns `nil` if the board has too few stones.
    public init?(_ board: Board) {
        guard board.count >= Self.fewestStones else { return nil }
        size = board.size
        stones = board.size.points.compactMap { point in board[point].map { (point: point, stone: $0) } }
    }

    /// Returns whether the board has all stones of this position, in any of its symmetries, with
    /// the colours as they are or exchanged. So it is this position, a continuation of it, or one
    /// that other move orders reach.
    public func isContained(in board: Board) -> Bool {
        guard board.size == size else { return false }
        return Symmetry.allCases.contains { symmetry in
            let there = stones.map { board[symmetry.image(of: $0.point, on: size)] }
            return there.elementsEqual(stones) { $0 == $1.stone }
                || there.elementsEqual(stones) { $0 == $1.stone.opponent }
        }
    }
}
