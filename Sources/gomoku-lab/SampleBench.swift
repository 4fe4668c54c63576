import ArgumentParser
import GameState
import Robot

/// `gomoku-lab bench-samples`: writes positions for `Benchmarks/fit/cells`.
struct SampleBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-samples",
        abstract: "Write positions of the robot's games against itself, for fitting the evaluation.",
        usage: "gomoku-lab bench-samples [--games N] [--seed N] [--rule R] [--nodes N]",
        discussion: """
            A line is the rule, the search's score, the points of the game for the side to move (0 to 2; -1 unknown), the \
            kind of the threats, the cell of the move chosen, and what each cell is to either side.
            """)

    @Option(help: "Games to play.") var games = 100
    @Option(help: "Seed of the games.") var seed: UInt64 = 1
    @Option(help: "Their rule.") var rule = Rule.freestyle
    @Option(help: "Nodes a move.") var nodes = 2_000

    func validate() throws {
        if games < 1 || nodes < 1 { throw ValidationError("Games and nodes are at least 1.") }
    }

    func run() {
        var source = EvaluationSamples(rule: rule, seed: seed, nodes: nodes)
        for _ in 0..<games {
            for line in source.next() { print(line) }
        }
    }
}
