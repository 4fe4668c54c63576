/// The exit statuses of all programs of this package, from `sysexits.h`.
///
/// After a signal, the status is 128 plus its number, as shells use. docs/EXIT-STATUSES.md explains
/// them to users.
public enum ExitStatus {
    public static let usage: Int32 = 64
    public static let badData: Int32 = 65
    public static let noInput: Int32 = 66
    public static let noUser: Int32 = 67
    public static let unavailable: Int32 = 69
    public static let software: Int32 = 70
    public static let cannotCreate: Int32 = 73
    public static let unwritable: Int32 = 74
    public static let tryAgain: Int32 = 75
    public static let protocolFailure: Int32 = 76
    public static let notPermitted: Int32 = 77
    public static let hungUp: Int32 = 129
    public static let interrupted: Int32 = 130
    public static let terminated: Int32 = 143

    /// Returns the status of a program that `error` ends.
    public static func of(_ error: any Error) -> Int32 { (error as? any ExitStatusError)?.exitStatus ?? software }

    /// The statuses of `sysexits.h` with their names.
    public static let named: [(status: Int32, name: String)] = [
        (0, "EX_OK"), (usage, "EX_USAGE"), (badData, "EX_DATAERR"), (noInput, "EX_NOINPUT"), (noUser, "EX_NOUSER"),
        (unavailable, "EX_UNAVAILABLE"), (software, "EX_SOFTWARE"), (cannotCreate, "EX_CANTCREAT"),
        (unwritable, "EX_IOERR"), (tryAgain, "EX_TEMPFAIL"), (protocolFailure, "EX_PROTOCOL"),
        (notPermitted, "EX_NOPERM"),
    ]
}

/// An error that knows the exit status of a program that it ends.
public protocol ExitStatusError: Error {
    var exitStatus: Int32 { get }
}
