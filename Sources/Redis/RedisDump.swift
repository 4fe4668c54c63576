import Glibc

/// A copy of all that a Redis has, as it was at one moment: the file that a replica begins with (an RDB).
public enum RedisDump {
    /// What has to be said before: it may send what it has while it looks at it, without a file of its own; and whoever
    /// asks is no replica, so nobody waits for it (`WAIT`).
    public static let introduction = [
        RedisCommand("REPLCONF", "capa", "eof"), RedisCommand("REPLCONF", "rdb-only", "1"),
    ]
    /// Bytes that are taken at a time.
    private static let chunkBytes = 262_144

    /// Takes over a connection on which nothing is under way, and closes it.
    ///
    /// - Parameters:
    ///   - silence: how long nothing may come, milliseconds. While a Redis prepares the copy it says so each second, but
    ///     for as long as it takes to fork.
    ///   - give: is given the copy, piece by piece. Only when this function returns was it all of it.
    public static func read(
        over client: RedisClient, silence: Int = 60_000, _ give: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        guard client.trouble == nil, client.backlog == 0, let socket = client.socket else {
            throw client.trouble ?? RedisFailure.closed
        }
        // It lives for as long as it is held here.
        client.close()
        socket.append(RedisCommand("SYNC").bytes)
        while !(try socket.flush()) { try wait(for: socket, Int16(POLLOUT), silence) }
        var (framing, check) = (DumpFraming(), DumpCheck())
        var chunk = [UInt8](repeating: 0, count: chunkBytes)
        while !framing.isWhole {
            try wait(for: socket, Int16(POLLIN), silence)
            let count = try chunk.withUnsafeMutableBytes { bytes throws(RedisFailure) in try socket.read(into: bytes) }
            try framing.take(chunk[..<count]) { part in
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
