import GameState
import Rooms
import WebSockets

/// Disconnects the clients that hold most of the server's memory while it is over its budget.
///
/// A client holds what it has not read and the part of a message that it has sent. Players of a game in progress are the
/// last to go.
struct MemoryRelief {
    /// Clients that hold less stay connected, in bytes.
    static let leastBytes = 4 << 10

    /// A client that can be disconnected.
    struct Holder {
        let bytes: Int
        let isPlaying: Bool
        let disconnect: () -> Void
    }

    /// Disconnects the largest holders until they have held `bytes` together. Returns the number of clients.
    static func disconnect(_ holders: [Holder], toFree bytes: Int) -> Int {
        var (left, count) = (bytes, 0)
        let large = holders.filter { $0.bytes >= leastBytes }
        for holder in large.sorted(by: { $0.isPlaying == $1.isPlaying ? $0.bytes > $1.bytes : !$0.isPlaying }) {
            guard left > 0 else { break }
            left -= holder.bytes
            count += 1
            holder.disconnect()
        }
        return count
    }
}

extension MemoryRelief.Holder {
    /// Nil: the socket is not a client's yet.
    init?(_ socket: WebSocket) {
        guard let connection = socket.owner as? ClientConnection else { return nil }
        let person = connection.participant.id
        self.init(
            bytes: socket.heldBytes, isPlaying: connection.rooms.all.contains { $0.isPlaying(person) },
            disconnect: { socket.abort() })
    }
}
