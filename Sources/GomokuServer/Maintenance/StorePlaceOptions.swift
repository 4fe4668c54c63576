import ArgumentParser
import Foundation
import Redis

/// The options that name the store, for commands that read all of it.
struct StorePlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Directory that stores the rooms.", valueName: "dir"))
    var data: String?

    @Option(help: ArgumentHelp("Redis that stores the rooms.", valueName: "address"))
    var store: String?

    @Option(help: ArgumentHelp("File with the password for --store.", valueName: "file"))
    var storePasswordFile: String?

    func validate() throws {
        guard data == nil || store == nil else { throw ValidationError("Give --data or --store, not both.") }
        do { _ = try redisAddress() } catch { throw ValidationError("\(error)") }
    }

    /// Throws unless a directory or a Redis is named.
    func requireOne() throws {
        guard data != nil || store != nil else {
            throw ValidationError("Give a directory with --data, or a Redis with --store.")
        }
    }

    /// The address in `--store`; nil without that option.
    func redisAddress() throws(StoreAddressFault) -> RedisAddress? {
        guard let store else { return nil }
        return try RedisAddress(
            option: store, passwordFile: storePasswordFile, environment: ProcessInfo.processInfo.environment)
    }
}
