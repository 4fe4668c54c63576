import ArgumentParser
import Engines
import GameState
import Robot

/// `gomoku-lab bench-levels`: measures how often each level of the robot wins against the next
/// lower one.
struct LevelBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-levels", abstract: "Play each level of the robot against the one below.",
        usage: "gomoku-lab bench-levels [--games <games>] [<options>]",
        discussion: "Exit status 1 when a level wins fewer than --least percent, or more than --most.")

    @Option(help: "Games of each two.") var games = 200
    @Option(help: "Milliseconds a move, at most.") var time = 1_000
    @Option(help: "\(GameTerms.Field.rule.summary).") var rule = Rule.freestyle
    @Option(help: "The weaker of the first two.") var from = 1
    @Option(help: "The stronger of the last two.") var to = 10
    @Option(help: "Seed of the openings and the robots.") var seed: UInt64 = 1
    @Option(help: "The least that a level is to win, in percent.") var least = 60
    @Option(help: "The most.") var most = 80

    func validate() throws {
        let levels = ParticipantID.robotLevels
        guard games > 0, time > 0, levels.contains(from), levels.contains(to), from < to else {
            throw ValidationError("Games and time are at least 1, levels 1 to 10, and --to is above --from.")
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
        if isUneven { throw ExitCode(1) }
    }
}
