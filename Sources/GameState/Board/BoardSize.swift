/// The side of a square board, one of the sizes that are played.
///
/// A `BoardSize` always is one of ``all``: the failable initialiser is the only way in.
public struct BoardSize: Hashable, Sendable {
    /// Points a side.
    public let side: Int

    /// 15 is the default everywhere; the others are options of a game.
    public static let all = [13, 15, 17, 19, 20].map(BoardSize.init(unchecked:))
    /// The standard 15×15 board.
    public static let standard = BoardSize(unchecked: 15)

    private init(unchecked side: Int) { self.side = side }

    /// Nil unless `side` is 13, 15, 17, 19 or 20.
    public init?(_ side: Int) {
        guard let size = Self.all.first(where: { $0.side == side }) else { return nil }
        self = size
    }

    /// What engines are asked for: 5 to 20 points a side; nil for others. Games on a server have one of ``all``.
    public init?(engine side: Int) {
        guard (5...20).contains(side) else { return nil }
        self.init(unchecked: side)
    }

    /// Number of points on the board.
    public var area: Int { side * side }
}
