import Foundation
import Rooms

/// The default budgets of memory and disk, derived from the machine.
enum MachineResources {
    /// The percentage of memory and of free disk space that the server may use.
    static let share = 75

    /// Returns ``share`` percent of the machine's memory, or of the control group's limit if that
    /// is lower, in bytes.
    static func memoryShare() -> Int {
        let bounds = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"].compactMap { path in
            (try? String(contentsOfFile: path, encoding: .utf8)).flatMap { Int($0.filter(\.isNumber)) }
        }
        return ([Int(ProcessInfo.processInfo.physicalMemory)] + bounds.filter { $0 > 0 }).min().map { $0 / 100 * share }
            ?? 0
    }

    /// Returns the size of the directory plus ``share`` percent of the volume's free space, in
    /// bytes. 0 if unknown.
    static func diskShare(_ directory: String) -> Int {
        var place = URL(fileURLWithPath: directory)
        // The directory may not exist yet.
        while place.path != "/", !FileManager.default.fileExists(atPath: place.path) { place.deleteLastPathComponent() }
        let found = try? FileManager.default.attributesOfFileSystem(forPath: place.path)
        guard let free = (found?[.systemFreeSize] as? NSNumber)?.intValue else { return 0 }
        return ResourceBudget.bytes(in: directory) + free / 100 * share
    }
}
