/// The exit statuses of the program, from `sysexits.h`. After a signal, 128 plus its number, as
/// shells use.
enum ExitStatus {
    static let usage: Int32 = 64
    static let badData: Int32 = 65
    static let noInput: Int32 = 66
    static let unavailable: Int32 = 69
    static let unwritable: Int32 = 74
    static let protocolFailure: Int32 = 76
    static let interrupted: Int32 = 130
    static let hungUp: Int32 = 129
    static let terminated: Int32 = 143
}
