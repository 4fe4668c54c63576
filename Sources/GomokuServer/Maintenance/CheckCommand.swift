import ArgumentParser
import GomokuStore

/// `gomoku-server check`: reads every room and judges its deltas again.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Read all rooms, or a backup, and judge every delta again; change nothing.")

    @Argument(help: "A backup file; without it --data is read.")
    var file: String?

    @Option(help: ArgumentHelp("Directory that the rooms are kept in.", valueName: "dir"))
    var data: String?

    func validate() throws {
        guard (file == nil) != (data == nil) else {
            throw ValidationError("Name a backup file, or a directory with --data.")
        }
    }

    func run() throws {
        let check = try Maintenance.report { () throws(StoreOpenError) in try Check(file ?? data ?? "").findings }
        print(
            "\(check.rooms) rooms, \(check.deltas) deltas, \(check.participants) participants, \(check.accounts) claimed names "
                + "and \(check.games) finished games checked: \(check.faultCount) faults.")
        for fault in check.faults { print(fault) }
        if check.faultCount > 0 { throw ExitCode(65) }
    }
}
