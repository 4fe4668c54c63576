import DequeModule
import GameState

/// The findings about positions that were analysed, in memory. When there are too many bytes, those
/// that were not asked for longest are dropped.
struct AnalysisStore {
    /// The maximum size of all entries, in bytes.
    static let bytes = 32 << 20

    struct Entry: Sendable {
        let findings: AnalysisFindings
        /// The number of lines and the time with which the position was analysed.
        let lines: Int
        let milliseconds: Int

        /// Whether the entry answers a question for so many lines and so much time. A proven result
        /// does not change.
        func suffices(lines count: Int, milliseconds time: Int) -> Bool {
            count <= lines && (time <= milliseconds || findings.isDecided)
        }
    }

    private let limit: Int
    /// The entries by position in its standard orientation, with the time of their last use.
    private var entries: [Proof.Position: (entry: Entry, used: Int)] = [:]
    /// The entries by their last use. Numbers are quicker to hash than positions.
    private var positions: [Int: Proof.Position] = [:]
    /// The numbers of uses, oldest first. Only those in `positions` count.
    private var uses = Deque<Int>()
    private var lastUse = 0
    private(set) var usedBytes = 0

    init(limit: Int = bytes) { self.limit = limit }

    var count: Int { entries.count }

    /// Returns the stored entry of the position, which must be in its standard orientation.
    mutating func entry(for position: Proof.Position) -> Entry? {
        guard let entry = entries[position]?.entry else { return nil }
        use(position, entry)
        return entry
    }

    /// Stores the findings, unless more is known about the position.
    mutating func keep(_ entry: Entry, for position: Proof.Position) {
        let size = Self.size(entry, position)
        guard size <= limit, !entry.findings.lines.isEmpty else { return }
        if let old = entries[position]?.entry {
            if old.suffices(lines: entry.lines, milliseconds: entry.milliseconds),
                old.findings.isDecided || !entry.findings.isDecided
            {
                return
            }
            usedBytes -= Self.size(old, position)
        }
        usedBytes += size
        use(position, entry)
        while usedBytes > limit, let oldest = uses.popFirst() { drop(oldest) }
    }

    private mutating func use(_ position: Proof.Position, _ entry: Entry) {
        lastUse += 1
        if let used = entries.updateValue((entry, lastUse), forKey: position)?.used { positions[used] = nil }
        positions[lastUse] = position
        uses.append(lastUse)
        if uses.count > 2 * positions.count + 64 { uses.removeAll { positions[$0] == nil } }
    }

    private mutating func drop(_ use: Int) {
        guard let position = positions.removeValue(forKey: use),
            let known = entries.removeValue(forKey: position)
        else { return }
        usedBytes -= Self.size(known.entry, position)
    }

    /// The size with the position as a key and twice in `uses`; the copies share the board.
    private static func size(_ entry: Entry, _ position: Proof.Position) -> Int {
        entry.findings.bytes + position.board.size.area + 256
    }
}
