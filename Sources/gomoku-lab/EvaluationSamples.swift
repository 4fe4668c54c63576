import GameState
import Robot

/// A source of positions from quick games of the robot against itself, with search scores and game
/// results.
///
/// Some moves are casual: chosen by the points' patterns, without a search. They lead to positions
/// that good players avoid but that occur in a search.
struct EvaluationSamples {
    private let searcher: Searcher
    private let nodes: Int
    private var random: SplitMix
    private var seed: UInt64
    private var openings: [[Point]] = []

    /// The percentage of casual moves.
    private static let casualPercent = 15
    private static let longestGame = 120
    private static let openingsAtOnce = 20

    init(rule: Rule, seed: UInt64, nodes: Int) {
        searcher = Searcher(rule: rule, tableMegabytes: 4, seed: seed)
        random = SplitMix(seed: seed)
        self.seed = seed
        self.nodes = nodes
    }

    /// Returns one line for each position of the next game that the search would evaluate.
    ///
    /// A line has the rule, the search's score, the game's result for the side to move, the index
    /// of the threats, the cell of the chosen move, and each cell's indices for both sides. The
    /// result is 0 (lost), 1 (drawn) or 2 (won), or -1 if a later move was casual.
    mutating func next() -> [String] {
        if openings.isEmpty {
            openings = OpeningAdviser.balanced(
                Self.openingsAtOnce, size: .standard, rule: searcher.rule, seed: seed)
            seed &+= 1
        }
        var moves = openings.removeLast()
        var seen: [(ply: Int, score: Int, move: Point, view: EvaluationView)] = []
        var lastCasual = 0
        var winner: Int?
        while moves.count < Self.longestGame {
            searcher.setPosition(moves: moves)
            guard let result = searcher.bestMove(limits: SearchLimits(nodes: nodes)) else { break }
            if let view = searcher.evaluationView { seen.append((moves.count, result.score, result.move, view)) }
            if result.pliesToFive != nil {
                winner = (moves.count + (result.score > 0 ? 0 : 1)) % 2
                break
            }
            if Int.random(in: 0..<100, using: &random) < Self.casualPercent,
                let casual = searcher.casualMove(using: &random)
            {
                moves.append(casual)
                lastCasual = moves.count
            } else {
                moves.append(result.move)
            }
        }
        return seen.map { sample in
            let points = sample.ply < lastCasual ? -1 : winner.map { $0 == sample.ply % 2 ? 2 : 0 } ?? 1
            let move = sample.move.row * searcher.size.side + sample.move.column
            let numbers = [sample.score, points, sample.view.threats, move].map(String.init).joined(separator: " ")
            return "\(searcher.rule.rawValue) \(numbers) \(Self.text(sample.view.cells))"
        }
    }

    /// Writes each number as two characters, with six bits per character from `0` on.
    private static func text(_ cells: [(own: Int, other: Int)]) -> String {
        let numbers = cells.flatMap { [$0.own, $0.other] }
        return String(decoding: numbers.flatMap { [UInt8(48 + ($0 >> 6)), UInt8(48 + ($0 & 63))] }, as: UTF8.self)
    }
}
