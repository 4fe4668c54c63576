/// The position of a rated game in progress, which its players must not analyse.
///
/// This is the only place that decides which positions resemble that of the game. A position does
/// if it has nearly all stones of the game, on a board of any size, anywhere on it, in any
/// orientation, with the colours as they are or exchanged. So it helps nobody to leave out a few
/// stones or to shift the others.
///
/// - The position may lack a fifth of the game's stones. It must have all of them while there are
///   fewer than ``wholeBelow``.
/// - On the same cells of a board of the same size, the position may have any number of other
///   stones: it may be a continuation.
/// - Elsewhere, few stones are in the same places in many positions. So the other stones may
///   number at most half of the game's stones, until the game has ``distinctive`` stones.
public struct ProtectedPosition: Hashable, Sendable {
    /// The number of stones from which a position is protected. Positions with fewer stones occur
    /// in most analyses of openings.
    public static let fewestStones = 6
    /// The number of stones below which no stone may be missing.
    static let wholeBelow = 8
    /// The number of stones that no other game has in the same places by chance.
    static let distinctive = 16
    /// The part of the stones that may be missing, and the part that may be added elsewhere.
    private static let missingPart = 5, otherPart = 2

    /// The board of the game.
    public let board: Board

    /// Returns `nil` if the board has too few stones.
    public init?(_ board: Board) {
        guard board.count >= Self.fewestStones else { return nil }
        self.board = board
    }

    /// Returns whether the board resembles the position of the game.
    public func isContained(in other: Board) -> Bool {
        guard other.count >= needed else { return false }
        var matcher = Matcher(self, size: other.size)
        for point in other.size.points { if let stone = other[point] { matcher.add(stone, at: point) } }
        return matcher.matches
    }

    /// The least number of the game's stones that a position which resembles it has.
    var needed: Int { board.count - (board.count < Self.wholeBelow ? 0 : board.count / Self.missingPart) }

    /// A comparison with a board whose stones are added and removed one by one.
    ///
    /// For each orientation, exchange of colours and shift, it counts the stones that are where the
    /// game has them.
    struct Matcher {
        private let needed: Int
        /// The greatest number of other stones on other cells.
        private let mostOthers: Int
        /// For each stone of the game in each orientation, the place in `counts` of the shift that
        /// brings it to the first cell, if the board has an X there, or an O.
        private let places: (x: [Int], o: [Int])
        /// The number of columns, and of rows, by which the stones can be shifted.
        private let span: Int
        /// The shift that leaves all stones where they are, or -1 on a board of another size.
        private let unmoved: Int
        private var counts: [UInt16]
        /// The places in `counts` with enough stones.
        private var reached: [Int] = []
        private var stones = 0

        init(_ position: ProtectedPosition, size: BoardSize) {
            let own = position.board
            needed = position.needed
            mostOthers = own.count < ProtectedPosition.distinctive ? own.count / ProtectedPosition.otherPart : .max
            let farthest = own.size.side - 1
            let span = farthest + size.side
            self.span = span
            unmoved = own.size == size ? farthest * span + farthest : -1
            let stones = own.size.points.compactMap { point in own[point].map { (point: point, stone: $0) } }
            var places: (x: [Int], o: [Int]) = ([], [])
            for (number, symmetry) in Symmetry.allCases.enumerated() {
                for (point, stone) in stones {
                    let image = symmetry.image(of: point, on: own.size)
                    let shift = (farthest - image.row) * span + farthest - image.column
                    // The second table of each orientation is that of exchanged colours.
                    places.x.append((2 * number + (stone == .x ? 0 : 1)) * span * span + shift)
                    places.o.append((2 * number + (stone == .o ? 0 : 1)) * span * span + shift)
                }
            }
            self.places = places
            counts = [UInt16](repeating: 0, count: 2 * Symmetry.allCases.count * span * span)
        }

        /// Whether the board resembles the position now.
        var matches: Bool {
            reached.contains { place in
                stones - Int(counts[place]) <= mostOthers || place % (span * span) == unmoved
            }
        }

        mutating func add(_ stone: Stone, at point: Point) {
            stones += 1
            let shift = point.row * span + point.column
            for first in stone == .x ? places.x : places.o {
                counts[first + shift] += 1
                if Int(counts[first + shift]) == needed { reached.append(first + shift) }
            }
        }

        mutating func remove(_ stone: Stone, at point: Point) {
            stones -= 1
            let shift = point.row * span + point.column
            for first in stone == .x ? places.x : places.o {
                if Int(counts[first + shift]) == needed { reached.removeAll { $0 == first + shift } }
                counts[first + shift] -= 1
            }
        }
    }
}
