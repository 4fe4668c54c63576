import Glibc
import Rooms

/// Metrics of this process, under the names that Prometheus' own clients use.
package enum ProcessFigures {
    package static var families: [MetricFamily] {
        var usage = rusage()
        _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
        return [
            MetricFamily("process_resident_memory_bytes", "Resident memory, in bytes.", ResourceBudget.residentBytes()),
            .init(
                "process_cpu_seconds_total", "CPU time, user and system, in seconds.",
                [("", "\(seconds(usage.ru_utime) + seconds(usage.ru_stime))")]),
            MetricFamily("process_open_fds", "Open files and sockets.", openFiles),
            MetricFamily("process_max_fds", "Maximum number of open files and sockets.", mostOpenFiles),
            MetricFamily("process_start_time_seconds", "Start time of the server, in seconds since 1970.", started),
        ]
    }

    /// Notes the start time. Call it at startup.
    package static func start() { _ = started }

    private static let started = time(nil)

    private static var mostOpenFiles: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur)
    }

    /// The number of open files, without the directory that is read here.
    private static var openFiles: Int {
        guard let directory = unsafe opendir("/proc/self/fd") else { return 0 }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        return max(0, count - 3)
    }
}
