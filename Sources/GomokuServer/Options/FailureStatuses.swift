import GomokuRedisStore
import GomokuStore
import Wire

extension StoreOpenError: ExitStatusError {
    public var exitStatus: Int32 {
        switch self {
        case .missing: ExitStatus.noInput
        case .noBackup: ExitStatus.badData
        case .exists, .needsForce, .holdsStore: ExitStatus.cannotCreate
        case .inUse, .cannotMake, .readOnly, .damaged, .foreign, .newer, .older, .full, .other: ExitStatus.unwritable
        }
    }
}

extension RedisStoreFailure: ExitStatusError {
    /// An unreachable Redis may be reachable later, so the service manager should retry.
    public var exitStatus: Int32 { isUnreachable ? ExitStatus.unavailable : ExitStatus.unwritable }
}

extension RecordFile.Fault: ExitStatusError {
    var exitStatus: Int32 {
        switch self {
        case .missing: ExitStatus.noInput
        case .unreadable, .incomplete: ExitStatus.badData
        case .notCreated: ExitStatus.cannotCreate
        case .store(let failure): failure.exitStatus
        case .other: ExitStatus.unwritable
        }
    }
}

extension DaemonFailure: ExitStatusError {
    var exitStatus: Int32 {
        switch self {
        case .loop: ExitStatus.software
        case .certificate: ExitStatus.noInput
        case .listen, .control: ExitStatus.unavailable
        case .store(let failure): failure.exitStatus
        }
    }
}
