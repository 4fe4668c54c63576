import ArgumentParser
import GameState
import Robot

/// `gomoku-lab bench-self-play`: checks that the robot's moves are legal and in time, and that its
/// claims are true.
struct SelfPlayBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-self-play",
        abstract: "Play the robot against itself under every rule, and count its faults.",
        usage: "gomoku-lab bench-self-play [--games N] [--time N] [--rule R] …",
        discussion: """
            Counted are moves that are not legal, moves that took \(ClaimedGame.grace) ms more than they had, and wins that were \
            claimed and not won. Exit status 1 when there is one. After each move a loop does nothing for as long: what that is \
            late, too, is the machine's.
            """)

    @Option(help: "Games under each rule.") var games = 100
    @Option(help: "Milliseconds a move.") var time = 20
    @Option(help: "Seed of the openings.") var seed: UInt64 = 1
    @Option(help: "This rule alone.") var rule: Rule?
    @Flag(help: "On a busy machine: count a move's CPU time, not what the clock says.") var cpu = false

    func validate() throws {
        if games < 1 || time < 1 { throw ValidationError("Games and time are at least 1.") }
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
        if faults > 0 { throw ExitCode(1) }
    }
}
