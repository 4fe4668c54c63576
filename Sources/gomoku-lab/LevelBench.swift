import ArgumentParser
import Engines
import GameState
import Robot
import Wire

/// `gomoku-lab bench-levels`: measures how often each level of the robot wins against the next
/// lower one.
struct LevelBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-levels", abstract: "Play each level of the robot against the next lower level.",
        usage: "gomoku-lab bench-levels [--games <games>] [<options>]",
        discussion: "Exit status 1 if a level scores less than --least or more than --most percent.")

    @Option(help: "Games per pair of levels.") var games = 200
    @Option(help: "Time limit per move, in milliseconds.") var time = 1_000
    @Option(help: "\(GameTerms.Field.rule.summary).") var rule = Rule.freestyle
    @Option(help: "The lower level of the first pair.") var from = 1
    @Option(help: "The higher level of the last pair.") var to = 10
    @Option(help: "Seed for the openings and the robots.") var seed: UInt64 = 1
    @Option(help: "Lowest acceptable score, in percent.") var least = 60
    @Option(help: "Highest acceptable score, in percent.") var most = 80

    func validate() throws {
        let levels = ParticipantID.robotLevels
        guard games > 0, time > 0, levels.contains(from), levels.contains(to), from < to else {
            throw ValidationError(
                "--games and --time take 1 or more. --from and --to take levels 1 to 10, the lower one first.")
        }
    }

    func run() throws {
        let limits = SearchLimits(milliseconds: time)
        let openings = OpeningAdviser.balanced((games + 1) / 2, size: .standard, rule: rule, seed: seed)
        var isUneven = false
        for number in from..<to {
            guard let low = Level(number), let high = Level(number + 1) else { continue }
            var score = MatchScore()
            for game in 0..<games {
                let isHighX = game % 2 == 0
                let seed = seed &+ UInt64(game)
                func seat(_ stone: Stone) -> RobotSeat {
                    let isHigh = (stone == .x) == isHighX
                    return RobotSeat(
                        level: isHigh ? high : low, size: .standard, rule: rule, seed: isHigh ? seed : ~seed)
                }
                let opening = openings[(game / 2) % openings.count]
                let played = MatchGame.play(
                    ByStone(x: seat(.x), o: seat(.o)), opening: opening, size: .standard, rule: rule, limits: limits)
                switch played.winner {
                case nil: score.draws += 1
                case .x: if isHighX { score.wins += 1 } else { score.losses += 1 }
                case .o: if isHighX { score.losses += 1 } else { score.wins += 1 }
                }
            }
            print("\(rule.rawValue): level \(number + 1) against level \(number): \(score.summary)")
            let percent = Int((score.rate * 100).rounded())
            isUneven = isUneven || percent < least || percent > most
        }
        if isUneven { throw ExitCode(ExitStatus.software) }
    }
}
