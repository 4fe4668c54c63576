import GameState

/// A collection of puzzles of one rule, in the form of a file (docs/PUZZLES.md).
///
/// The puzzles are in the order of their ratings. The book reads a puzzle only when it is asked for
/// it. The caller supplies the bytes.
public struct PuzzleBook: Sendable {
    /// The greatest size of a book in bytes.
    public static let mostBytes = 16 << 20

    static let magic = Array("GPZB".utf8)
    static let version: UInt8 = 1
    static let headerBytes = 16
    static let entryBytes = 20

    private let bytes: [UInt8]
    public let rule: Rule
    /// The number of puzzles.
    public let count: Int
    /// The offset of the puzzles' numbers in the order of their IDs.
    private let order: Int

    /// The reason why bytes are not a book.
    public enum Fault: String, Error, Sendable, CustomStringConvertible {
        case tooLarge = "too-large"
        case largePuzzle = "large-puzzle"
        case notABook = "not-a-book"
        case otherVersion = "other-version"
        case damaged

        public var description: String {
            switch self {
            case .tooLarge: "The file is larger than \(PuzzleBook.mostBytes) bytes. Make it smaller."
            case .largePuzzle: "A puzzle takes more than \(PuzzleRecord.mostBytes) bytes. Leave it out."
            case .notABook: "The file is not a book of puzzles. Make one with gomoku-lab puzzles join."
            case .otherVersion: "The book has another version. Make it again with this version of gomoku-lab."
            case .damaged: "The book is damaged. Fetch or make it again."
            }
        }
    }

    /// The facts about a puzzle that the book knows without reading the puzzle.
    public struct Entry: Hashable, Sendable {
        public let id: String
        public let kind: Puzzle.Kind
        public let themes: Set<Puzzle.Theme>
        public let rating: Int
    }

    /// Opens a book. Checks its entries, but not its puzzles.
    public init(_ bytes: [UInt8]) throws(Fault) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        guard bytes.count >= Self.headerBytes, bytes.starts(with: Self.magic) else { throw .notABook }
        guard bytes[4] == Self.version else { throw .otherVersion }
        guard let rule = Rule(proofCode: bytes[5]), bytes[6] == 0, bytes[7] == 0 else { throw .damaged }
        self.bytes = bytes
        self.rule = rule
        count = Self.number(bytes, 8, 4)
        order = Self.headerBytes + count * Self.entryBytes
        guard Self.number(bytes, 12, 4) == bytes.count, bytes.count >= order + 4 * count else { throw .damaged }
        try checkEntries()
    }

    private func checkEntries() throws(Fault) {
        var end = order + 4 * count
        var rating = 0
        for index in 0..<count {
            guard start(index) == end, self.end(index) > end, self.end(index) <= bytes.count,
                let entry = readEntry(index), entry.rating >= rating
            else { throw .damaged }
            end = self.end(index)
            rating = entry.rating
        }
        guard end == bytes.count else { throw .damaged }
        for place in 0..<count {
            guard number(inOrder: place) < count else { throw .damaged }
            if place > 0, !id(number(inOrder: place - 1)).lexicographicallyPrecedes(id(number(inOrder: place))) {
                throw .damaged
            }
        }
    }

    // MARK: Reading

    /// Returns the facts about the puzzle with this number, in constant time.
    public subscript(index: Int) -> Entry {
        precondition((0..<count).contains(index), "a puzzle beyond the book")
        guard let entry = readEntry(index) else { preconditionFailure("the initializer checks the entries") }
        return entry
    }

    /// Reads the puzzle with this number, in constant time. The puzzles' ratings increase.
    public func puzzle(at index: Int) throws(PuzzleFault) -> Puzzle {
        let entry = self[index]
        let record = try PuzzleRecord.read(Array(bytes[start(index)..<end(index)]), under: rule)
        let puzzle = try Puzzle(
            record.task, at: record.position, last: record.last, themes: entry.themes, rating: entry.rating,
            id: entry.id)
        guard puzzle.kind == entry.kind, puzzle.themes == entry.themes else { throw .bytes }
        return puzzle
    }

    /// Returns the number of the puzzle with this ID, or nil. Reads no puzzle, and the entries of
    /// at most 20 of a million.
    public func index(of id: String) -> Int? {
        guard let wanted = PuzzleID.bytes(of: id) else { return nil }
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let index = number(inOrder: middle)
            let found = self.id(index)
            if found.elementsEqual(wanted) { return index }
            if found.lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Returns the number of the first puzzle with at least this rating. If there is none, returns
    /// ``count``.
    public func firstIndex(rated rating: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if Self.number(bytes, entry(middle) + 14, 2) < rating { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Bytes

    private func entry(_ index: Int) -> Int { Self.headerBytes + index * Self.entryBytes }
    private func start(_ index: Int) -> Int { Self.number(bytes, entry(index), 4) }
    private func end(_ index: Int) -> Int { index + 1 < count ? start(index + 1) : bytes.count }
    private func id(_ index: Int) -> ArraySlice<UInt8> { bytes[entry(index) + 4..<entry(index) + 13] }
    private func number(inOrder place: Int) -> Int { Self.number(bytes, order + 4 * place, 4) }

    private func readEntry(_ index: Int) -> Entry? {
        let start = entry(index)
        let kind = Int(bytes[start + 13])
        let rating = Self.number(bytes, start + 14, 2)
        let bits = Self.number(bytes, start + 16, 4)
        // The ID does not use the last six bits of its bytes.
        guard Puzzle.Kind.allCases.indices.contains(kind), Puzzle.ratings.contains(rating),
            bits >> Puzzle.Theme.allCases.count == 0, bytes[start + 12] & 63 == 0
        else { return nil }
        let themes = Puzzle.Theme.allCases.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element)
        return Entry(
            id: PuzzleID.text(ofBytes: Array(id(index))), kind: Puzzle.Kind.allCases[kind], themes: Set(themes),
            rating: rating)
    }

    /// Returns the number of `count` bytes, lowest byte first.
    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    }
}
