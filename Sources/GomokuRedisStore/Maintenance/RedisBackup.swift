import Redis

/// A backup of all data of a Redis, as it is at one moment. Servers can keep writing.
public enum RedisBackup {
    /// Reads the copy in pieces. The copy is complete only when this function returns.
    ///
    /// - Parameter give: called with each piece. Errors that it throws are rethrown.
    public static func read(_ address: RedisAddress, _ give: (ArraySlice<UInt8>) throws -> Void) throws {
        let reader = try RedisReader(address)
        defer { reader.close() }
        try reader.checkFormat()
        for command in RedisDump.handshake {
            if let error = try reader.reply(command).error { throw RedisStoreFailure.givesNoCopy(error) }
        }
        do { try RedisDump.read(over: reader.client, give) } catch RedisFailure.refused(let why) {
            throw RedisStoreFailure.givesNoCopy(why)
        } catch let failure as RedisFailure { throw RedisStoreFailure.unreachable(reader.place, "\(failure)") }
    }
}
