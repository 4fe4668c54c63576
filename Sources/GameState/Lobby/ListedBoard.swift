/// The position of a listed game, as the room `~lobby` shows it under `board.<room>`.
public struct ListedBoard: Equatable, Sendable {
    public let size: BoardSize
    /// The moves so far, in order.
    public let moves: [Point]

    /// Creates a board, or returns `nil` if a move is off the board.
    public init?(size: BoardSize, moves: [Point]) {
        guard moves.allSatisfy({ size.contains($0) }) else { return nil }
        self.size = size
        self.moves = moves
    }

    /// Returns the key for the board of `room`.
    public static func key(_ room: RoomName) -> String { "board.\(room.text)" }

    /// The value under ``key(_:)``: the number of points per side, and the names of the moves,
    /// separated by spaces.
    public var json: JSON {
        .object([
            .init("size", .string(String(size.side))),
            .init("moves", .string(moves.map { size.name(of: $0) }.joined(separator: " "))),
        ])
    }

    /// Parses the value under ``key(_:)``. Returns `nil` if it is not a board.
    public init?(_ json: JSON) {
        guard let side = json["size"]?.string.flatMap({ Int($0) }), let size = BoardSize(side),
            let names = json["moves"]?.string
        else { return nil }
        var moves: [Point] = []
        for name in names.split(separator: " ") {
            guard let point = size.point(named: String(name)) else { return nil }
            moves.append(point)
        }
        self.init(size: size, moves: moves)
    }
}

/// The rooms whose boards the lobby shows, up to a limit. A room keeps its place until its game is
/// no longer listed.
public struct BoardPlaces: Sendable {
    /// The maximum number of boards in the lobby.
    public static let limit = 8

    private var rooms: Set<RoomName> = []

    public init() {}

    /// Returns whether `room` has a place. It gets one if one is free.
    public mutating func has(_ room: RoomName) -> Bool {
        if rooms.contains(room) { return true }
        guard rooms.count < Self.limit else { return false }
        rooms.insert(room)
        return true
    }

    /// Frees the place of `room`. Returns whether it had one.
    @discardableResult
    public mutating func free(_ room: RoomName) -> Bool { rooms.remove(room) != nil }
}
