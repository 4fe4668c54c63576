import ArgumentParser
import Cryptography
import GameState
import GomokuRedisStore
import GomokuStore
import Rooms

/// `gomoku-server export FILE`: writes the whole store to a file, for import into another store.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all rooms, people, ratings and games into one file, for import into another store.",
        discussion:
            "A directory may be in use during the export. The servers of a Redis must be stopped. The file contains hashes of passwords and tokens, so keep it as safe as the store."
    )

    @Argument(help: "The file to create. It must not exist yet.")
    var file: String

    @OptionGroup var place: StorePlaceOptions

    func validate() throws { try place.requireOne() }

    func run() throws {
        let count = try RecordFile.write(to: file) { take in
            if let address = try place.redisAddress() {
                try RedisExport.read(address, take)
            } else {
                try StoreExport.read(place.data ?? "", take)
            }
        }
        print("Wrote \(count) records to \(file).")
    }
}

/// `gomoku-server import FILE`: creates a store from an export.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Create a store from an export, in an empty directory or Redis.",
        discussion: "Imports everything or nothing. Run check on the new store before a server uses it.")

    @Argument(help: "A file created by export.")
    var file: String

    @OptionGroup var place: StorePlaceOptions

    func validate() throws { try place.requireOne() }

    func run() throws {
        let now = ServerClock.now()
        let count = try RecordFile.read(file) { records in
            if let address = try place.redisAddress() {
                try RedisImport.put(into: address, id: randomText(length: 16), now: now, records)
            } else {
                try StoreImport.put(into: place.data ?? "", now: now, records)
            }
        }
        print("Read \(count) records from \(file).")
    }
}
