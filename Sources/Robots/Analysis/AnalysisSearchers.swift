import GameState
import Robot
import Synchronization

/// A searcher that takes steps of one analysis after another. It is created at its first step, on
/// the thread of that step.
final class AnalysisSearcher: Sendable {
    private static let megabytes = 8

    let number: Int
    let size: BoardSize
    let rule: Rule
    private let searcher = Mutex<Searcher?>(nil)

    init(number: Int, size: BoardSize, rule: Rule) {
        self.number = number
        self.size = size
        self.rule = rule
    }

    func run(_ task: AnalysisTask, clock: @Sendable () -> Int) -> AnalysisResult {
        searcher.withLock { searcher in
            let one = searcher ?? Searcher(size: size, rule: rule, tableMegabytes: Self.megabytes)
            searcher = one
            return AnalysisBrain.result(of: task, with: one, number: number, clock: clock)
        }
    }
}

/// The searchers of all analyses. Their number is limited, because each takes about 16 MB. An
/// analysis gets the one that it had before, if possible, because that one remembers its search.
struct AnalysisSearchers {
    private struct Entry {
        let searcher: AnalysisSearcher
        /// The analysis that used it last, and when.
        var user: Int
        var used: Int
        var isBusy = true
    }

    private let limit: Int
    private var entries: [Int: Entry] = [:]
    private var turn = 0

    /// - Parameter limit: the number of searchers, at least the number that are busy at a time.
    init(limit: Int) { self.limit = limit }

    var count: Int { entries.count }

    /// Returns a searcher for a step of the analysis, and marks it as busy.
    mutating func take(for user: Int, size: BoardSize, rule: Rule) -> AnalysisSearcher {
        turn += 1
        let idle = entries.values.filter { !$0.isBusy }.sorted { $0.used < $1.used }
        let same = idle.filter { $0.searcher.size == size && $0.searcher.rule == rule }
        if let entry = same.first(where: { $0.user == user }) ?? (entries.count < limit ? nil : same.first) {
            entries[entry.searcher.number] = Entry(searcher: entry.searcher, user: user, used: turn)
            return entry.searcher
        }
        if entries.count >= limit, let oldest = idle.first { entries[oldest.searcher.number] = nil }
        let new = AnalysisSearcher(number: turn, size: size, rule: rule)
        entries[turn] = Entry(searcher: new, user: user, used: turn)
        return new
    }

    mutating func giveBack(_ number: Int) { entries[number]?.isBusy = false }

    /// Frees the memory of all idle searchers except the `count` that were used last.
    mutating func keep(_ count: Int) {
        let idle = entries.values.filter { !$0.isBusy }.sorted { $0.used > $1.used }
        for entry in idle.dropFirst(count) { entries[entry.searcher.number] = nil }
    }
}
