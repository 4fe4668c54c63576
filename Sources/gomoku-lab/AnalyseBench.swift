import ArgumentParser
import Engines
import GameState
import Robot

/// `gomoku-lab bench-robot`: measures the robot's speed on this machine.
struct AnalyseBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-robot", abstract: "Measure the robot: nodes per second, time to a depth, ns per move.")

    @Option(help: "The depth to which each position is searched.") var depth = 10
    @Option(help: "Threads to search with.") var threads = 1

    func validate() throws {
        guard (1...SearchThreads.limit).contains(threads) else {
            throw ValidationError("--threads takes 1 to \(SearchThreads.limit).")
        }
    }

    func run() throws {
        let clock = ContinuousClock()
        var nodes = 0
        var total = Duration.zero
        for (index, text) in Self.positions.enumerated() {
            let moves = try BoardSize.standard.moves(named: [text])
            let searcher = Searcher(rule: .freestyle, tableMegabytes: 64, threads: threads)
            searcher.setPosition(moves: moves)
            var found: SearchResult?
            let time = clock.measure { found = searcher.bestMove(limits: SearchLimits(depth: depth)) }
            guard let result = found else { continue }
            nodes += result.nodes
            total += time
            print(
                "position \(index + 1): depth \(result.depth) in \(Self.milliseconds(time)) ms, \(result.nodes) nodes")
        }
        print("time to depth \(depth), all positions: \(Self.milliseconds(total)) ms")
        print("nodes per second: \(nodes * 1000 / max(1, Self.milliseconds(total)))")
        let costs = Searcher(rule: .freestyle, tableMegabytes: 1).costs()
        print("make and unmake: \(Int(costs.makeAndUnmake.rounded())) ns")
        print("win check: \((costs.winCheck * 10).rounded() / 10) ns")
        for rule in Rule.allCases {
            let time = clock.measure { _ = Searcher(rule: rule, tableMegabytes: 1) }
            print("first searcher of \(rule.rawValue): \(Self.milliseconds(time)) ms")
        }
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        Int(duration.components.seconds) * 1000 + Int(duration.components.attoseconds / 1_000_000_000_000_000)
    }

    private static let positions = [
        "h8 i9 g7", "h8 h9 i10 g8", "h8 h9 j8 i10 g7 f8 h6", "h8 i8 j10 g9 i7 g7", "h8 i9 i7 g9 h10 g8",
        "d12 e11 f13 e13 g11 f12", "c4 d5 e3 f4 d3 c6", "h8 j8 i10 k9 g9 i7 k7 h7", "m4 l5 k3 j4 l3 m6 n5",
        "h8 i8 i9 g7 h10 h9 j7 g10 k8 f6",
    ]
}
