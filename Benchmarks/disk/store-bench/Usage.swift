import Foundation

/// The resources that the process has used so far, except for this thread's CPU time.
struct Usage {
    let cpu: Double
    /// Bytes of all write calls, with filing and checkpoints. The kernel decides how many reach the
    /// disk.
    let written: Int

    static var now: Usage {
        let io = (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)) ?? ""
        let line = io.split(separator: "\n").first { $0.hasPrefix("wchar:") }
        let process = time(CLOCK_PROCESS_CPUTIME_ID) - time(CLOCK_THREAD_CPUTIME_ID)
        return Usage(cpu: process, written: line.flatMap { Int($0.dropFirst(7)) } ?? 0)
    }

    static func - (one: Usage, other: Usage) -> Usage {
        Usage(cpu: one.cpu - other.cpu, written: one.written - other.written)
    }

    /// Seconds of a monotonic clock.
    static var seconds: Double { time(CLOCK_MONOTONIC) }

    private static func time(_ clock: clockid_t) -> Double {
        var now = timespec()
        clock_gettime(clock, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
    }

    /// Resident memory of the process, in bytes.
    static var resident: Int {
        let fields = ((try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? "").split(separator: " ")
        return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
    }

    static func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    }
}

/// A measurement of the disk by itself. It writes and syncs a commit's bytes in a file of zeros.
enum ZeroedFile {
    private static let rounds = 400

    static func syncs(in directory: String, bytes: Int) throws -> (p50: Double, longest: Double) {
        let path = "\(directory)/zeroed"
        let count = max(1, bytes)
        try Data(count: count * rounds).write(to: URL(fileURLWithPath: path))
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0, fsync(file) == 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(file) }
        let record = [UInt8](repeating: 0x5A, count: count)
        var took: [Double] = []
        for round in 0..<rounds {
            let begin = Usage.seconds
            guard pwrite(file, record, count, off_t(round * count)) == count, fdatasync(file) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
            took.append(Usage.seconds - begin)
        }
        took.sort()
        return (took[rounds / 2], took[rounds - 1])
    }
}
