import ArgumentParser
import Foundation
import GameState
import Robot
import Wire

/// `gomoku-lab bench-claims`: checks positions that the robot claims to be won or lost.
struct ClaimBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-claims",
        abstract: "Play quick games, and check each claim of a win or a loss against every reply.",
        usage: "gomoku-lab bench-claims [--games N] [--seed N] [--rule R] [--nodes N]",
        discussion: """
            Both sides play with few nodes, so that they make mistakes. The positions are searched with --nodes. A \
            game ends after the first move that claims a win. Exit status 1 if ten times the nodes do not prove a \
            claim.
            """)

    @Option(help: "Games per rule.") var games = 20
    @Option(help: "Seed for the openings.") var seed: UInt64 = 1
    @Option(help: "Only this rule.") var rule: Rule?
    @Option(help: "Nodes per position.") var nodes = 20_000

    func validate() throws {
        if games < 1 || nodes < 1 { throw ValidationError("--games and --nodes take 1 or more.") }
    }

    func run() throws {
        var unproven = 0
        for rule in rule.map({ [$0] }) ?? Rule.allCases {
            var count = ClaimCount(rule: rule, nodes: nodes, seed: seed)
            for opening in OpeningAdviser.balanced(games, size: .standard, rule: rule, seed: seed) {
                count.play(opening)
            }
            print(count.summary)
            for line in count.unproven { print(line) }
            unproven += count.unproven.count
        }
        if unproven > 0 { throw ExitCode(ExitStatus.software) }
    }
}

/// The claims in games under one rule, with their results.
struct ClaimCount {
    private let rule: Rule
    private let nodes: Int
    private let player: Searcher
    private let searcher: Searcher
    private(set) var won = 0
    private(set) var lost = 0
    /// The work of the checks of all proofs (``ProofChecker/Receipt/work``).
    private(set) var work = 0
    /// The claims without a proof, with their positions.
    private(set) var unproven: [String] = []

    /// The node limit of each move of the games.
    private static let nodesPerMove = 300
    /// The factor by which a search for a proof may use more nodes than the search that made the
    /// claim.
    private static let patience = 10
    private static let longestGame = 80

    init(rule: Rule, nodes: Int, seed: UInt64) {
        self.rule = rule
        self.nodes = nodes
        player = Searcher(rule: rule, tableMegabytes: 2, seed: seed)
        searcher = Searcher(rule: rule, tableMegabytes: 8, seed: seed)
    }

    var summary: String {
        "\(rule.rawValue): \(won) claims of a win, \(lost) of a loss, \(unproven.count) without a proof; \(work) stones and points checked"
    }

    /// Plays a game, and checks every position that the search claims to be won or lost. Ends with
    /// the position after the first claim of a win.
    mutating func play(_ opening: [Point]) {
        var moves = opening
        while moves.count < Self.longestGame {
            guard let found = judged(moves) else { return }
            if found.claim == .won {
                _ = judged(moves + [found.move])
                return
            }
            player.setPosition(moves: moves)
            guard let played = player.bestMove(limits: SearchLimits(nodes: Self.nodesPerMove)) else { return }
            moves.append(played.move)
        }
    }

    /// Searches a position and checks the result's claim. Returns nil if the game is over.
    private mutating func judged(_ moves: [Point]) -> SearchResult? {
        searcher.clear()
        searcher.setPosition(moves: moves)
        guard let found = searcher.bestMove(limits: SearchLimits(nodes: nodes)) else { return nil }
        if let claim = found.claim { judge(claim, moves, found) }
        return found
    }

    private mutating func judge(_ claim: ClaimReplay.Claim, _ moves: [Point], _ found: SearchResult) {
        if claim == .won { won += 1 } else { lost += 1 }
        var replay = ClaimReplay(rule, nodes: Self.patience * nodes)
        if !replay.holds(claim, after: moves, move: found.move) {
            let names = moves.map(BoardSize.standard.name(of:)).joined(separator: " ")
            unproven.append("\(claim.rawValue) \(found.score) \(BoardSize.standard.name(of: found.move)): \(names)")
        }
        work += replay.work
    }
}
