/// The side length of a square board.
///
/// Boards of games on a server have one of the sizes in ``all``. Boards for engines have any side
/// from 5 to 20.
public struct BoardSize: Hashable, Sendable {
    /// The number of points along each side.
    public let side: Int

    /// The sizes that a game can have. The default is 15.
    public static let all = [13, 15, 17, 19, 20].map(BoardSize.init(unchecked:))
    /// The standard 15×15 board.
    public static let standard = BoardSize(unchecked: 15)

    private init(unchecked side: Int) { self.side = side }

    /// Creates a size, or returns `nil` unless `side` is 13, 15, 17, 19 or 20.
    public init?(_ side: Int) {
        guard let size = Self.all.first(where: { $0.side == side }) else { return nil }
        self = size
    }

    /// Creates a size for an engine, or returns `nil` unless `side` is 5 to 20. Games on a server
    /// have only the sizes in ``all``.
    public init?(engine side: Int) {
        guard (5...20).contains(side) else { return nil }
        self.init(unchecked: side)
    }

    /// The number of points on the board.
    public var area: Int { side * side }

    /// Returns the number of a point in board order, row by row from the top left.
    package func index(of point: Point) -> Int { point.row * side + point.column }

    /// Returns the point with this number in board order.
    package func point(at index: Int) -> Point { Point(column: index % side, row: index / side) }
}
