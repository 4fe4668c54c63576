import Glibc
import Wire

/// A failure of the standard streams, with the system's error number.
enum StreamFailure: ExitStatusError, CustomStringConvertible {
    var exitStatus: Int32 { ExitStatus.unwritable }

    case unreadable(Int32)
    case unwritable(Int32)

    var description: String {
        switch self {
        case .unreadable(let number): unsafe "Standard input cannot be read: \(String(cString: strerror(number)))."
        case .unwritable(let number): unsafe "Standard output cannot be written: \(String(cString: strerror(number)))."
        }
    }
}
