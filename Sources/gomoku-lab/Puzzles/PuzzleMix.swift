import GameState
import Puzzles

/// A choice of puzzles without duplicates.
struct PuzzleMix {
    private let puzzles: [Puzzle]
    /// The number of duplicates that were left out.
    let duplicates: Int

    private static let ratingStep = 100
    /// The share of defences, and the greatest shares of drills and of questions for the better
    /// side: one in so many.
    private static let defences = 4
    private static let drills = 10
    private static let balances = 100

    init(_ all: [Puzzle]) {
        var set = PuzzleSet()
        puzzles = all.filter { (try? set.insert($0)) != nil }
        duplicates = all.count - puzzles.count
    }

    /// Returns all puzzles if there are at most `count`. Otherwise returns `count` puzzles: a
    /// quarter are defences, a tenth are drills, a hundredth ask for the better side, and the rest
    /// is half wins by fours and half wins by threats. If there are too few of a kind, others take
    /// their places, drills last.
    func chosen(_ count: Int) -> [Puzzle] {
        if puzzles.count <= count { return puzzles }
        func of(_ kind: Puzzle.Kind) -> [Puzzle] { puzzles.filter { $0.kind == kind } }
        var chosen = Self.spread(of(.drill), count / Self.drills)
        chosen += Self.spread(of(.balance), count / Self.balances)
        chosen += Self.spread(of(.defence), count / Self.defences)
        chosen += Self.spread(of(.threats), (count - chosen.count + 1) / 2)
        chosen += Self.spread(of(.fours), count - chosen.count)
        let taken = Set(chosen.map(\.id))
        let left = puzzles.filter { !taken.contains($0.id) }
        chosen += Self.spread(left.filter { $0.kind != .drill }, count - chosen.count)
        return chosen + Self.spread(left.filter { $0.kind == .drill }, count - chosen.count)
    }

    /// Returns at most `count` of the puzzles, as evenly as possible from all ranges of ratings. In
    /// each range, wins of which all winning moves are known come first.
    private static func spread(_ puzzles: [Puzzle], _ count: Int) -> [Puzzle] {
        let ranges = Dictionary(grouping: puzzles) { $0.rating / ratingStep }.sorted { $0.key < $1.key }
            .map { $0.value.filter { !isIncomplete($0) } + $0.value.filter(isIncomplete) }
        var chosen: [Puzzle] = []
        var round = 0
        while chosen.count < min(count, puzzles.count) {
            for range in ranges where round < range.count && chosen.count < count { chosen.append(range[round]) }
            round += 1
        }
        return chosen
    }

    private static func isIncomplete(_ puzzle: Puzzle) -> Bool {
        if case .win(let win) = puzzle.task { !win.isComplete } else { false }
    }
}

/// Statistics and faults of puzzles.
struct PuzzleCount {
    private var numbers: [String: Int] = [:]
    private var ratings: [Int: Int] = [:]
    private var set = PuzzleSet()
    private var work = 0
    private var all = 0
    private(set) var faults: [String] = []

    private static let ratingStep = 200

    mutating func add(_ puzzle: Puzzle) {
        all += 1
        numbers["\(puzzle.position.rule.rawValue) \(puzzle.kind.rawValue)", default: 0] += 1
        for theme in puzzle.themes {
            numbers["\(puzzle.position.rule.rawValue) theme \(theme.rawValue)", default: 0] += 1
        }
        if case .win(let win) = puzzle.task {
            numbers["\(puzzle.position.rule.rawValue) \(win.isComplete ? "complete" : "several ways")", default: 0] += 1
        }
        ratings[puzzle.rating / Self.ratingStep * Self.ratingStep, default: 0] += 1
        do throws(PuzzleFault) {
            work += try PuzzleChecker.check(puzzle)
            try set.insert(puzzle)
        } catch {
            faults.append("\(puzzle.id): \(error)")
        }
    }

    var summary: String {
        let kinds = numbers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let steps = ratings.sorted { $0.key < $1.key }.map {
            "rated \($0.key)–\($0.key + Self.ratingStep - 1): \($0.value)"
        }
        return (kinds + steps + ["\(all) puzzles, \(faults.count) wrong; \(work) stones placed"]).joined(
            separator: "\n")
    }
}

/// Puzzles as text for people.
enum PuzzlePicture {
    /// Returns the facts, the board and the answer of a puzzle.
    static func text(of puzzle: Puzzle) -> String {
        let position = puzzle.position
        let size = position.board.size
        let themes = Puzzle.Theme.allCases.filter(puzzle.themes.contains).map(\.rawValue).joined(separator: " ")
        var lines = [
            "\(puzzle.id) \(position.rule.rawValue) \(puzzle.kind.rawValue), \(position.turn.rawValue) to move, rated \(puzzle.rating) \(themes)"
        ]
        var marks: [Point: Character] = [:]
        switch puzzle.task {
        case .win(let win):
            let line = win.proof.mainLine.map(size.name(of:)).joined(separator: " ")
            lines.append("\(win.isShortest ? "" : "up to ")\(win.proof.moves) moves: \(line)")
            for alternative in win.alternatives {
                let path = (alternative.after + (alternative.proof.firstMove.map { [$0] } ?? [])).map(size.name(of:))
                lines.append("also \(path.joined(separator: " ")) (\(alternative.proof.moves) moves)")
            }
            if !win.isComplete { lines.append("and perhaps others") }
            if let first = win.proof.firstMove { marks[first] = "1" }
        case .defence(let proof):
            lines.append("named replies: \(proof.root.named.map { size.name(of: $0.point) }.joined(separator: " "))")
        case .drill(let drill, _): lines.append(drill.rawValue)
        case .balance(let chance): lines.append("chance \(chance)")
        }
        for point in puzzle.points { marks[point] = "*" }
        for row in 0..<size.side {
            let cells = (0..<size.side).map { column -> String in
                let point = Point(column: column, row: row)
                let stone = position.board[point]
                let mark: Character = stone.map { $0 == .x ? "X" : "O" } ?? marks[point] ?? "."
                return puzzle.last == point ? "\(mark)<" : "\(mark) "
            }
            lines.append((size.side - row < 10 ? " " : "") + "\(size.side - row) " + cells.joined())
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
