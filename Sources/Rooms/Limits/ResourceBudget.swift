import Foundation

/// What the operator lets the server have of memory and disk, and how much of it is used.
///
/// It is measured now and then, not counted: what the kernel says is what the operator sees. Between two looks nobody
/// can add more than a small part of it.
package final class ResourceBudget {
    /// Between two looks, milliseconds.
    package static let milliseconds = 250
    /// From here on no new rooms are made, in hundredths.
    package static let tight = 90

    package enum Level: Int, Comparable {
        case free
        /// No new rooms.
        case tight
        /// And nothing is written to open rooms, or loaded for somebody who is in no room. Games in progress go on.
        case full

        package static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    /// In bytes; 0: as much as there is.
    private let memory: Int
    private let disk: Int
    private let usedMemory: () -> Int
    private let usedDisk: () -> Int
    private let giveBackFreed: () -> Duration
    package private(set) var level = Level.free
    /// The level that ``look()`` has told of last.
    private var told = Level.free
    /// Bytes written since it was measured, and after how many it is measured again.
    private var written = 0
    private let stride: Int
    private static let stridePart = 256, strides = 256 << 10...16 << 20

    /// After how many looks freed memory may be given back again, at the soonest.
    static let looksPerGivingBack = 4
    /// The part of all time that giving back may take: it takes milliseconds, tens of them where there are gigabytes.
    static let givingBackPart = 100
    /// Looks until it may be given back again.
    private var rest = 0

    /// - Parameter giveBackFreed: has the allocator give back what it holds of freed memory, which counts as used; tells
    ///   how long it took.
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

    /// As much as there is.
    package static var unlimited: ResourceBudget {
        ResourceBudget(memory: 0, disk: 0, usedMemory: { 0 }, usedDisk: { 0 })
    }

    /// Measures; whether the level is another one than at the last look.
    package func look() -> Bool {
        if memory > 0, Self.level(usedMemory(), of: memory) > .free {
            // Rooms that have gone leave holes between those that stay, or that something else has come to lie behind:
            // by itself none of it comes back.
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

    /// Bytes of memory to free until the level is below ``Level/tight``; 0 unless memory is used up.
    package var memoryToFree: Int {
        guard memory > 0, level == .full else { return 0 }
        let used = usedMemory()
        return used >= memory ? used - memory / 100 * Self.tight : 0
    }

    /// So many bytes are written to a room: whoever is fast is not faster than the looks.
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

    /// Bytes of memory that this process has (its resident set).
    package static func residentBytes() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }

    /// Bytes of the files in `directory`.
    package static func bytes(in directory: String) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.reduce(0) { sum, name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: directory + "/" + name)
            return sum + ((attributes?[.size] as? Int) ?? 0)
        }
    }
}
