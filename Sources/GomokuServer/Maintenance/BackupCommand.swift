import ArgumentParser
import Foundation
import GomokuRedisStore
import GomokuStore
import Redis
import Rooms

/// `gomoku-server backup FILE`: copies the store, whether or not a server is running.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy all rooms into one file, while the server may be running.",
        discussion:
            "Of a Redis the file is what a replica begins with (an RDB), with all of its databases: start a redis-server with it as its dump file. It has the hashes of passwords and tokens in it: keep it as safe as the store."
    )

    @Argument(help: "The file to make; it must not be there yet.")
    var file: String

    @OptionGroup var place: StorePlaceOptions

    func validate() throws { try place.requireOne() }

    func run() throws {
        if let address = try place.redisAddress() { return try copy(address) }
        let data = place.data ?? ""
        try Maintenance.report { () throws(StoreOpenError) in
            try Backup.make(ofStoreIn: data, with: Maintenance.files, to: file)
            print("Copied \(data) to \(file), and read the copy through.")
        }
    }

    private func copy(_ address: RedisAddress) throws {
        let count = try Maintenance.report { () throws(RecordFile.Fault) in
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
        print("Copied \(address) to \(file), with all databases of that Redis: \(count) bytes, and whole.")
    }
}

/// `gomoku-server restore FILE`: replaces the store with a backup. No server may be running.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the place of a directory's rooms.",
        discussion:
            "The backup is read through before anything is touched. What was there is kept beside it under another name."
    )

    @Argument(help: "A file that backup has made.")
    var file: String

    @Option(help: ArgumentHelp("Directory that the rooms are kept in.", valueName: "dir"))
    var data: String

    @Flag(help: "Replace rooms that are there.")
    var force = false

    func run() throws {
        try Maintenance.report { () throws(StoreOpenError) in
            let kept = try Restore.put(
                file, with: Maintenance.files, inPlaceOfStoreIn: data, force: force, now: ServerClock.now())
            print("Restored \(data) from \(file).\(kept.map { " What was there is \($0) now." } ?? "")")
        }
    }
}

/// Code that the maintenance commands share.
enum Maintenance {
    /// Files beside the store that belong into its backups.
    static let files = [Moderation.fileName, AbuseReports.fileName]

    /// Runs `work`. A failure is reported by its description, with the exit status of the argument
    /// parser.
    static func report<Value, Failure: Error & CustomStringConvertible>(
        _ work: () throws(Failure) -> Value
    ) throws -> Value {
        do {
            return try work()
        } catch {
            throw MaintenanceFailure(description: error.description)
        }
    }

    /// A failure that the argument parser prints as `Error: …`.
    struct MaintenanceFailure: Error, CustomStringConvertible {
        let description: String
    }
}
