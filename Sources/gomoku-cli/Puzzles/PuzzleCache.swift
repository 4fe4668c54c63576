import Foundation
import GameState
import Puzzles

/// The fetched puzzles on this device, so that puzzles work without a connection.
final class PuzzleCache {
    /// The puzzle of a day on a server.
    struct Day: Hashable {
        let day: PuzzleDay
        let rule: Rule
        let server: String

        fileprivate var text: String { "\(day) \(rule.rawValue) \(server)" }
    }

    private struct Entry {
        let id: String
        let rule: String
        let kind: String
        let themes: [String]
        let rating: Int
        /// The day whose puzzle this is, or an empty text.
        var day: String
        let json: String

        /// The number of bytes of the stored line.
        var size: Int { day.utf8.count + json.utf8.count + 2 }

        init?(_ json: JSON, day: String) {
            guard let id = json["id"]?.string, PuzzleID.isID(id), let rule = json["rule"]?.string,
                let kind = json["kind"]?.string, let rating = json["rating"]?.integer
            else { return nil }
            (self.id, self.rule, self.kind, self.rating, self.day) = (id, rule, kind, rating, day)
            themes = (json["themes"]?.array ?? []).compactMap(\.string)
            self.json = json.description
        }

        var puzzle: Puzzle? { (try? JSONParser.parse(Array(json.utf8))).flatMap { try? Puzzle($0) } }
    }

    /// The greatest size of all stored puzzles, in bytes. The oldest are dropped.
    static let sizeLimit = 600_000

    private let path: String?
    private let limit: Int
    /// The puzzles, the latest last.
    private var entries: [Entry] = []

    /// Reads the stored puzzles.
    ///
    /// - Parameters:
    ///   - folder: the directory of the file; nil to keep the puzzles in memory.
    ///   - limit: the greatest size of all stored puzzles, in bytes.
    init(folder: String?, limit: Int = PuzzleCache.sizeLimit) {
        path = folder.map { $0 + "/puzzles-fetched.txt" }
        self.limit = limit
        guard let path, let bytes = StateFile.bytes(path, limit: limit) else { return }
        // Each line has the day, a tab, and the puzzle as JSON.
        entries = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let tab = line.firstIndex(of: UInt8(ascii: "\t")),
                let json = try? JSONParser.parse(Array(line[(tab + 1)...]))
            else { return nil }
            return Entry(json, day: String(decoding: line[..<tab], as: UTF8.self))
        }
    }

    func puzzle(_ id: String) -> Puzzle? { entries.first { $0.id == id }?.puzzle }

    /// Returns the puzzle of a day, if it is stored.
    func daily(_ day: Day) -> Puzzle? { entries.last { $0.day == day.text }?.puzzle }

    /// Returns the stored puzzle with the rating nearest to `rating` that fits, if there is one.
    /// Skips puzzles of the day.
    func nearest(to rating: Double, _ filter: PuzzleFilter, where isFresh: (String) -> Bool) -> Puzzle? {
        let fitting = entries.filter { entry in
            entry.day.isEmpty && entry.rule == filter.rule.rawValue && isFresh(entry.id)
                && filter.subject.map { $0.includes(kind: entry.kind, themes: entry.themes) } ?? true
        }
        return fitting.sorted { abs(Double($0.rating) - rating) < abs(Double($1.rating) - rating) }
            .lazy.compactMap(\.puzzle).first
    }

    /// Stores puzzles. A stored puzzle of a day keeps its day.
    ///
    /// - Parameter isPinned: whether a puzzle is dropped last, because it is needed again.
    func put(_ puzzles: [JSON], day: Day? = nil, isPinned: (String) -> Bool) {
        for json in puzzles {
            guard var new = Entry(json, day: day?.text ?? "") else { continue }
            if let old = entries.firstIndex(where: { $0.id == new.id }) {
                if new.day.isEmpty { new.day = entries[old].day }
                entries.remove(at: old)
            }
            entries.append(new)
        }
        var size = entries.reduce(0) { $0 + $1.size }
        for drops in [false, true] {
            entries.removeAll { entry in
                guard size > limit, isPinned(entry.id) == drops else { return false }
                size -= entry.size
                return true
            }
        }
        guard let path else { return }
        // Without the file, the puzzles are fetched again.
        _ = StateFile.write(entries.map { "\($0.day)\t\($0.json)\n" }.joined(), to: path)
    }
}
