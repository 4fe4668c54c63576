import GameState
import Rooms
import WebSockets

/// Disconnects the clients that hold the most memory while the server is over its budget.
///
/// A client holds the bytes it has not read and the incomplete message it has sent. Players of
/// games in progress are disconnected last.
struct MemoryRelief {
    /// The least memory for which a client is disconnected, in bytes.
    static let leastBytes = 4 << 10

    /// A client that can be disconnected.
    struct Holder {
        let bytes: Int
        let isPlaying: Bool
        let disconnect: () -> Void
    }

    /// Disconnects the largest holders until they have held `bytes` in total. Returns the number of
    /// disconnected clients.
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
    /// Returns nil if the socket belongs to no client yet.
    init?(_ socket: WebSocket) {
        guard let connection = socket.owner as? ClientConnection else { return nil }
        let person = connection.participant.id
        self.init(
            bytes: socket.heldBytes, isPlaying: connection.rooms.all.contains { $0.isPlaying(person) },
            disconnect: { socket.abort() })
    }
}
