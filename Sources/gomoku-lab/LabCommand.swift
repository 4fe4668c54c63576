import ArgumentParser
import GameState

/// The command tree of `gomoku-lab`, with measurements and checks for developers of the robot.
@main
struct LabCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gomoku-lab",
        abstract: "Measure the robot and check it against the referee.",
        subcommands: [
            AnalyseBench.self, ThreatBench.self, ClaimBench.self, LevelBench.self, OpeningBench.self, SampleBench.self,
            SelfPlayBench.self, MatchSelfPlay.self, PuzzleCommands.self,
        ])
}

extension Rule: ExpressibleByArgument {}
extension Opening: ExpressibleByArgument {}
