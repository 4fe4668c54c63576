/// The position of a rated game in progress, which its players must not analyse.
///
/// This is the only place that decides which positions resemble that of the game.
///
/// - **On the same cells** (``isContinued(by:)``): in any of the eight orientations, with the
///   colours as they are or exchanged, the position has nearly all stones of the game. It may lack
///   a fifth of them, but none while there are fewer than ``wholeBelow``. It may have any number of
///   other stones: it may be a continuation.
/// - **Elsewhere** (``isShifted(in:)``): all stones of the game are shifted together, perhaps on a
///   board of another size, with at most half as many other stones. Few stones are in the same
///   places in many positions, so this is stricter.
///
/// A search of a tree compares on the same cells only, which costs about 16 steps per stone. A
/// single position for the engine is compared both ways.
public struct ProtectedPosition: Sendable {
    /// The number of stones from which a position is protected. Positions with fewer stones occur
    /// in most analyses of openings.
    public static let fewestStones = 6
    /// The number of stones below which no stone may be missing.
    static let wholeBelow = 8
    /// Divisors of the game's number of stones: a fifth may be missing on the same cells, and up to
    /// half as many may be added elsewhere.
    private static let missingPart = 5, otherPart = 2

    /// The board of the game.
    public let board: Board
    /// For each cell, the images of the game that have an X there, or an O, as a set of bits.
    fileprivate let images: ByStone<[UInt16]>

    /// Returns `nil` if the board has too few stones.
    public init?(_ board: Board) {
        guard board.count >= Self.fewestStones else { return nil }
        self.board = board
        let none = [UInt16](repeating: 0, count: board.size.area)
        var images = ByStone(both: none)
        for point in board.size.points {
            guard let stone = board[point] else { continue }
            for (number, symmetry) in Symmetry.allCases.enumerated() {
                let cell = board.size.index(of: symmetry.image(of: point, on: board.size))
                images[stone][cell] |= 1 << (2 * number)
                // The second image of each orientation is that of exchanged colours.
                images[stone.opponent][cell] |= 1 << (2 * number + 1)
            }
        }
        self.images = images
    }

    /// Whether the board resembles the position of the game, on the same cells or elsewhere.
    public func isContained(in other: Board) -> Bool { isContinued(by: other) || isShifted(in: other) }

    /// Whether the board resembles the position of the game on the same cells.
    public func isContinued(by other: Board) -> Bool {
        guard other.size == board.size, other.count >= needed else { return false }
        var matcher = Matcher(self)
        for point in other.size.points { if let stone = other[point] { matcher.add(stone, at: point) } }
        return matcher.matches
    }

    /// The least number of the game's stones that a position on the same cells has.
    var needed: Int { board.count - (board.count < Self.wholeBelow ? 0 : board.count / Self.missingPart) }

    /// Whether the board has all stones of the game, shifted by some way.
    func isShifted(in other: Board) -> Bool {
        guard other.count >= board.count, other.count - board.count <= board.count / Self.otherPart else {
            return false
        }
        let own = board.size.points.compactMap { point in board[point].map { (point, $0) } }
        return Symmetry.allCases.contains { symmetry in
            let image = own.map { (point: symmetry.image(of: $0, on: board.size), stone: $1) }
            guard let first = image.first else { return false }
            return other.size.points.contains { start in
                guard let stone = other[start] else { return false }
                let isExchanged = stone != first.stone
                return image.allSatisfy { point, stone in
                    let moved = Point(
                        column: point.column + start.column - first.point.column,
                        row: point.row + start.row - first.point.row)
                    return other.size.contains(moved) && other[moved] == (isExchanged ? stone.opponent : stone)
                }
            }
        }
    }

    /// Compares the game, without a shift, with a board whose stones are added and removed one by
    /// one.
    struct Matcher {
        private let images: ByStone<[UInt16]>
        private let size: BoardSize
        private let needed: Int
        /// The number of stones that are where each image of the game has them.
        private var counts = [Int](repeating: 0, count: 2 * Symmetry.allCases.count)
        /// The number of images with enough stones.
        private var reached = 0

        init(_ position: ProtectedPosition) {
            images = position.images
            size = position.board.size
            needed = position.needed
        }

        /// Whether the board resembles the position now.
        var matches: Bool { reached > 0 }

        mutating func add(_ stone: Stone, at point: Point) {
            for image in Images(bits: images[stone][size.index(of: point)]) {
                counts[image] += 1
                if counts[image] == needed { reached += 1 }
            }
        }

        mutating func remove(_ stone: Stone, at point: Point) {
            for image in Images(bits: images[stone][size.index(of: point)]) {
                if counts[image] == needed { reached -= 1 }
                counts[image] -= 1
            }
        }
    }

    /// The numbers of the bits that are set.
    private struct Images: Sequence, IteratorProtocol {
        var bits: UInt16

        mutating func next() -> Int? {
            guard bits != 0 else { return nil }
            defer { bits &= bits - 1 }
            return bits.trailingZeroBitCount
        }
    }
}

extension ProtectedPosition: Hashable {
    public static func == (one: Self, other: Self) -> Bool { one.board == other.board }

    public func hash(into hasher: inout Hasher) { hasher.combine(board) }
}
