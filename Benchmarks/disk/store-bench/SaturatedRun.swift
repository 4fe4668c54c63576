import Foundation
import GomokuStore

/// A run in which each room has one delta in flight.
struct SaturatedRun {
    /// The divisor of the measured deltas that gives the number of unmeasured deltas before them.
    private static let warmUp = 3

    let rooms: Int
    let deltas: Int

    func run(in directory: String) throws {
        let scratch = try Scratch(in: directory)
        let driven = try Driven(scratch.path)
        var games = (0..<rooms).map { Game("room-\($0)") }
        var done = 0
        var refused = 0
        var asked = 0
        let total = rooms + deltas / Self.warmUp + deltas
        func ask(_ number: Int) {
            asked += 1
            driven.store.append(games[number].next()) { failure in
                done += 1
                if failure != nil { refused += 1 }
                if asked < total { ask(number) }
            }
        }
        for number in games.indices { ask(number) }
        // Not measured: the cost of new rooms, and of the write-ahead log's first growth.
        while done < rooms + deltas / Self.warmUp { driven.step() }

        var pauses: [Double] = []
        var logBytes = 0
        let before = Usage.now
        let first = done
        var commits = 0
        var last = Usage.seconds
        while done < total {
            driven.step()
            let now = Usage.seconds
            pauses.append(now - last)
            last = now
            commits += 1
            if commits % 64 == 0 { logBytes = max(logBytes, Usage.size("\(scratch.path)/gomoku.sqlite-wal")) }
        }
        driven.close()
        let used = Usage.now - before
        let counted = Double(done - first)
        pauses.sort()
        let share = counted / Double(commits)
        let sync = try ZeroedFile.syncs(in: scratch.path, bytes: Int(share * 110))
        let p50 = pauses[pauses.count / 2]
        let figures: [(String, String)] = [
            ("rooms", "\(rooms)"), ("deltas", "\(done - first)"), ("refused", "\(refused)"),
            ("deltas_per_commit", String(format: "%.1f", share)),
            ("bytes_per_delta", String(format: "%.0f", Double(used.written) / counted)),
            ("cpu_us_per_delta", String(format: "%.2f", used.cpu * 1e6 / counted)),
            ("commit_p50_us", String(format: "%.0f", p50 * 1e6)),
            ("commit_max_ms", String(format: "%.1f", (pauses.last ?? 0) * 1e3)),
            ("fdatasync_p50_us", String(format: "%.0f", sync.p50 * 1e6)),
            ("fdatasync_max_ms", String(format: "%.1f", sync.longest * 1e3)),
            ("ratio", String(format: "%.2f", p50 / sync.p50)),
            ("log_mb", String(format: "%.1f", Double(logBytes) / 1_048_576)),
        ]
        print("{\(figures.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))}")
    }
}
