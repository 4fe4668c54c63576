import ArgumentParser
import GameState
import Robot

/// `gomoku-cli bench-levels`: how often each level of the robot wins against the one below.
struct LevelBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-levels", abstract: "Play each level of the robot against the one below.",
        usage: "gomoku-cli bench-levels [--games <games>] [<options>]",
        discussion: "Exit status 1 when a level wins fewer than --least percent, or more than --most.",
        shouldDisplay: false)

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
        let openings = try MatchOpenings(file: nil, size: .standard, rule: rule, count: (games + 1) / 2, seed: seed)
        var isUneven = false
        for number in from..<to {
            guard let low = Level(number), let high = Level(number + 1) else { continue }
            var score = MatchScore()
            for game in 0..<games {
                let isHighX = game % 2 == 0
                let seed = seed &+ UInt64(game)
                func seat(_ stone: Stone) throws -> MatchSeat {
                    let isHigh = (stone == .x) == isHighX
                    return try MatchSeat(
                        .robot(isHigh ? high : low), as: stone, size: .standard, rule: rule, limits: limits,
                        seed: isHigh ? seed : ~seed, remote: nil)
                }
                let opening = openings.list[(game / 2) % openings.list.count]
                let played = MatchGame.play(
                    ByStone(x: try seat(.x), o: try seat(.o)), opening: opening, size: .standard, rule: rule,
                    limits: limits)
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
