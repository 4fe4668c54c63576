import ArgumentParser
import GameState
import GomokuRedisStore
import GomokuStore
import Storage
import Wire

/// `gomoku-server check`: reads every room and judges its deltas again.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Read all rooms, or a backup, and check every delta again, without changing anything.")

    @Argument(help: "A backup file. Without it, --data or --store is checked.")
    var file: String?

    @Flag(help: "Print JSON, one object per line: the counts, then each fault.")
    var json = false

    @OptionGroup var place: StorePlaceOptions

    func validate() throws {
        guard [file, place.data, place.store].filter({ $0 != nil }).count == 1 else {
            throw ValidationError("Give either a backup file, a directory with --data, or a Redis with --store.")
        }
    }

    private func findings() throws -> StoreFindings {
        if let address = try place.redisAddress() { return try RedisCheck(address).findings }
        return try Check(file ?? place.data ?? "").findings
    }

    func run() throws {
        let check = try findings()
        guard !json else {
            for line in FindingsLines.json(check) { print(ControlPlace.printableJSON(line)) }
            if check.faultCount > 0 { throw ExitCode(ExitStatus.badData) }
            return
        }
        print(
            "\(check.rooms) rooms, \(check.deltas) deltas, \(check.participants) participants, \(check.accounts) claimed names "
                + "and \(check.games) finished games checked: \(check.faultCount) faults.")
        for fault in check.faults { print(fault) }
        if check.faultCount > 0 { throw ExitCode(ExitStatus.badData) }
    }
}
