import ArgumentParser
import Engines
import Foundation
import GameState
import Robot
import Wire

/// `gomoku-lab bench-threats`: measures how many wins by threats the robot finds in time, and
/// checks its claims.
struct ThreatBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-threats",
        abstract: "Search a file's positions for wins by threats, or make such a file.",
        usage: """
            gomoku-lab bench-threats FILE [--milliseconds N]
            gomoku-lab bench-threats --make N [--seed N] [--rule R] [--nodes N]
            """,
        discussion: "Each line has a rule, the proof's length and the moves. Exit status 1 if a claim does not hold.")

    @Argument(help: "The file, or - for standard input.") var file: String?
    @Option(help: "Milliseconds per position.") var milliseconds = 1_000
    @Option(help: "Write this many positions to standard output instead.") var make: Int?
    @Option(help: "Seed for the games that the positions come from.") var seed: UInt64 = 1
    @Option(help: "The rule of these games.") var rule = Rule.freestyle
    @Option(help: "Moves that the solver may make per position.") var nodes = 200_000

    func validate() throws {
        if (file == nil) == (make == nil) { throw ValidationError("Give either a file or --make with a number.") }
    }

    func run() throws {
        if let make {
            var source = ThreatPositions(rule: rule, seed: seed, nodes: nodes)
            var left = make
            while left > 0 {
                for line in source.next().prefix(left) {
                    print(line)
                    left -= 1
                }
            }
            return
        }
        var count = ThreatCount()
        let text =
            file == "-" ? Data(FileHandle.standardInput.availableData) : try Data(contentsOf: URL(filePath: file ?? ""))
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 3, let rule = Rule(rawValue: fields[0]) else { continue }
            count.solve(rule, try BoardSize.standard.moves(named: [fields[2]]), milliseconds: milliseconds)
        }
        print(
            "\(count.found) of \(count.all) found within \(milliseconds) ms, \(count.refuted) claims refuted; median \(count.median) ms; \(count.replayed) positions replayed"
        )
        if count.refuted > 0 { throw ExitCode(ExitStatus.software) }
    }
}

/// The statistics of the positions so far.
struct ThreatCount {
    private(set) var all = 0
    private(set) var found = 0
    private(set) var refuted = 0
    /// The number of proof positions that were replayed, each against every reply.
    private(set) var replayed = 0
    private var times: [Int] = []

    var median: Int { times.isEmpty ? 0 : times.sorted()[times.count / 2] }

    mutating func solve(_ rule: Rule, _ moves: [Point], milliseconds: Int) {
        let searcher = Searcher(rule: rule, tableMegabytes: 1)
        searcher.setPosition(moves: moves)
        let clock = ContinuousClock()
        let start = clock.now
        all += 1
        let line = "\(rule.rawValue) \(moves.map(BoardSize.standard.name(of:)).joined(separator: " "))"
        guard searcher.findsThreats(SearchLimits(milliseconds: milliseconds)) else {
            Self.printLine("not found: \(line)")
            return
        }
        let found = Self.milliseconds(clock.now - start)
        times.append(found)
        self.found += 1
        var replay = ProofReplay(rule, moves)
        guard let proof = searcher.victoryByThreats(nodes: 1_000_000), replay.holds(proof) else {
            refuted += 1
            Self.printLine("refuted: \(line)")
            return
        }
        self.replayed += replay.replayed
        let replayed = Self.milliseconds(clock.now - start)
        Self.printLine(
            "\(all): \(found) ms; \(replay.replayed) positions, \(proof.depth) deep, replayed by \(replayed) ms")
    }

    /// Writes a line without buffering, because the next proof may take long.
    private static func printLine(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    private static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
