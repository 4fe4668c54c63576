import ArgumentParser
import GameState
import Puzzles
import Robot

/// `gomoku-lab puzzles levels`: lets the ten levels of the robot solve puzzles.
struct PuzzlesLevels: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "levels", abstract: "Let the ten levels of the robot solve puzzles.",
        usage: "gomoku-lab puzzles levels BOOK … [--count N] [--time MS]",
        discussion: """
            Prints the percentage that each level solves, by kind and rating, and a logistic fit. Balance and drills are \
            left out, and so are wins with other winning moves that are not known. If the \
            kinds' ratings agree, their lines are equal.
            """)

    @Argument(help: "Books, run files or JSON lines.") var files: [String]
    @Option(help: "Puzzles of each file, evenly spread.") var count = 200
    @Option(help: "Time limit per move, in milliseconds.") var time = 100
    @Option(help: "Seed of the weaker levels.") var seed: UInt64 = 1

    func validate() throws {
        if count < 1 || time < 1 { throw ValidationError("--count and --time take 1 or more.") }
    }

    func run() throws {
        let levels = PuzzleLevels(limits: SearchLimits(milliseconds: time), seed: seed)
        var results: [PuzzleLevels.Results] = []
        for file in files {
            let puzzles = try PuzzleFile.read(file).filter(Self.isDecided)
            let step = max(1, puzzles.count / count)
            for index in stride(from: step / 2, to: puzzles.count, by: step) {
                if let result = levels.solve(puzzles[index]) { results.append(result) }
            }
        }
        print("kind, rating from: puzzles, percent solved by level 1 to 10")
        for kind in Puzzle.Kind.allCases { table(of: kind, results.filter { $0.kind == kind }) }
        let fit = PuzzleLevelFit(results)
        print("levels 1 to 10: \(fit.strengths.map { Int($0.rounded()) })")
        for (kind, line) in fit.lines.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let slope = (line.slope * 100).rounded() / 100
            print("\(kind.rawValue): difficulty \(Int(line.middle.rounded())) + \(slope) · (rating − 1500)")
        }
    }

    /// Whether the puzzle judges every move: a defence, or a win for which all winning moves are
    /// known.
    private static func isDecided(_ puzzle: Puzzle) -> Bool {
        switch puzzle.task {
        case .win(let win): win.isComplete
        case .defence: true
        case .drill, .balance: false
        }
    }

    private func table(of kind: Puzzle.Kind, _ results: [PuzzleLevels.Results]) {
        let width = 300
        for (band, found) in Dictionary(grouping: results, by: { $0.rating / width }).sorted(by: { $0.key < $1.key }) {
            let shares = Level.all.indices.map { level in
                "\(100 * found.count { $0.isSolved[level] } / found.count)"
            }
            print("\(kind.rawValue), \(band * width): \(found.count), \(shares.joined(separator: " "))")
        }
    }
}
