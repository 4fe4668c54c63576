import ArgumentParser
import GameState
import Robot
import Wire

/// `gomoku-lab self-play`: checks that the referee, the engine bridge and the robot agree.
struct MatchSelfPlay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "self-play",
        abstract: "Play quick games of the robot against itself, with every move judged by the referee.",
        usage: "gomoku-lab self-play [--games <games>] [--seed <seed>] [<options>]",
        discussion: """
            The games take all rules, sizes and openings in turn. The seed decides the levels, the nodes and the sides \
            that speak the Gomocup protocol. Exit status 1 if a game does not end properly.
            """)

    @Option(help: "Games to play.") var games = 1_000
    @Option(help: "Seed of the run, which is printed first. (default: random)") var seed: UInt64?
    @Option(help: "The number of the first game in the run.") var from = 0
    @Option(help: "The highest level.") var level = 10

    func validate() throws {
        if games < 1 || from < 0 || !ParticipantID.robotLevels.contains(level) {
            throw ValidationError("--games takes 1 or more, --from 0 or more, and --level 1 to 10.")
        }
    }

    func run() throws {
        let seed = seed ?? .random(in: 0...(.max))
        print("seed \(seed)")
        var count = MatchSelfPlayCount()
        let time = ContinuousClock().measure {
            for index in from..<from + games { count.play(index, seed: seed, strongest: level) }
        }
        print(count.summary)
        print("\(games) games, \(count.failures.count) failures, \(time.components.seconds) s")
        for failure in count.failures.prefix(20) { print(failure) }
        if !count.failures.isEmpty { throw ExitCode(ExitStatus.software) }
    }
}

/// The statistics and failures of the games so far.
struct MatchSelfPlayCount {
    private var endings: [String: Int] = [:]
    private var openings: [String: Int] = [:]
    private var moves = 0
    private var words = 0
    private(set) var failures: [String] = []

    mutating func play(_ index: Int, seed: UInt64, strongest: Int) {
        let plan = MatchSelfPlayGame(index: index, seed: seed, strongest: strongest)
        do {
            let game = try plan.play()
            let ending = game.ending.map { "\($0.result) by \($0.reason.rawValue)" } ?? "?"
            endings["\(plan.rule.rawValue): \(ending)", default: 0] += 1
            openings["\(plan.opening.rawValue) on \(plan.size.side)", default: 0] += 1
            moves += game.moves.count
            if plan.isEngine.x || plan.isEngine.o { words += 1 }
        } catch {
            failures.append("game \(index), \(plan.description): \(error)")
        }
    }

    var summary: String {
        let lines = endings.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let kinds = openings.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        return
            (lines + [
                "openings and sizes: \(kinds)",
                "moves: \(moves); games with a side that speaks the Gomocup protocol: \(words)",
            ])
            .joined(separator: "\n")
    }
}
