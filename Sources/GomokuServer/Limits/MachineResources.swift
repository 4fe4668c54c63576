import Foundation
import Rooms

/// What there is of memory and disk, for operators who say nothing of it.
enum MachineResources {
    /// The part of it that the server may have, in hundredths.
    static let share = 75

    /// A share of what the machine has, or of what the control group allows.
    static func memoryShare() -> Int {
        let bounds = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"].compactMap { path in
            (try? String(contentsOfFile: path, encoding: .utf8)).flatMap { Int($0.filter(\.isNumber)) }
        }
        return ([Int(ProcessInfo.processInfo.physicalMemory)] + bounds.filter { $0 > 0 }).min().map { $0 / 100 * share }
            ?? 0
    }

    /// What is there already, and a share of what is free on the volume now. 0 when that cannot be found out.
    static func diskShare(_ directory: String) -> Int {
        var place = URL(fileURLWithPath: directory)
        // It may have to be made yet.
        while place.path != "/", !FileManager.default.fileExists(atPath: place.path) { place.deleteLastPathComponent() }
        let found = try? FileManager.default.attributesOfFileSystem(forPath: place.path)
        guard let free = (found?[.systemFreeSize] as? NSNumber)?.intValue else { return 0 }
        return ResourceBudget.bytes(in: directory) + free / 100 * share
    }
}
