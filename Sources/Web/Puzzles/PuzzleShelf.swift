import Foundation
import GameState
import Puzzles
import Rooms
import Synchronization
import Threads

/// The books of puzzles that come with the page, one for each rule. They are read when the first
/// client asks for puzzles, or by ``prepare()``. Reading 10,000 puzzles takes about 0.1 s.
///
/// Any thread may use it.
package final class PuzzleShelf: Sendable {
    /// The directory with the books, such as `freestyle.book`; nil for none.
    private let directory: String?
    private let books = Mutex<[Rule: ShelvedBook]?>(nil)
    private let isPrepared = Atomic(false)

    package init(directory: String?) { self.directory = directory }

    /// The books by rule. A book that is missing or damaged is left out.
    var all: [Rule: ShelvedBook] {
        books.withLock { books in
            if let books { return books }
            var read: [Rule: ShelvedBook] = [:]
            for rule in Rule.allCases { read[rule] = self.read(rule) }
            books = read
            return read
        }
    }

    /// Returns the puzzle with that ID, or nil.
    func puzzle(_ id: String) -> Puzzle? {
        let books = all
        for rule in Rule.allCases {
            guard let book = books[rule]?.book, let index = book.index(of: id) else { continue }
            return try? book.puzzle(at: index)
        }
        return nil
    }

    private func read(_ rule: Rule) -> ShelvedBook? {
        guard let directory else { return nil }
        let path = "\(directory)/\(rule.rawValue).book"
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard let size, size <= PuzzleBook.mostBytes, let data = FileManager.default.contents(atPath: path),
            let book = try? PuzzleBook(Array(data)), book.rule == rule, book.count > 0
        else { return nil }
        return ShelvedBook(book)
    }
}

extension PuzzleShelf: RacePuzzles {
    package func prepare() {
        // The thread ends after its job.
        prepare { WorkerThreads(name: "books").run($0) }
    }

    /// Reads the books in the job that it passes to `run`, at the first call.
    func prepare(_ run: (@escaping @Sendable () -> Void) -> Void) {
        guard !isPrepared.exchange(true, ordering: .relaxed) else { return }
        run { [self] in _ = all }
    }

    package func draw(_ terms: RaceTerms, seed: UInt32) -> [String] { all[terms.rule]?.race(terms, seed: seed) ?? [] }

    package func result(of answer: RaceAnswer) -> PuzzleResult? { puzzle(answer.puzzle)?.result(of: answer.points) }
}

/// A book with the lists from which the server selects puzzles. For 10,000 puzzles they take up to
/// 0.5 MB.
struct ShelvedBook: Sendable {
    let book: PuzzleBook
    /// The numbers of the puzzles of each kind and theme, by increasing rating.
    private let kinds: [Puzzle.Kind: [UInt32]]
    private let themes: [Puzzle.Theme: [UInt32]]
    private let themesOfKinds: [Pair: [UInt32]]
    /// The numbers of the puzzles that can be in a race.
    private let raced: [UInt32]
    /// The numbers of the puzzles that can be the puzzle of the day.
    private let daily: [UInt32]
    private let ratings: [UInt16]

    /// The kinds and ratings of the puzzles of the day. Drills are too small for a day.
    private static let dailyKinds: Set<Puzzle.Kind> = [.fours, .threats, .defence]
    private static let dailyRatings = 1_000...2_000

    /// The number of rating points by which a puzzle of a race may be easier than its terms say.
    private static let easier = 100
    /// The number of puzzles from which a race is drawn, however hard it is.
    private static let fewestRaced = 20

    private struct Pair: Hashable {
        let kind: Puzzle.Kind
        let theme: Puzzle.Theme
    }

    init(_ book: PuzzleBook) {
        self.book = book
        var kinds: [Puzzle.Kind: [UInt32]] = [:]
        var themes: [Puzzle.Theme: [UInt32]] = [:]
        var themesOfKinds: [Pair: [UInt32]] = [:]
        var daily: [UInt32] = []
        var raced: [UInt32] = []
        var ratings: [UInt16] = []
        ratings.reserveCapacity(book.count)
        for index in 0..<book.count {
            let entry = book[index]
            let number = UInt32(index)
            kinds[entry.kind, default: []].append(number)
            for theme in entry.themes {
                themes[theme, default: []].append(number)
                themesOfKinds[Pair(kind: entry.kind, theme: theme), default: []].append(number)
            }
            ratings.append(UInt16(entry.rating))
            // A choice between two sides is no race.
            if entry.kind != .balance { raced.append(number) }
            if Self.dailyKinds.contains(entry.kind), Self.dailyRatings.contains(entry.rating) { daily.append(number) }
        }
        self.kinds = kinds
        self.themes = themes
        self.themesOfKinds = themesOfKinds
        self.daily = daily.isEmpty ? (0..<UInt32(book.count)).map { $0 } : daily
        self.ratings = ratings
        self.raced = raced
    }

    func count(of kind: Puzzle.Kind) -> Int { kinds[kind]?.count ?? 0 }
    func count(of theme: Puzzle.Theme) -> Int { themes[theme]?.count ?? 0 }

    /// Returns the puzzle of that day. A puzzle returns only after all others that can be one.
    func puzzle(of day: PuzzleDay) -> Puzzle? {
        let order = Permutation(count: daily.count, seed: 0)
        return try? book.puzzle(at: Int(daily[order[day.number % daily.count]]))
    }

    /// Returns the puzzles of a selection from a place in the client's order on, and the next
    /// place.
    func puzzles(_ query: PuzzleQuery) -> (puzzles: [Puzzle], next: Int) {
        let list = list(query)
        let count = list?.count ?? book.count
        let number = { (place: Int) in list.map { Int($0[place]) } ?? place }
        let order = order(count, number, rating: query.rating, seed: query.seed)
        let places = min(query.from, count)..<min(query.from + query.count, count)
        return (places.compactMap { try? book.puzzle(at: number(order[$0])) }, places.upperBound)
    }

    /// Returns an order of the puzzles whose numbers are `number(0)`, `number(1)`, …
    private func order(_ count: Int, _ number: (Int) -> Int, rating: Int, seed: UInt32) -> PuzzleOrder {
        PuzzleOrder(count: count, rating: rating, seed: seed) { rating in
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                if Int(ratings[number(middle)]) < rating { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    /// Returns the IDs of different puzzles for a race, by increasing rating. All of them are about
    /// as hard as the terms say, or harder.
    func race(_ terms: RaceTerms, seed: UInt32) -> [String] {
        let hard = raced.firstIndex { Int(ratings[Int($0)]) >= terms.rating - Self.easier } ?? raced.count
        let pool = raced[min(hard, max(0, raced.count - Self.fewestRaced))...]
        let number = { (place: Int) in Int(pool[pool.startIndex + place]) }
        var drawn: Set<Int> = []
        // The order of the puzzles near a rating, and the place of the next one in it.
        var orders: [Int: (order: PuzzleOrder, next: Int)] = [:]
        for place in 0..<min(terms.puzzleCount, pool.count) {
            let rating = terms.rating(at: place)
            var (order, next) =
                orders[rating]
                ?? (order(pool.count, number, rating: rating, seed: seed &+ UInt32(place)), 0)
            while !drawn.insert(order[next]).inserted { next += 1 }
            orders[rating] = (order, next + 1)
        }
        return drawn.sorted().map { book[number($0)].id }
    }

    /// Returns the numbers of the puzzles that a query wants; nil for all.
    private func list(_ query: PuzzleQuery) -> [UInt32]? {
        switch (query.kind, query.theme) {
        case (nil, nil): nil
        case (let kind?, nil): kinds[kind] ?? []
        case (nil, let theme?): themes[theme] ?? []
        case (let kind?, let theme?): themesOfKinds[Pair(kind: kind, theme: theme)] ?? []
        }
    }
}
