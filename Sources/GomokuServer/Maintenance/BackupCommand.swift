import ArgumentParser
import Foundation
import GomokuRedisStore
import GomokuStore
import Redis
import Rooms

/// `gomoku-server backup FILE`: copies the store, whether or not a server is running.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy all rooms into one file. The server may be running.",
        discussion:
            "For a Redis, the file is an RDB dump of all its databases. To restore it, start a redis-server with it as its dump file. The file contains hashes of passwords and tokens, so keep it as safe as the store."
    )

    @Argument(help: "The file to create. It must not exist yet.")
    var file: String

    @OptionGroup var place: StorePlaceOptions

    func validate() throws { try place.requireOne() }

    func run() throws {
        if let address = try place.redisAddress() { return try copy(address) }
        let data = place.data ?? ""
        try Backup.make(ofStoreIn: data, with: Maintenance.files, to: file)
        print("Copied \(data) to \(file) and verified the copy.")
    }

    private func copy(_ address: RedisAddress) throws {
        let count = try writeBackup(of: address)
        print("Copied \(address) to \(file), with all databases of that Redis: \(count) bytes, complete.")
    }

    /// Writes the Redis's databases to the file. Returns its number of bytes.
    private func writeBackup(of address: RedisAddress) throws(RecordFile.Fault) -> Int {
        do {
            return try NewFile.make(at: file) { file in
                var count = 0
                try RedisBackup.read(address) { part in
                    count += part.count
                    try file.write(contentsOf: part)
                }
                return count
            }
        } catch { throw RecordFile.Fault(error) }
    }
}

/// `gomoku-server restore FILE`: replaces the store with a backup. No server may be running.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Replace a directory's rooms with a backup.",
        discussion:
            "The backup is verified before anything is changed. The old rooms are kept in the directory under another name."
    )

    @Argument(help: "A file created by backup.")
    var file: String

    @Option(help: ArgumentHelp("Directory that stores the rooms.", valueName: "dir"))
    var data: String

    @Flag(help: "Replace existing rooms.")
    var force = false

    func run() throws {
        let kept = try Restore.put(
            file, with: Maintenance.files, inPlaceOfStoreIn: data, force: force, now: ServerClock.now())
        print("Restored \(data) from \(file).\(kept.map { " The old rooms are now in \($0)." } ?? "")")
    }
}

/// Values that the maintenance commands share.
enum Maintenance {
    /// Files beside the store that its backups include.
    static let files = [Moderation.fileName, AbuseReports.fileName]
}
