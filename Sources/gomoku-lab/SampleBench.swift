import ArgumentParser
import GameState
import Robot

/// `gomoku-lab bench-samples`: writes positions for `Benchmarks/fit/cells`.
struct SampleBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-samples",
        abstract: "Write positions from the robot's games against itself, to fit the evaluation.",
        usage: "gomoku-lab bench-samples [--games N] [--seed N] [--rule R] [--nodes N]",
        discussion: """
            Each line has the rule, the search's score, the game's points for the side to move (0 to 2, or -1 if \
            unknown), the index of the threats, the cell of the chosen move, and each cell's indices for both sides.
            """)

    @Option(help: "Games to play.") var games = 100
    @Option(help: "Seed for the games.") var seed: UInt64 = 1
    @Option(help: "The rule of the games.") var rule = Rule.freestyle
    @Option(help: "Nodes per move.") var nodes = 2_000

    func validate() throws {
        if games < 1 || nodes < 1 { throw ValidationError("--games and --nodes take 1 or more.") }
    }

    func run() {
        var source = EvaluationSamples(rule: rule, seed: seed, nodes: nodes)
        for _ in 0..<games {
            for line in source.next() { print(line) }
        }
    }
}
