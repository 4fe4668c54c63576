import GameState

extension PuzzleBook {
    /// Creates a book of these puzzles, ordered by rating and ID. Throws if two puzzles have the
    /// same ID, if one has another rule, or if one or the book would be too large.
    public init(of puzzles: [Puzzle], under rule: Rule) throws(Fault) {
        try self.init(try Self.bytes(of: puzzles, under: rule))
    }

    /// Returns the bytes of the file.
    public static func bytes(of puzzles: [Puzzle], under rule: Rule) throws(Fault) -> [UInt8] {
        guard puzzles.allSatisfy({ $0.position.rule == rule }) else { throw .damaged }
        let sorted = puzzles.map { (puzzle: $0, id: PuzzleID.bytes(of: $0.id) ?? []) }.sorted {
            ($0.puzzle.rating, $0.id) < ($1.puzzle.rating, $1.id)
        }
        let records = sorted.map {
            PuzzleRecord.bytes(of: $0.puzzle.task, at: $0.puzzle.position, last: $0.puzzle.last)
        }
        guard records.allSatisfy({ $0.count <= PuzzleRecord.mostBytes }) else { throw .largePuzzle }
        var bytes = magic + [version, rule.proofCode, 0, 0]
        let size = headerBytes + sorted.count * (entryBytes + 4) + records.reduce(0) { $0 + $1.count }
        guard size <= mostBytes else { throw .tooLarge }
        bytes.append(sorted.count, bytes: 4)
        bytes.append(size, bytes: 4)
        var start = headerBytes + sorted.count * (entryBytes + 4)
        for (item, record) in zip(sorted, records) {
            bytes.append(start, bytes: 4)
            bytes += item.id
            bytes.append(UInt8(Puzzle.Kind.allCases.firstIndex(of: item.puzzle.kind) ?? 0))
            bytes.append(item.puzzle.rating, bytes: 2)
            bytes.append(bits(of: item.puzzle.themes), bytes: 4)
            start += record.count
        }
        for index in sorted.indices.sorted(by: { sorted[$0].id.lexicographicallyPrecedes(sorted[$1].id) }) {
            bytes.append(index, bytes: 4)
        }
        for record in records { bytes += record }
        return bytes
    }

    private static func bits(of themes: Set<Puzzle.Theme>) -> Int {
        Puzzle.Theme.allCases.enumerated().reduce(0) { $0 | (themes.contains($1.element) ? 1 << $1.offset : 0) }
    }
}

/// Whether the first rating is lower, or the ratings are equal and the ID comes first.
private func < (one: (rating: Int, id: [UInt8]), other: (rating: Int, id: [UInt8])) -> Bool {
    one.rating != other.rating ? one.rating < other.rating : one.id.lexicographicallyPrecedes(other.id)
}

extension Array where Element == UInt8 {
    /// Appends a number, lowest byte first.
    fileprivate mutating func append(_ number: Int, bytes: Int) {
        for index in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }
}
