import Redis

/// Copies all that a Redis has, as it is at one moment, while servers write to it.
public enum RedisBackup {
    /// - Parameter give: is given the copy, piece by piece; what it throws is thrown on. Only when this function returns
    ///   was it all of it.
    public static func read(_ address: RedisAddress, _ give: (ArraySlice<UInt8>) throws -> Void) throws {
        let reader = try RedisReader(address)
        defer { reader.close() }
        try reader.lookAtFormat()
        for command in RedisDump.introduction {
            if let error = try reader.reply(command).error { throw RedisStoreFailure.givesNoCopy(error) }
        }
        do { try RedisDump.read(over: reader.client, give) } catch RedisFailure.refused(let why) {
            throw RedisStoreFailure.givesNoCopy(why)
        } catch let failure as RedisFailure { throw RedisStoreFailure.unreachable(reader.place, "\(failure)") }
    }
}
