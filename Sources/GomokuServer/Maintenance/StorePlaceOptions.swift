import ArgumentParser
import Foundation
import Redis

/// Where rooms are kept, for commands that look at all of them.
struct StorePlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Directory that the rooms are kept in.", valueName: "dir"))
    var data: String?

    @Option(help: ArgumentHelp("Redis that the rooms are kept in.", valueName: "address"))
    var store: String?

    @Option(help: ArgumentHelp("File with the password for --store.", valueName: "file"))
    var storePasswordFile: String?

    func validate() throws {
        guard data == nil || store == nil else { throw ValidationError("Name --data or --store, not both.") }
        do { _ = try redisAddress() } catch { throw ValidationError("\(error)") }
    }

    /// Throws unless one of the two is named.
    func requireOne() throws {
        guard data != nil || store != nil else {
            throw ValidationError("Name a directory with --data, or a Redis with --store.")
        }
    }

    /// Nil without --store.
    func redisAddress() throws(StoreAddressFault) -> RedisAddress? {
        guard let store else { return nil }
        return try RedisAddress(
            option: store, passwordFile: storePasswordFile, environment: ProcessInfo.processInfo.environment)
    }
}
