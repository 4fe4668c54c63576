import GomokuRedisStore
import GomokuStore
import Wire

/// A failure of a maintenance command, which the program prints as `Error: …`.
struct MaintenanceFailure: ExitStatusError, CustomStringConvertible {
    let description: String
    let exitStatus: Int32

    init(_ failure: some Error & CustomStringConvertible) {
        description = failure.description
        exitStatus =
            switch failure {
            case let failure as StoreOpenError: Self.status(failure)
            case let failure as RedisStoreFailure:
                failure.isUnreachable ? ExitStatus.unavailable : ExitStatus.unwritable
            case let failure as RecordFile.Fault: Self.status(failure)
            default: ExitStatus.unwritable
            }
    }

    private static func status(_ failure: StoreOpenError) -> Int32 {
        switch failure {
        case .missing: ExitStatus.noInput
        case .noBackup: ExitStatus.badData
        case .exists, .needsForce, .holdsStore: ExitStatus.cannotCreate
        case .inUse, .cannotMake, .readOnly, .damaged, .foreign, .newer, .older, .full, .other: ExitStatus.unwritable
        }
    }

    private static func status(_ fault: RecordFile.Fault) -> Int32 {
        switch fault {
        case .missing: ExitStatus.noInput
        case .unreadable, .incomplete: ExitStatus.badData
        case .notCreated: ExitStatus.cannotCreate
        case .other: ExitStatus.unwritable
        }
    }
}
