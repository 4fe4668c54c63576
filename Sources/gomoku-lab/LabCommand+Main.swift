import ArgumentParser
import Foundation
import Wire

extension LabCommand {
    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            // The argument parser would end with 1, which is not a status of sysexits.h.
            guard exitCode(for: error) == .failure, !(error is ExitCode) else { exit(withError: error) }
            FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
            exit(withError: ExitCode(ExitStatus.of(error)))
        }
    }
}
