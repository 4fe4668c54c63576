import ArgumentParser
import Engines
import GameState
import Robot
import Wire

/// `gomoku-lab bench-openings`: measures whether the robot's openings favour the proposer or the
/// chooser.
struct OpeningBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-openings", abstract: "Play the robot against itself, including the opening.",
        usage: "gomoku-lab bench-openings [--opening <opening>] [<options>]",
        discussion: """
            Exit status 1 if the opening's first player scores less than --least or more than --most percent.
            """)

    @Option(help: "\(GameTerms.Field.opening.summary).") var opening = Opening.swap2
    @Option(help: "\(GameTerms.Field.rule.summary).") var rule = Rule.freestyle
    @Option(help: "Games to play.") var games = 200
    @Option(help: "Milliseconds per step of the opening.") var time = 200
    @Option(help: "Nodes per move after the opening.") var nodes = 3_000
    @Option(help: "Seed for the openings and the robots.") var seed: UInt64 = 1
    @Option(help: "Lowest acceptable score of the first player, in percent.") var least = 45
    @Option(help: "Highest acceptable score of the first player, in percent.") var most = 55
    @Flag(help: "Print each game.") var verbose = false

    func validate() throws {
        guard games > 0, time > 0, nodes > 0 else {
            throw ValidationError("--games, --time and --nodes take 1 or more.")
        }
        guard opening != .none, opening.isPlayed(under: rule) else {
            throw ValidationError(
                "\(opening.rawValue) is not played under \(rule.rawValue). Choose another --opening or --rule.")
        }
    }

    func run() throws {
        var first = MatchScore()
        var x = MatchScore()
        var choices: [OpeningChoice: Int] = [:]
        for game in 0..<games {
            let opening = try played(seed: seed &+ UInt64(game) &* 1_000)
            for case .choose(let choice) in opening.decisions { choices[choice, default: 0] += 1 }
            let limits = SearchLimits(nodes: nodes)
            func seat() -> RobotSeat {
                RobotSeat(level: .strongest, size: .standard, rule: rule, seed: UInt64(game))
            }
            let ended = MatchGame.play(
                ByStone(x: seat(), o: seat()), opening: opening.stones, size: .standard, rule: rule, limits: limits)
            x.count(ended.winner, .x)
            first.count(ended.winner, opening.holder(of: .x) == .first ? .x : .o)
            if verbose {
                let names = ended.moves.prefix(opening.stones.count).map(BoardSize.standard.name(of:))
                let words = opening.decisions.compactMap {
                    if case .choose(let choice) = $0 { choice.rawValue } else { nil }
                }
                print((names + words).joined(separator: " ") + ": \(ended.winner?.rawValue ?? "-")")
            }
        }
        let words = choices.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }
        print("\(opening.rawValue), \(rule.rawValue): first player \(first.summary)")
        print("X \(x.summary); choices: \(words.joined(separator: ", "))")
        let percent = Int((first.rate * 100).rounded())
        if percent < least || percent > most { throw ExitCode(ExitStatus.software) }
    }

    /// Plays the opening as robots in a room do, with a new searcher for each step.
    private func played(seed: UInt64) throws -> OpeningState {
        var state = try OpeningState(opening, rule: rule)
        while !state.isFinished {
            let searcher = Searcher(rule: rule, tableMegabytes: 4, seed: seed &+ UInt64(state.decisions.count))
            guard let decision = OpeningAdviser.decision(in: state, with: searcher, milliseconds: time) else { break }
            try state.apply(decision)
        }
        return state
    }
}

extension MatchScore {
    /// Counts a game of the player who held `stone`.
    fileprivate mutating func count(_ winner: Stone?, _ stone: Stone) {
        switch winner {
        case nil: draws += 1
        case stone: wins += 1
        default: losses += 1
        }
    }
}
