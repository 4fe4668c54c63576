import Glibc

/// A copy of the whole Redis as it is at one moment: the file that a new replica gets (an RDB).
public enum RedisDump {
    /// Commands to send first. Redis may then stream the copy without writing a file, and does not
    /// count this connection as a replica (`WAIT`).
    public static let handshake = [
        RedisCommand("REPLCONF", "capa", "eof"), RedisCommand("REPLCONF", "rdb-only", "1"),
    ]
    /// The number of bytes per read.
    private static let chunkBytes = 262_144

    /// Copies the Redis over the connection of `client`, which must be idle, and closes the
    /// connection.
    ///
    /// - Parameters:
    ///   - silence: The longest time without data, in milliseconds. While Redis prepares the copy
    ///     it sends a line each second, except while it forks.
    ///   - give: Called with the copy, piece by piece. The copy is complete only when this function
    ///     returns.
    public static func read(
        over client: RedisClient, silence: Int = 60_000, _ give: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        guard client.trouble == nil, client.backlog == 0, let socket = client.socket else {
            throw client.trouble ?? RedisFailure.closed
        }
        // The local reference keeps the socket alive.
        client.close()
        socket.append(RedisCommand("SYNC").bytes)
        while !(try socket.flush()) { try wait(for: socket, Int16(POLLOUT), silence) }
        var (framing, check) = (DumpFraming(), DumpCheck())
        var chunk = [UInt8](repeating: 0, count: chunkBytes)
        while !framing.isWhole {
            try wait(for: socket, Int16(POLLIN), silence)
            let count = try chunk.withUnsafeMutableBytes { bytes throws(RedisFailure) in try socket.read(into: bytes) }
            try framing.receive(chunk[..<count]) { part in
                try check.add(part)
                try give(part)
            }
        }
        try check.finish()
    }

    private static func wait(for socket: RedisSocket, _ events: Int16, _ silence: Int) throws(RedisFailure) {
        var polled = pollfd(fd: socket.descriptor, events: events, revents: 0)
        guard poll(&polled, 1, CInt(silence)) != 0 else { throw .silent(milliseconds: silence) }
    }
}
