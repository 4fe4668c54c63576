import ArgumentParser
import Foundation
import GameState
import GomokuRedisStore
import GomokuStore
import Redis

/// `gomoku-server check`: reads every room and judges its deltas again.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Read all rooms, or a backup, and judge every delta again; change nothing.")

    @Argument(help: "A backup file; without it --data or --store is read.")
    var file: String?

    @Option(help: ArgumentHelp("Directory that the rooms are kept in.", valueName: "dir"))
    var data: String?

    @Option(help: ArgumentHelp("Redis that the rooms are kept in.", valueName: "address"))
    var store: String?

    @Option(help: ArgumentHelp("File with the password for --store.", valueName: "file"))
    var storePasswordFile: String?

    func validate() throws {
        guard [file, data, store].filter({ $0 != nil }).count == 1 else {
            throw ValidationError("Name a backup file, or a directory with --data, or a Redis with --store.")
        }
        do { _ = try redisAddress() } catch { throw ValidationError("\(error)") }
    }

    private func redisAddress() throws(StoreAddressFault) -> RedisAddress? {
        guard let store else { return nil }
        return try RedisAddress(
            option: store, passwordFile: storePasswordFile, environment: ProcessInfo.processInfo.environment)
    }

    private func findings() throws -> StoreFindings {
        if let address = try redisAddress() {
            return try Maintenance.report { () throws(RedisStoreFailure) in try RedisCheck(address).findings }
        }
        return try Maintenance.report { () throws(StoreOpenError) in try Check(file ?? data ?? "").findings }
    }

    func run() throws {
        let check = try findings()
        print(
            "\(check.rooms) rooms, \(check.deltas) deltas, \(check.participants) participants, \(check.accounts) claimed names "
                + "and \(check.games) finished games checked: \(check.faultCount) faults.")
        for fault in check.faults { print(fault) }
        if check.faultCount > 0 { throw ExitCode(65) }
    }
}
