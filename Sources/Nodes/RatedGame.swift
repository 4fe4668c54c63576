import GameState

/// A rated game in progress on one server, as the other servers know it.
package struct RatedGame: Equatable {
    package let room: RoomName
    /// The players, if the game has enough stones to be protected; otherwise empty.
    package let players: [ParticipantID]
    /// The position that the players must not analyse; nil if the game is over or has few stones.
    package let position: ProtectedPosition?

    package init(room: RoomName, players: [ParticipantID], position: ProtectedPosition?) {
        self.room = room
        self.players = position == nil ? [] : players
        self.position = position
    }

    /// The number of bytes per stone: column, row and side.
    private static let stoneBytes = 3

    func write(into writer: inout NodeWriter) {
        writer.add(room.key)
        writer.add(players.count)
        for player in players { writer.add(player.text) }
        guard let board = position?.board else { return writer.add(0) }
        writer.add(board.size.side)
        var bytes: [UInt8] = []
        for point in board.size.points {
            guard let stone = board[point] else { continue }
            bytes += [UInt8(point.column), UInt8(point.row), stone == .x ? 1 : 2]
        }
        writer.add(bytes)
    }

    init?(_ reader: inout NodeReader) {
        guard let room = reader.room(), let count = reader.number() else { return nil }
        var players: [ParticipantID] = []
        while players.count < count, let player = reader.participant() { players.append(player) }
        guard players.count == count, let side = reader.number() else { return nil }
        var position: ProtectedPosition?
        if side > 0 {
            guard let size = BoardSize(side), let bytes = reader.bytes(), bytes.count % Self.stoneBytes == 0 else {
                return nil
            }
            var board = Board(size: size)
            for first in stride(from: 0, to: bytes.count, by: Self.stoneBytes) {
                let point = Point(column: Int(bytes[first]), row: Int(bytes[first + 1]))
                guard size.contains(point) else { return nil }
                board[point] = bytes[first + 2] == 1 ? .x : .o
            }
            position = ProtectedPosition(board)
        }
        self.init(room: room, players: players, position: position)
    }
}
