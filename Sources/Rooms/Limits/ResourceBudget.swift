import Foundation

/// The memory and disk that the operator grants the server, and how much of them is used.
///
/// Usage is measured at intervals instead of counted, so that the operator sees the kernel's
/// figures. Between measurements, clients can add only a small part of the budget.
package final class ResourceBudget {
    /// The interval between measurements, in milliseconds.
    package static let milliseconds = 250
    /// The percentage of used memory or disk from which on no new rooms are created.
    package static let tight = 90

    package enum Level: Int, Comparable {
        case free
        /// No new rooms are created.
        case tight
        /// In addition, only the shared state of rooms with games can be changed, and rooms are not
        /// loaded for readers who have not joined.
        case full

        package static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    /// The budgets in bytes; 0 for no limit.
    private let memory: Int
    private let disk: Int
    private let usedMemory: () -> Int
    private let usedDisk: () -> Int
    private let giveBackFreed: () -> Duration
    package private(set) var level = Level.free
    /// The level at the last call of ``updateLevel()``.
    private var told = Level.free
    /// Bytes written since the last measurement, and the number after which usage is measured
    /// again.
    private var written = 0
    private let stride: Int
    private static let stridePart = 256, strides = 256 << 10...16 << 20

    /// The minimum number of measurements between two releases of freed memory.
    static let looksPerGivingBack = 4
    /// The fraction of time that releasing may take: one hundredth. A release takes milliseconds,
    /// or tens of milliseconds if the process uses gigabytes.
    static let givingBackPart = 100
    /// Measurements until freed memory may be released again.
    private var rest = 0

    /// - Parameter giveBackFreed: has the allocator return freed memory, which counts as used, to
    ///   the system. Returns the time that took.
    package init(
        memory: Int, disk: Int, usedMemory: @escaping () -> Int, usedDisk: @escaping () -> Int,
        giveBackFreed: @escaping () -> Duration = { .zero }
    ) {
        self.memory = memory
        self.disk = disk
        self.usedMemory = usedMemory
        self.usedDisk = usedDisk
        self.giveBackFreed = giveBackFreed
        let least = [memory, disk].filter { $0 > 0 }.min()
        stride = least.map { min(max($0 / Self.stridePart, Self.strides.lowerBound), Self.strides.upperBound) } ?? .max
    }

    /// A budget without limits.
    package static var unlimited: ResourceBudget {
        ResourceBudget(memory: 0, disk: 0, usedMemory: { 0 }, usedDisk: { 0 })
    }

    /// Measures usage. Returns whether the level has changed since the last call.
    package func updateLevel() -> Bool {
        if memory > 0, Self.level(usedMemory(), of: memory) > .free {
            // Closed rooms leave holes between live objects, and the allocator does not return
            // these holes to the system by itself.
            if rest == 0 {
                let looks = giveBackFreed() * Self.givingBackPart / .milliseconds(Self.milliseconds)
                rest = max(Self.looksPerGivingBack, Int(looks.rounded(.up)))
            }
        }
        rest = max(0, rest - 1)
        measure()
        defer { told = level }
        return level != told
    }

    /// Bytes of memory to free until the level is below ``Level/tight``; 0 unless memory is used
    /// up.
    package var memoryToFree: Int {
        guard memory > 0, level == .full else { return 0 }
        let used = usedMemory()
        return used >= memory ? used - memory / 100 * Self.tight : 0
    }

    /// Notes that `bytes` bytes are written to a room. Many writes trigger a measurement, so that
    /// fast writers cannot outrun the interval.
    package func took(_ bytes: Int) {
        written += bytes
        if written >= stride { measure() }
    }

    private func measure() {
        written = 0
        level = max(
            memory > 0 ? Self.level(usedMemory(), of: memory) : .free,
            disk > 0 ? Self.level(usedDisk(), of: disk) : .free)
    }

    private static func level(_ used: Int, of budget: Int) -> Level {
        used >= budget ? .full : used >= budget / 100 * tight ? .tight : .free
    }

    /// Returns the memory of this process (its resident set), in bytes.
    package static func residentBytes() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }

    /// Returns the size of the files in `directory`, in bytes.
    package static func bytes(in directory: String) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: directory + "/" + name)
            return sum + ((attributes?[.size] as? Int) ?? 0)
        }
    }
}
