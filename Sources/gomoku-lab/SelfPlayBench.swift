import ArgumentParser
import GameState
import Robot
import Wire

/// `gomoku-lab bench-self-play`: checks that the robot's moves are legal and in time, and that its
/// claims are true.
struct SelfPlayBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-self-play",
        abstract: "Play the robot against itself under every rule, and count its faults.",
        usage: "gomoku-lab bench-self-play [--games N] [--time N] [--rule R] …",
        discussion: """
            Counts illegal moves, moves that exceeded their time limit by more than \(ClaimedGame.grace) ms, and \
            claimed wins that were not won. Exit status 1 if there are any. After each move an idle loop runs for the \
            same time. The machine causes the delays of this loop.
            """)

    @Option(help: "Games per rule.") var games = 100
    @Option(help: "Milliseconds per move.") var time = 20
    @Option(help: "Seed for the openings.") var seed: UInt64 = 1
    @Option(help: "Only this rule.") var rule: Rule?
    @Flag(help: "Count the CPU time of a move instead of clock time, on a busy machine.") var cpu = false

    func validate() throws {
        if games < 1 || time < 1 { throw ValidationError("--games and --time take 1 or more.") }
    }

    func run() throws {
        var faults = 0
        for rule in rule.map({ [$0] }) ?? Rule.allCases {
            var count = SelfPlayTally(rule: rule, milliseconds: time, countsCPU: cpu)
            let openings = OpeningAdviser.balanced(games, size: .standard, rule: rule, seed: seed)
            for opening in openings { count.play(opening) }
            print(count.summary)
            faults += count.faults.count
        }
        if faults > 0 { throw ExitCode(ExitStatus.software) }
    }
}
